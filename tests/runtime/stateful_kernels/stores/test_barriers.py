"""Tuples by key that are released once they are complete."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.shapes import Shape
from runtime.stateful_kernels.stores.barriers import BarrierStorage


def barrier(components: int = 2) -> BarrierStorage:
    return BarrierStorage([dtypes.int32] * components, [], "b")


def taken(found: Any) -> list[Any]:
    return [(each.key, *map(int, each.values)) for each in found]


def test_complete_tuples_come_in_the_order_of_their_insertions() -> None:
    made = barrier()
    made.insert([b"x", b"y"], np.array([1, 2]), 0)
    made.insert([b"z"], np.array([3]), 0)
    assert (made.ready_size, len(made.incomplete)) == (0, 3)
    made.insert([b"z", b"y", b"x"], np.array([30, 20, 10]), 1)
    assert (made.ready_size, len(made.incomplete)) == (3, 0)
    found = made.take(3, False, True)
    assert taken(found) == [(b"y", 2, 20), (b"x", 1, 10), (b"z", 3, 30)]
    first = -(2**63)
    assert [each.index for each in found] == [first, first, first + 1]


def test_a_key_has_each_component_once() -> None:
    made = barrier()
    made.insert([b"x"], np.array([1]), 0)
    with pytest.raises(
        tf.errors.InvalidArgumentError,
        match="Key x already has a value for component 0 in barrier b",
    ):
        made.insert([b"x"], np.array([2]), 0)


def test_a_closed_barrier_completes_what_it_has() -> None:
    made = barrier()
    made.insert([b"x"], np.array([1]), 0)
    made.close(False)
    with pytest.raises(tf.errors.CancelledError, match="a brand new key: y"):
        made.insert([b"y"], np.array([1]), 0)
    made.insert([b"x"], np.array([2]), 1)
    assert taken(made.take(2, True, False)) == [(b"x", 1, 2)]
    with pytest.raises(tf.errors.OutOfRangeError, match=r"requested 1, total size 0"):
        made.take(1, True, False)
    with pytest.raises(tf.errors.CancelledError, match="already closed"):
        made.close(False)


def test_cancelling_forgets_what_is_incomplete() -> None:
    made = barrier()
    made.insert([b"x"], np.array([1]), 0)
    made.close(True)
    assert made.incomplete == {}
    with pytest.raises(tf.errors.CancelledError):
        made.insert([b"x"], np.array([1]), 1)


def test_shapes_are_given_for_all_components_or_none() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="2 types and 1 shapes"):
        BarrierStorage([dtypes.int32] * 2, [Shape([])], "b")
