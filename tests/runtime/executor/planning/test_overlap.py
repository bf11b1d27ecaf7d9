"""Reductions start when their arguments are known, and end before their readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import runtime as tf
from runtime.distribute.collective_ops import all_reduce, gathered
from runtime.distribute.reductions import ReduceOp
from runtime.stateful_kernels.collective_groups import (
    CollectiveMember,
    Meeting,
    set_process_member,
)


class Recording(CollectiveMember):
    """A member of two that have equal values; it notes what it is asked for."""

    rank, size = 0, 2

    def __init__(self) -> None:
        self.events: list[str] = []
        self.error: Exception | None = None

    def all_reduce(self, array: Any, merge_op: str, mean: bool, at: Meeting) -> Any:
        self.events.append("reduce")
        return array * 2

    def start_all_reduce(
        self, array: Any, merge_op: str, mean: bool, at: Meeting
    ) -> Callable[[], Any]:
        number = sum(each.startswith("start") for each in self.events)
        self.events.append(f"start {number}")
        result = array * 2

        def wait() -> Any:
            self.events.append(f"finish {number}")
            if self.error is not None:
                raise self.error
            return result

        return wait

    def all_gather(self, array: Any, at: Meeting) -> Any:
        self.events.append("gather")
        return array

    def broadcast(self, array: Any | None, at: Meeting) -> Any:
        raise AssertionError("not called")


@pytest.fixture
def member() -> Iterator[Recording]:
    """The member that this process is, for one test."""
    found = Recording()
    set_process_member(found)
    yield found
    set_process_member(None)


def noted(member: Recording, event: str, x: Any) -> Any:
    """The tensor, computed by a node without effect that notes when it runs."""

    def note(value: Any) -> Any:
        member.events.append(event)
        return value

    found = tf.numpy_function(note, [x], x.dtype, stateful=False)
    return tf.ensure_shape(found, x.shape)


def summed(x: Any) -> Any:
    return all_reduce(ReduceOp.SUM, x, 2)


def layers(member: Recording, weights: list[Any], x: Any) -> list[Any]:
    """The summed gradients of a product of layers, whose backward passes are noted."""

    def layer(number: int) -> Any:
        @tf.custom_gradient
        def run(x: Any, w: Any) -> Any:
            def backward(d: Any) -> Any:
                d = noted(member, f"backward {number}", d)
                return d * w, d * x

            return x * w, backward

        return run

    with tf.GradientTape() as tape:
        tape.watch(weights)
        for number, weight in enumerate(weights):
            x = layer(number)(x, weight)
    # as buckets: the gradients of the last layers travel first
    gradients = tape.gradient(x, weights)
    return [summed(each) for each in reversed(gradients)][::-1]


def test_the_first_buckets_travel_while_gradients_are_computed(
    member: Recording,
) -> None:
    @tf.function
    def step(x: Any, *weights: Any) -> Any:
        return layers(member, list(weights), x)

    given = [tf.constant(each) for each in (2.0, 3.0, 5.0, 7.0)]
    found = [each.numpy() for each in step(*given)]
    assert found == [2.0 * 2 * 35, 2.0 * 2 * 21, 2.0 * 2 * 15]
    assert member.events == [
        *("backward 2", "start 0", "backward 1", "start 1", "backward 0"),
        *("reduce", "finish 1", "finish 0"),
    ]
    concrete = step.get_concrete_function(*given)
    recorded = [node.type for node in concrete.graph.get_operations()]
    assert recorded.count("CollectiveReduceV2") == 3
    assert "_StartReduce" not in recorded


def test_each_step_of_a_loop_ends_what_it_starts(member: Recording) -> None:
    @tf.function
    def train(x: Any, v: Any, w: Any) -> Any:
        for _ in tf.range(2):
            first, second = layers(member, [v, w], x)
            v, w = v + first, w + second
        return v, w

    one = tf.constant(1.0)
    assert [each.numpy() for each in train(one, one, one)] == [9.0, 9.0]
    step = ["backward 1", "start {}", "backward 0", "reduce", "finish {}"]
    assert member.events == [each.format(n) for n in range(2) for each in step]


def test_what_has_nothing_to_overlap_with_is_not_divided(member: Recording) -> None:
    @tf.function
    def step(x: Any) -> Any:
        return summed(tf.square(x)) + 1.0

    assert step(tf.constant(3.0)).numpy() == 19.0
    assert member.events == ["reduce"]


def test_effects_and_other_collectives_keep_their_places(member: Recording) -> None:
    v = tf.Variable(0.0)

    def effect() -> float:
        member.events.append("effect")
        return 1.0

    @tf.function
    def step(x: Any) -> Any:
        total = summed(x)
        other = noted(member, "work", x)
        joined = gathered(tf.reshape(x, [1]), 2)
        later = summed(other)
        v.assign(total)
        last = tf.py_function(effect, [], tf.float32)
        return later + joined[0] + noted(member, "more", x) + last

    step(tf.constant(3.0))
    assert v.numpy() == 6.0
    order = member.events
    # a gather is at once, and waits for what was started before
    assert order.index("start 0") < order.index("finish 0") < order.index("gather")
    assert order.index("gather") < order.index("start 1")
    # an effect comes after the collectives before it
    assert order.index("finish 1") < order.index("effect")


def test_an_error_is_raised_where_the_result_is_awaited(member: Recording) -> None:
    member.error = tf.errors.UnavailableError(None, None, "worker 1 is gone")

    @tf.function
    def step(x: Any) -> Any:
        total = summed(x)
        return tf.exp(x) + total

    with pytest.raises(tf.errors.UnavailableError, match="worker 1 is gone"):
        step(tf.constant(1.0))
    assert member.events == ["start 0", "finish 0"]


def test_a_result_that_nobody_reads_is_awaited(member: Recording) -> None:
    @tf.function
    def step(x: Any) -> Any:
        summed(x)
        return tf.exp(x)

    step(tf.constant(1.0))
    assert member.events in (["reduce"], ["start 0", "finish 0"])


def test_graphs_without_reductions_are_as_they_were() -> None:
    @tf.function
    def step(x: Any) -> Any:
        return tf.exp(x)

    source = step.get_concrete_function(tf.constant(1.0)).program.source
    assert "Reduce" not in source
