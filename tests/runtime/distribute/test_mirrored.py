"""Replicas in this process: what they share, how they end, what is refused."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.executor.kernels.replicas import on_threads
from runtime.stateful_kernels.collective_groups import (
    Meeting,
    ThreadGroup,
    ThreadMember,
    current_member,
)
from runtime.variables.creators import has_creators
from tests.fuzz.faults import PlannedError, failing_calls

AT = Meeting(1, 1)


def replica() -> Any:
    return tf.distribute.get_replica_context()


def number() -> Any:
    return tf.cast(replica().replica_id_in_sync_group, tf.float32) + 1.0


# --- groups of threads


def test_members_meet_in_the_order_of_their_ranks() -> None:
    group = ThreadGroup(3)
    members = [ThreadMember(group, rank) for rank in range(3)]
    works = [
        lambda m=member: (
            m.all_reduce(np.float32([m.rank, 1]), "Add", True, AT).tolist(),
            m.all_gather(np.full([m.rank, 1], m.rank), AT).tolist(),
            m.broadcast("first" if m.rank == 0 else None, AT),
        )
        for member in members
    ]
    assert on_threads(group, works) == [([1.0, 1.0], [[1], [2], [2]], "first")] * 3


def test_more_replicas_than_any_pool_has_threads_meet() -> None:
    group = ThreadGroup(40)
    works = [
        lambda: float(current_member().all_reduce(np.float32(1), "Add", False, AT))
    ] * 40
    assert on_threads(group, works) == [40.0] * 40


def test_members_in_turns_never_run_at_once() -> None:
    group, seen = ThreadGroup(3, in_turns=True), []

    def work() -> None:
        member = current_member()
        for _ in range(2):
            seen.append(member.rank)
            member.all_reduce(np.float32(1), "Add", False, AT)
        seen.append(member.rank)

    on_threads(group, [work] * 3)
    assert seen == [0, 1, 2] * 3


@pytest.mark.parametrize("in_turns", [False, True])
def test_an_error_ends_those_who_wait(in_turns: bool) -> None:
    group = ThreadGroup(3, in_turns)

    def work() -> None:
        member = current_member()
        if member.rank == 1:
            raise KeyError("only here")
        member.all_reduce(np.float32(1), "Add", False, AT)

    with pytest.raises(KeyError, match="only here"):
        on_threads(group, [work] * 3)
    # threads are free again
    assert on_threads(ThreadGroup(3), [threading.get_ident] * 3)


@pytest.mark.parametrize("in_turns", [False, True])
def test_members_in_different_collectives_are_told(in_turns: bool) -> None:
    def other() -> None:
        member = current_member()
        if member.rank:
            member.all_gather(np.float32([1]), AT)
        else:
            member.all_reduce(np.float32([1]), "Add", False, AT)

    with pytest.raises(tf.errors.InvalidArgumentError, match="in the same order"):
        on_threads(ThreadGroup(2, in_turns), [other] * 2)

    def fewer() -> None:
        member = current_member()
        if member.rank:
            member.all_gather(np.float32([1]), AT)

    with pytest.raises(tf.errors.InvalidArgumentError, match="Replica 0 has ended"):
        on_threads(ThreadGroup(2, in_turns), [fewer] * 2)


def test_a_collective_needs_a_group() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="no group of replicas"):
        tf.raw_ops.CollectiveGatherV2(
            input=[1.0], group_size=1, group_key=1, instance_key=1, ordering_token=[]
        )


# --- strategies


@pytest.fixture
def hard_placement() -> Iterator[None]:
    tf.config.set_soft_device_placement(False)
    yield
    tf.config.set_soft_device_placement(True)


def test_devices_must_be_there_once(four_cpus: list[str], hard_placement: None) -> None:
    assert tf.distribute.MirroredStrategy().num_replicas_in_sync == 4
    with pytest.raises(ValueError, match="There is no device .*CPU:7"):
        tf.distribute.MirroredStrategy(["CPU:7"])
    with pytest.raises(ValueError, match="must be unique"):
        tf.distribute.MirroredStrategy(["CPU:1", "CPU:1"])


@pytest.mark.parametrize("devices", [["CPU:0", "CPU:9"], ["GPU:0", "GPU:1"]])
@pytest.mark.parametrize("mode", ["eager", "traced"])
def test_replicas_on_devices_that_are_not_there_share_a_cpu(
    devices: list[str], mode: str
) -> None:
    strategy = tf.distribute.MirroredStrategy(devices)
    with strategy.scope():
        v = tf.Variable(1.0)

    def step() -> Any:
        v.assign_add(tf.distribute.get_replica_context().all_reduce("SUM", 1.0))
        return v + 0.0

    step = tf.function(step) if mode == "traced" else step
    found = strategy.experimental_local_results(strategy.run(step))
    assert [each.numpy() for each in found] == [3.0, 3.0]
    assert v.numpy() == 3.0


def test_a_custom_gradient_is_recorded_on_another_device(four_cpus: list[str]) -> None:
    @tf.custom_gradient
    def doubled(x: Any) -> Any:
        return x, lambda d: 2.0 * d

    x = tf.constant(1.0)
    with tf.device("CPU:1"), tf.GradientTape() as tape:
        tape.watch(x)
        y = doubled(x)
    assert float(tape.gradient(y, x)) == 2.0


def test_a_function_is_traced_once_for_each_replica(four_cpus: list[str]) -> None:
    strategy, traces = tf.distribute.MirroredStrategy(four_cpus[:2]), []
    with strategy.scope():
        v = tf.Variable(1.0)

    @tf.function
    def inner(x: Any) -> Any:
        traces.append(x)
        return v.assign(number()) + x

    def step() -> Any:
        return strategy.run(lambda: inner(tf.constant(1.0)))

    for _ in range(3):
        assert [float(each) for each in step().values] == [2.0, 3.0]
    assert len(traces) == 2
    assert "another replica" in inner.trace_history()[1].reason


def test_replicas_make_one_variable(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    kept: list[Any] = []

    @tf.function
    def step() -> Any:
        def in_replica() -> Any:
            if not kept:
                kept.append(tf.Variable(3.0))
            return kept[0].assign_add(number()) + 0.0

        return strategy.run(in_replica)

    assert [float(each) for each in step().values] == [4.0, 5.0]
    eager = strategy.run(lambda: tf.Variable([1.0], name="eager"))
    assert type(eager).__name__ == type(kept[0]).__name__ == "MirroredVariable"
    assert [each.name for each in eager.values] == ["eager:0", "eager/replica_1:0"]


def test_a_tape_around_replicas_of_a_graph_says_no(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    x = tf.constant(1.0)

    @tf.function
    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = strategy.reduce("SUM", strategy.run(lambda: x * number()), axis=None)
        return tape.gradient(y, x)

    with pytest.raises((LookupError, NotImplementedError), match="_RunReplicas"):
        step(x)


def test_datasets_need_batches_to_divide(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    numbers = tf.data.Dataset.range(4)
    with pytest.raises(ValueError, match="without a batch dimension"):
        strategy.experimental_distribute_dataset(numbers)
    with pytest.raises(TypeError, match="Expected a tf.data.Dataset"):
        strategy.experimental_distribute_dataset([1, 2])
    with pytest.raises(ValueError, match="distributed already"):
        strategy.experimental_distribute_dataset(
            strategy.experimental_distribute_dataset(numbers.batch(2))
        )


def test_structures_ragged_and_sparse_batches_are_divided(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    dataset = tf.data.Dataset.from_tensor_slices(
        {
            "ragged": tf.ragged.constant([[1], [2, 3], []]),
            "sparse": tf.sparse.from_dense([[0, 1], [2, 0], [3, 3]]),
            "pair": (tf.range(3), tf.constant(["a", "b", "c"])),
        }
    ).batch(3)
    (parts,) = strategy.experimental_distribute_dataset(dataset)
    first, second = strategy.experimental_local_results(parts)
    assert first["ragged"].to_list() == [[1], [2, 3]]
    assert second["ragged"].to_list() == [[]]
    assert tf.sparse.to_dense(second["sparse"]).numpy().tolist() == [[3, 3]]
    assert first["pair"][1].numpy().tolist() == [b"a", b"b"]


def test_models_are_saved_and_loaded(four_cpus: list[str], tmp_path: Path) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])

    class Scaled(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.v = tf.Variable([1.0, 2.0])

        @tf.function(input_signature=[tf.TensorSpec([2])])
        def scaled(self, x: Any) -> Any:
            return self.v * x

    with strategy.scope():
        module = Scaled()
    assert len(module.trainable_variables) == 1
    tf.saved_model.save(module, str(tmp_path / "model"))
    with strategy.scope():
        loaded = tf.saved_model.load(str(tmp_path / "model"))
    found = strategy.run(loaded.scaled, args=(tf.constant([3.0, 4.0]),))
    assert [each.numpy().tolist() for each in found.values] == [[3.0, 8.0]] * 2


def test_specs_of_parts_are_signatures(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    numbers = tf.data.Dataset.range(5).batch(2)
    dataset = strategy.experimental_distribute_dataset(
        numbers.map(lambda x: (x, {"next": x + 1}))
    )
    traces = []

    @tf.function(input_signature=[dataset.element_spec])
    def total(parts: Any) -> Any:
        traces.append(parts)
        sums = strategy.run(lambda x: tf.reduce_sum(x[0] + x[1]["next"]), args=(parts,))
        return strategy.reduce("SUM", sums, axis=None)

    assert [int(total(parts)) for parts in dataset] == [4, 12, 9]
    assert len(traces) == 1
    spec = repr(dataset.element_spec[0])
    assert spec.startswith("PerReplicaSpec(TensorSpec(shape=(None,), dtype=tf.int64")


def test_values_for_replicas_are_apart_even_if_equal(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    values = strategy.experimental_distribute_values_from_function(
        lambda context: context.num_replicas_in_sync
    )
    assert strategy.experimental_local_results(values) == (2, 2)


def test_programs_bring_their_own_reduction(four_cpus: list[str]) -> None:
    class Largest(tf.distribute.CrossDeviceOps):
        def reduce_implementation(
            self, reduce_op: Any, value: Any, destinations: Any, options: Any
        ) -> Any:
            return max(value.values, key=float)

    strategy = tf.distribute.MirroredStrategy(four_cpus, cross_device_ops=Largest())
    assert float(strategy.reduce("SUM", strategy.run(number), axis=None)) == 4.0
    for kind in (tf.distribute.NcclAllReduce, tf.distribute.HierarchicalCopyAllReduce):
        strategy = tf.distribute.MirroredStrategy(four_cpus, cross_device_ops=kind())
        assert float(strategy.reduce("MEAN", strategy.run(number), axis=None)) == 2.5
        with pytest.raises(ValueError, match="num_packs >= 0"):
            kind(num_packs=-1)
    ops = tf.distribute.ReductionToOneDevice(accumulation_fn=lambda parts: parts[0])
    add = tf.distribute.ReduceOp.SUM
    assert float(ops.reduce(add, strategy.run(number), "CPU:0")) == 1.0
    pairs = [(strategy.run(number), strategy.run(number))]
    (everywhere,) = ops.batch_reduce(add, pairs)
    assert [float(each) for each in everywhere.values] == [1.0] * 4
    with pytest.raises(ValueError, match="should be a tuple"):
        ops.batch_reduce(add, [1.0])
    with pytest.raises(ValueError, match="must be Reduce.SUM or Reduce.MEAN"):
        ops.reduce("SUM", 1.0, "CPU:0")


def test_replicas_have_pipelines_of_their_own(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    mode = tf.distribute.InputReplicationMode.PER_REPLICA
    options = tf.distribute.InputOptions(experimental_replication_mode=mode)

    def dataset_of(context: Any) -> Any:
        # the first replica has two batches more
        count = 3 if context.input_pipeline_id else 7
        return tf.data.Dataset.range(count).batch(2)

    dataset = strategy.distribute_datasets_from_function(dataset_of, options)
    found = [[part.numpy().tolist() for part in each.values] for each in dataset]
    assert found == [[[0, 1], [0, 1]], [[2, 3], [2]], [[4, 5], []], [[6], []]]

    @tf.function
    def total(dataset: Any) -> Any:
        total = tf.constant(0, tf.int64)
        for each in dataset:
            sums = strategy.run(tf.reduce_sum, args=(each,))
            total += strategy.reduce("SUM", sums, axis=None)
        return total

    assert int(total(dataset)) == 21 + 3
    with pytest.raises(NotImplementedError, match="PER_REPLICA is only supported"):
        strategy.experimental_distribute_dataset(tf.data.Dataset.range(2), options)


def test_lists_with_tensors_that_replicas_assign_are_merged(
    four_cpus: list[str],
) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus)
    with strategy.scope():
        v = tf.Variable([0.0, 1.0], aggregation=tf.VariableAggregation.MEAN)

    def replica() -> Any:
        context = tf.distribute.get_replica_context()
        number = tf.cast(context.replica_id_in_sync_group, tf.float32)
        v.assign_add([number, 2.0])
        return v.read_value()

    for run in (strategy.run, tf.function(strategy.run)):
        found = strategy.experimental_local_results(run(replica))
        assert len({tuple(each.numpy().tolist()) for each in found}) == 1
    assert [each.numpy().tolist() for each in v.values] == [[3.0, 5.0]] * 4


def test_an_error_at_any_call_of_a_run_leaves_no_scope(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    with strategy.scope():
        variable = tf.Variable(0.0)
    for nth in range(1, 40):
        with suppress(PlannedError), failing_calls(nth):
            strategy.run(lambda: variable.assign_add(1.0))
        assert not tf.distribute.has_strategy()
        assert not has_creators()
    with strategy.scope():
        again = tf.Variable(1.0)
    strategy.run(lambda: again.assign_add(1.0))
    assert [float(each) for each in again.values] == [2.0, 2.0]
