"""Batches, and the rows of batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from runtime.data.stages.batching import batch_count
from tests.runtime.data.whole_reads import check_reads

D = tf.data.Dataset
UNKNOWN = -2
READS: dict[str, tuple[Callable[[], Any], list[Any], int | None]] = {
    "batches": (lambda: D.range(5).batch(2), [[0, 1], [2, 3], [4]], None),
    "without the rest": (
        lambda: D.range(5).batch(2, drop_remainder=True),
        [[0, 1], [2, 3]],
        None,
    ),
    "none": (lambda: D.range(0).batch(2), [], None),
    "of slices": (
        lambda: D.from_tensor_slices([[1, 2], [3, 4], [5, 6]]).skip(1).batch(2),
        [[[3, 4], [5, 6]]],
        None,
    ),
    "of a map": (
        lambda: D.range(5).apply(
            tf.data.experimental.map_and_batch(lambda x: x * x, 3)
        ),
        [[0, 1, 4], [9, 16]],
        None,
    ),
    "padded": (
        lambda: D.range(1, 4).map(lambda x: tf.fill([x], x)).padded_batch(2),
        [[[1, 0], [2, 2]], [[3, 3, 3]]],
        None,
    ),
    "rows": (lambda: D.range(5).batch(2).unbatch(), [0, 1, 2, 3, 4], UNKNOWN),
    "rows of known size": (
        lambda: D.from_tensor_slices([[1, 2], [3, 4]]).unbatch(),
        [1, 2, 3, 4],
        None,
    ),
    "other sizes": (
        lambda: D.range(7).batch(4).rebatch([1, 2]),
        [[0], [1, 2], [3], [4, 5], [6]],
        UNKNOWN,
    ),
}


@pytest.mark.parametrize("name", READS)
def test_elements(name: str) -> None:
    make, expected, count = READS[name]
    check_reads(make, expected, count)


def test_sparse_batches_have_the_shape_of_a_row() -> None:
    ragged = D.range(1, 3).map(lambda x: tf.fill([x], x))
    (batch,) = ragged.sparse_batch(2, [3])
    assert tf.sparse.to_dense(batch).numpy().tolist() == [[1, 0, 0], [2, 2, 0]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="more than that of the"):
        list(ragged.sparse_batch(2, [1]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="incompatible with the"):
        list(ragged.sparse_batch(2, [3, 3]))


@pytest.mark.parametrize(
    ("count", "drops", "expected"),
    [(7, False, 3), (7, True, 2), (0, False, 0), (-1, True, -1), (-2, False, -2)],
)
def test_counts(count: int, drops: bool, expected: int) -> None:
    assert batch_count(count, 3, drops) == expected


def test_what_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="greater than zero"):
        D.range(3).batch(0)
    sizes = D.from_tensors((2, 3)).map(lambda x, y: (tf.range(x), tf.range(y)))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"batch size.*\[2, 3\]"):
        list(sizes.unbatch())
