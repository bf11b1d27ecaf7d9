"""Ops of dense tensors on ragged ones, against the same on each row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

ROWS = [[3.0, 1.0], [], [2.0]]
RAGGED = tf.ragged.constant(ROWS)
CALLS: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "element by element": (lambda r: tf.square(r), [[9, 1], [], [4]]),
    "size": (lambda r: tf.size(r), 3),
    "rank": (lambda r: tf.rank(r), 2),
    "joined": (lambda r: tf.concat([r, [[7.0]]], 0), [*ROWS, [7]]),
    "joined rows": (lambda r: tf.concat([r, r], 1), [[3, 1, 3, 1], [], [2, 2]]),
    "stacked": (lambda r: tf.stack([r, r]), [ROWS, ROWS]),
    "reversed": (lambda r: tf.reverse(r, [1]), [[1, 3], [], [2]]),
    "tiled": (lambda r: tf.tile(r, [1, 2]), [[3, 1, 3, 1], [], [2, 2]]),
    "flat": (lambda r: tf.reshape(r, [-1]), [3, 1, 2]),
    "places": (lambda r: tf.where(r > 1.0), [[0, 0], [2, 0]]),
    "gathered": (lambda r: tf.gather(r, [2, 0]), [[2], [3, 1]]),
    "elements": (lambda r: tf.gather_nd(r, [[0, 1], [2, 0]]), [1, 2]),
    "running sums": (lambda r: tf.cumsum(r, 1), [[3, 4], [], [2]]),
    "split": (lambda r: tf.split(r, [1, 2], 0)[1], [[], [2]]),
    "segments": (
        lambda r: tf.math.unsorted_segment_sum(r, [0, 1, 0], 2),
        [[5, 1], []],
    ),
    "partitions": (
        lambda r: tf.dynamic_partition(r, [1, 0, 1], 2)[1],
        [[3, 1], [2]],
    ),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("is_traced", [False, True])
def test_results(name: str, is_traced: bool) -> None:
    call, expected = CALLS[name]
    found = (tf.function(call) if is_traced else call)(RAGGED)
    values = found.to_list() if hasattr(found, "to_list") else found.numpy().tolist()
    assert values == expected


@pytest.mark.parametrize("function", [tf.nn.softmax, tf.nn.log_softmax])
def test_softmax_of_each_row(function: Any) -> None:
    found = function(RAGGED).to_list()
    assert found[1] == []
    for row, expected in zip(found, ROWS):
        if expected:
            np.testing.assert_allclose(row, function(expected), rtol=1e-6)


def test_products_of_rows() -> None:
    ragged = tf.ragged.constant([[[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]]], ragged_rank=1)
    found = tf.matmul(ragged, tf.constant([[[1.0], [1.0]]] * 2))
    assert found.to_list() == [[[3.0]], [[7.0], [11.0]]]


def test_an_op_without_a_rule_is_refused() -> None:
    with pytest.raises((TypeError, ValueError), match="(?i)ragged"):
        tf.linalg.inv(RAGGED)
    with pytest.raises(ValueError, match="Cannot exactly split axis 0"):
        tf.split(RAGGED, 2, 0)


def test_an_argument_that_must_be_known_now() -> None:
    with pytest.raises(ValueError, match="on a ragged tensor must be constant"):
        tf.function(lambda axis: tf.reverse(RAGGED, axis))(tf.constant([0]))
