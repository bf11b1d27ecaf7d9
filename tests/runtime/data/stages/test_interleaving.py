"""Several datasets flattened, interleaved, or chosen one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from tests.runtime.data.whole_reads import check_reads

D = tf.data.Dataset
UNKNOWN = -2


def twice(x: Any) -> Any:
    return D.from_tensors(x).repeat(2)


def run(x: Any) -> Any:
    return D.range(x * 10, x * 10 + x)


READS: dict[str, tuple[Callable[[], Any], list[Any]]] = {
    "flat": (lambda: D.range(4).flat_map(run), [10, 20, 21, 30, 31, 32]),
    "flat batches": (
        lambda: D.range(3).flat_map(twice).batch(4),
        [[0, 0, 1, 1], [2, 2]],
    ),
    "in turns": (
        lambda: D.range(1, 4).interleave(run, cycle_length=2),
        [10, 20, 21, 30, 31, 32],
    ),
    "in blocks": (
        lambda: D.range(2).interleave(
            lambda x: D.range(x * 10, x * 10 + 4), cycle_length=2, block_length=2
        ),
        [0, 1, 10, 11, 2, 3, 12, 13],
    ),
    "in parallel": (
        lambda: D.range(3).interleave(twice, cycle_length=3, num_parallel_calls=2),
        [0, 1, 2, 0, 1, 2],
    ),
    "chosen": (
        lambda: D.choose_from_datasets(
            [D.range(2), D.range(10, 12)],
            D.from_tensor_slices([1, 0, 1, 1, 0]).map(lambda x: tf.cast(x, tf.int64)),
            stop_on_empty_dataset=False,
        ),
        [10, 0, 11, 1],
    ),
    "chosen up to an end": (
        lambda: D.choose_from_datasets(
            [D.range(1), D.range(10, 12)],
            D.from_tensor_slices([1, 0, 0, 1]).map(lambda x: tf.cast(x, tf.int64)),
        ),
        [10, 0],
    ),
}


@pytest.mark.parametrize("name", READS)
def test_elements(name: str) -> None:
    make, expected = READS[name]
    check_reads(make, expected, UNKNOWN)


def test_what_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="cycle_length must be"):
        D.range(3).interleave(twice, cycle_length=0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="block_length must be"):
        D.range(3).interleave(twice, cycle_length=2, block_length=0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="cycle_length must be"):
        D.range(3).interleave(twice, cycle_length=0, num_parallel_calls=1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="3 > 2"):
        D.range(3).interleave(twice, cycle_length=2, num_parallel_calls=3)
    selector = D.from_tensors(tf.constant(2, tf.int64))
    with pytest.raises(tf.errors.InvalidArgumentError, match="out of range: 2 >= 2"):
        list(D.choose_from_datasets([D.range(1), D.range(1)], selector))
