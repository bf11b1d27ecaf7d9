"""SavedModels under a strategy: variables have copies, functions use their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.distribute.distributed_variables import MirroredVariable


@pytest.fixture
def saved(tmp_path: Path) -> str:
    module = tf.Module()
    module.w = tf.Variable([[1.0], [2.0]])
    module.total = tf.Variable(0.0)
    module.product = tf.function(
        lambda x: x @ module.w, input_signature=[tf.TensorSpec([None, 2])]
    )
    module.add = tf.function(
        lambda x: module.total.assign_add(x), input_signature=[tf.TensorSpec([])]
    )
    tf.saved_model.save(module, str(tmp_path))
    return str(tmp_path)


@pytest.fixture
def loaded(saved: str, four_cpus: list[str]) -> Any:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    with strategy.scope():
        return strategy, tf.saved_model.load(saved)


def test_variables_have_a_copy_in_each_replica(loaded: Any) -> None:
    _, model = loaded
    assert isinstance(model.w, MirroredVariable)
    assert [each.numpy().tolist() for each in model.w.values] == [[[1.0], [2.0]]] * 2
    assert model.product(tf.ones([1, 2])).numpy().tolist() == [[3.0]]


def test_training_a_loaded_model_gives_the_losses_of_one_device(loaded: Any) -> None:
    strategy, model = loaded
    x = np.arange(8, dtype=np.float32).reshape(4, 2)
    batches = tf.data.Dataset.from_tensor_slices(x).batch(4)

    def replica(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model.product(x) ** 2)
        gradient = tape.gradient(loss, model.w)
        context = tf.distribute.get_replica_context()
        model.w.assign_sub(0.001 * context.all_reduce("SUM", gradient))
        return loss

    @tf.function
    def step(batch: Any) -> Any:
        return strategy.reduce("SUM", strategy.run(replica, (batch,)), axis=None)

    w = np.array([[1.0], [2.0]])
    for _ in range(3):
        for batch in strategy.experimental_distribute_dataset(batches):
            found = step(batch)
        y = x @ w
        assert found.numpy() == pytest.approx((y**2).sum(), rel=1e-5)
        w -= 0.001 * 2 * x.T @ y
    for each in model.w.values:
        assert np.allclose(each.numpy(), w, rtol=1e-5)


@pytest.mark.parametrize("in_function", [False, True])
def test_each_replica_changes_its_own_copy(loaded: Any, in_function: bool) -> None:
    strategy, model = loaded
    for number, each in enumerate(model.total.values):
        each.assign(10.0 * number)

    def run() -> Any:
        return strategy.run(lambda: model.add(1.0))

    call = tf.function(run) if in_function else run
    for turn in (1.0, 2.0, 3.0):
        found = strategy.experimental_local_results(call())
        assert [float(each) for each in found] == [turn, 10.0 + turn]


def test_outside_of_a_scope_variables_are_plain(saved: str) -> None:
    assert not isinstance(tf.saved_model.load(saved).w, MirroredVariable)


@pytest.mark.parametrize("number", [2, 4])
def test_a_function_that_replicas_trace_is_saved_with_their_copies(
    tmp_path: Path, four_cpus: list[str], number: int
) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:number])
    module = tf.Module()
    with strategy.scope():
        module.w = tf.Variable([[1.0], [2.0]])
    module.product = tf.function(
        lambda x: x @ module.w, input_signature=[tf.TensorSpec([None, 2])]
    )
    strategy.run(module.product, args=(tf.ones([1, 2]),))
    module.w.assign([[3.0], [4.0]])
    path = str(tmp_path / "model")
    tf.saved_model.save(module, path, signatures=module.product)
    loaded = tf.saved_model.load(path)
    assert loaded.product(tf.ones([1, 2])).numpy().tolist() == [[7.0]]
    with strategy.scope():
        again = tf.saved_model.load(path)
    again.w.assign([[5.0], [6.0]])
    found = strategy.run(again.product, args=(tf.ones([1, 2]),))
    each = strategy.experimental_local_results(found)
    assert [one.numpy().tolist() for one in each] == [[[11.0]]] * number
