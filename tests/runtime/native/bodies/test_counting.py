"""Loops that count run in chunks; they end where Python's end, at every integer."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("llvmlite")

import runtime as tf

MOST_TURNS = 700
"""Longer than the first chunk."""
UP = [operator.lt, operator.le, operator.ne]
DOWN = [operator.gt, operator.ge, operator.ne]
Compare = Callable[[Any, Any], Any]


def wrapped(value: int, bits: int) -> int:
    """The integer of so many bits that hardware has in its place."""
    half = 1 << (bits - 1)
    return (value + half) % (2 * half) - half


def in_python(
    compare: Compare, step: int, first: int, bound: int, bits: int
) -> list[int] | None:
    """Count, turns and a mix of all counts; None after too many turns."""
    turns = mixed = 0
    while compare(first, bound):
        if turns == MOST_TURNS:
            return None
        turns, mixed = turns + 1, wrapped(mixed * 3 + first, bits)
        first = wrapped(first + step, bits)
    return [first, turns, mixed]


def native(compare: Compare, step: int, is_turned: bool) -> Any:
    """The same loop as native code, the condition's sides exchanged or not."""
    turned = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
    swapped = getattr(operator, turned.get(compare.__name__, compare.__name__))

    @tf.function(jit_compile=True)
    def loop(first: Any, bound: Any) -> Any:
        turns, mixed = first * 0, first * 0
        while swapped(bound, first) if is_turned else compare(first, bound):
            turns, mixed = turns + 1, mixed * 3 + first
            first = first - -step if is_turned else first + step
        return first, turns, mixed

    return loop


def ends(step: int, bits: int) -> Iterator[tuple[int, int]]:
    """Where loops begin and end: at both limits, around zero, and across all."""
    least, most = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    for place in (least, -3, most - 600):
        for distance in (0, 1, 2, 3, 5, 255, 256, 257, 600):
            low, high = max(least, place), min(most, place + distance)
            yield (low, high) if step > 0 else (high, low)
    for distance in (0, 1, 2, 3, 4):
        yield (
            (most - 300, most - distance)
            if step > 0
            else (
                least + 300,
                least + distance,
            )
        )
    yield (least, most) if step > 0 else (most, least)
    yield (most, least) if step > 0 else (least, most)


def check(compare: Compare, step: int, bits: int, is_turned: bool) -> None:
    """Compares the native loop with Python's at all places."""
    dtype = tf.int32 if bits == 32 else tf.int64
    loop, compared = native(compare, step, is_turned), 0
    for first, bound in ends(step, bits):
        expected = in_python(compare, step, first, bound, bits)
        if expected is None:
            continue
        found = loop(tf.constant(first, dtype), tf.constant(bound, dtype))
        assert [int(each) for each in found] == expected, (first, bound)
        compared += 1
    assert compared >= 8


@pytest.mark.parametrize(
    ("compare", "step", "bits", "is_turned"),
    [
        (operator.lt, 2, 32, False),
        (operator.ge, -3, 64, True),
        (operator.ne, 1, 64, False),
    ],
)
def test_native_counts_end_like_pythons(
    compare: Compare, step: int, bits: int, is_turned: bool
) -> None:
    check(compare, step, bits, is_turned)


@pytest.mark.slow
@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("size", [1, 2, 3, 7, (1 << 30) - 1, 1 << 30])
def test_every_count_ends_like_pythons(size: int, bits: int) -> None:
    for step, compares in ((size, UP), (-size, DOWN)):
        for compare in compares:
            if compare is not operator.ne or size == 1:
                check(compare, step, bits, is_turned=False)
                check(compare, step, bits, is_turned=True)


def test_counts_by_twos_are_written_in_chunks() -> None:
    """LLVM computes a chunk of a loop with no result but the count at once."""

    @tf.function(jit_compile=True)
    def counted(n: Any) -> Any:
        count = tf.constant(0, tf.int64)
        while count < n:
            count += 2
        return count

    begun = time.perf_counter()
    assert int(counted(tf.constant((1 << 40) + 1, tf.int64))) == (1 << 40) + 2
    # at four turns a nanosecond it would take two minutes
    assert time.perf_counter() - begun < 20
