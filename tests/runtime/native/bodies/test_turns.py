"""Turns of loops between two looks for signals are all turns."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

pytest.importorskip("llvmlite")


@tf.function(jit_compile=True)
def counted(first: Any, bound: Any) -> Any:
    total, turns = first * 0, first * 0
    while first < bound:
        total += first
        turns += 1
        first += 1
    return total, turns, first


@pytest.mark.parametrize("dtype", [tf.int32, tf.int64])
@pytest.mark.parametrize(
    ("first", "bound"),
    [(0, 0), (5, 2), (0, 1), (-3, 4), (0, 255), (0, 256), (0, 257), (7, 100_000)],
)
def test_chunks_of_turns_are_all_turns(dtype: Any, first: int, bound: int) -> None:
    """Loops that count by ones go in chunks between two looks."""
    found = counted(tf.constant(first, dtype), tf.constant(bound, dtype))
    turns = max(0, bound - first)
    total = sum(range(first, bound)) if turns else 0
    if dtype is tf.int32:
        total = (total + (1 << 31)) % (1 << 32) - (1 << 31)
    assert [int(each) for each in found] == [total, turns, max(first, bound)]


def test_chunks_end_at_the_largest_number() -> None:
    most = (1 << 31) - 1
    assert int(counted(tf.constant(most - 1000), tf.constant(most))[1]) == 1000
    most = (1 << 63) - 1
    found = counted(tf.constant(most - 1000, tf.int64), tf.constant(most, tf.int64))
    assert int(found[1]) == 1000


@tf.function(jit_compile=True)
def nested_counts(n: Any) -> Any:
    total = 0
    for i in tf.range(n):
        for j in tf.range(i):
            if (i + j) % 3 == 0:
                total += j
    return total


def test_chunks_in_chunks() -> None:
    wanted = sum(j for i in range(300) for j in range(i) if (i + j) % 3 == 0)
    assert int(nested_counts(tf.constant(300))) == wanted
