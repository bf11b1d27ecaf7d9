"""Functions mapped over elements, and scans with a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from runtime.data.stages.mapping import map_failure
from tests.runtime.data.whole_reads import check_reads

D = tf.data.Dataset
READS: dict[str, tuple[Callable[[], Any], list[Any]]] = {
    "one by one": (lambda: D.range(3).map(lambda x: x * x), [0, 1, 4]),
    "in parallel": (
        lambda: D.range(5).map(lambda x: x + 1, num_parallel_calls=3),
        [1, 2, 3, 4, 5],
    ),
    "pairs": (
        lambda: D.zip((D.range(2), D.range(5, 7))).map(lambda x, y: (y, x)),
        [(5, 0), (6, 1)],
    ),
    "sums": (
        lambda: D.range(1, 5).scan(
            tf.constant(0, tf.int64), lambda total, x: (total + x, total + x)
        ),
        [1, 3, 6, 10],
    ),
    "Fibonacci": (
        lambda: D.range(6).scan(
            (tf.constant(0), tf.constant(1)), lambda s, _: ((s[1], s[0] + s[1]), s[0])
        ),
        [0, 1, 1, 2, 3, 5],
    ),
}


@pytest.mark.parametrize("name", READS)
def test_elements(name: str) -> None:
    make, expected = READS[name]
    check_reads(make, expected)


@pytest.mark.parametrize("calls", [None, 2])
def test_an_error_comes_in_the_place_of_its_element(calls: int | None) -> None:
    divided = D.range(-1, 2).map(lambda x: 6 // x, num_parallel_calls=calls)
    iterator = iter(divided)
    assert int(next(iterator)) == -6
    with pytest.raises(tf.errors.InvalidArgumentError, match="element 1"):
        next(iterator)
    assert int(next(iterator)) == 6


def test_an_end_within_a_function_ends_the_dataset_or_is_an_error() -> None:
    end = tf.errors.OutOfRangeError(None, None, "end")
    assert isinstance(map_failure(end, "MapDataset", 0, False), StopIteration)
    told = map_failure(end, "MapDataset", 3, True)
    assert type(told) is tf.errors.InvalidArgumentError
    assert "produced OutOfRangeError: end" in told.message
    assert told.message.endswith("in stage MapDataset, element 3")
