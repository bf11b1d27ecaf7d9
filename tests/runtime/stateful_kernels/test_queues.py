"""Queues behind handles: their order, their limits, their end."""

from __future__ import annotations

from threading import Thread
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.shapes import Shape
from runtime.stateful_kernels.queues import (
    PaddingStorage,
    PriorityStorage,
    QueueStorage,
    ShuffledStorage,
)

INT = [dtypes.int32]
SCALAR = [Shape([])]


def queue(capacity: int = -1) -> QueueStorage:
    return QueueStorage(INT, SCALAR, capacity)


def values(elements: Any) -> list[int]:
    return [int(each[-1]) for each in elements]


def test_first_in_first_out() -> None:
    made = queue()
    made.put([(1,), (2,), (3,)])
    assert (made.size(), made.capacity) == (3, 2**31 - 1)
    assert values(made.take(2)) == [1, 2]


def test_the_smallest_first() -> None:
    made = PriorityStorage(INT, SCALAR, -1)
    made.put([(5, 50), (1, 10), (5, 51), (-2, 20)])
    assert values(made.take(4)) == [20, 10, 50, 51]


def test_random_ones_of_at_least_a_minimum() -> None:
    made = ShuffledStorage(INT, SCALAR, -1, 2, (1, 2))
    made.put([(n,) for n in range(6)])
    found = values(made.take(4))
    assert made.kept_back == 2
    made.close(False)
    assert sorted(found + values(made.take(2))) == list(range(6))


def test_elements_of_different_shapes_are_padded() -> None:
    made = PaddingStorage(INT, [Shape([None, None])], -1)
    rows = [(np.ones((1, 2), np.int32),), (np.full((2, 1), 3, np.int32),)]
    (found,) = made.stacked(rows)
    assert found.tolist() == [[[1, 1], [0, 0]], [[3, 0], [3, 0]]]
    assert made.stacked([])[0].shape == (0, 0, 0)


def test_who_finds_it_full_or_empty_waits() -> None:
    made = queue(1)
    waiting = Thread(target=made.put, args=([(1,), (2,), (3,)],), daemon=True)
    waiting.start()
    assert [values(made.take(1)) for _ in range(3)] == [[1], [2], [3]]
    waiting.join(60)
    assert not waiting.is_alive()


def test_the_end() -> None:
    made = queue()
    made.put([(1,)])
    made.close(False)
    with pytest.raises(tf.errors.CancelledError, match="is closed"):
        made.put([(2,)])
    assert values(made.take(2, may_be_fewer=True)) == [1]
    with pytest.raises(tf.errors.OutOfRangeError, match="requested 1, current size 0"):
        made.take(1)
    with pytest.raises(tf.errors.CancelledError, match="already closed"):
        made.close(False)
    made.close(True)
    assert made.is_cancelled


@pytest.mark.parametrize(
    ("components", "has_rows", "told"),
    [
        ([], False, "Signature mismatch, have: resource-> expected: resource, int32->"),
        ([np.zeros(2)], False, r"component 0. Expected \[\], got \[2\]"),
        ([np.zeros((2, 3))], True, r"component 0. Expected \[\], got \[3\]"),
    ],
)
def test_elements_that_do_not_fit(components: Any, has_rows: bool, told: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        queue().checked(components, has_rows)


def test_what_is_refused() -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"Types: int32, Shapes: \["
    ):
        QueueStorage(INT, SCALAR * 2, 1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="have specified shapes"):
        QueueStorage(INT, [], 1).stacked([])
    handle = tf.raw_ops.FIFOQueueV2(component_types=[tf.int32], shapes=[[]], capacity=2)
    for number, told in ((3, "more than its capacity, 2"), (-1, "requested -1 < 0")):
        with pytest.raises(tf.errors.InvalidArgumentError, match=told):
            tf.raw_ops.QueueDequeueManyV2(
                handle=handle, n=number, component_types=[tf.int32]
            )
