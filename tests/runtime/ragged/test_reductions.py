"""Reductions of ragged tensors over any axes, against NumPy's of the rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

ROWS = [[3, 1, 4], [], [1, 5]]
RAGGED = tf.ragged.constant(ROWS)
INT = np.iinfo(np.int32)


@pytest.mark.parametrize(
    ("op", "axis", "expected"),
    [
        ("sum", None, 14),
        ("sum", 0, [4, 6, 4]),
        ("sum", 1, [8, 0, 6]),
        ("sum", -1, [8, 0, 6]),
        ("prod", 1, [12, 1, 5]),
        ("max", 0, [3, 5, 4]),
        ("max", 1, [4, INT.min, 5]),
        ("min", 1, [1, INT.max, 1]),
        ("sum", [0, 1], 14),
    ],
)
def test_numbers(op: str, axis: Any, expected: Any) -> None:
    reduce = getattr(tf, f"reduce_{op}")
    assert reduce(RAGGED, axis).numpy().tolist() == expected
    traced = tf.function(lambda x: reduce(x, axis))(RAGGED)
    assert traced.numpy().tolist() == expected


def test_means_of_integers_are_floats_wide_enough() -> None:
    found = tf.reduce_mean(RAGGED, 1)
    assert found.dtype == tf.float64
    np.testing.assert_allclose(found, [8 / 3, np.nan, 3.0])
    small = tf.reduce_mean(tf.cast(RAGGED, tf.int16), 0)
    assert small.dtype == tf.float32
    assert small.numpy().tolist() == [2.0, 3.0, 4.0]


def test_all_and_any_of_nothing() -> None:
    bools = tf.ragged.constant([[True, False], [], [True]])
    assert tf.reduce_all(bools, 1).numpy().tolist() == [False, True, True]
    assert tf.reduce_any(bools, 1).numpy().tolist() == [True, False, True]


def test_inner_axes_and_kept_ones() -> None:
    nested = tf.ragged.constant([[[1, 2], [3]], [[4]]])
    assert tf.reduce_sum(nested, 2).to_list() == [[3, 3], [4]]
    assert tf.reduce_sum(nested, 1).to_list() == [[4, 2], [4]]
    assert tf.reduce_sum(nested, 0).to_list() == [[5, 2], [3]]
    kept = tf.reduce_sum(RAGGED, 1, keepdims=True)
    assert kept.numpy().tolist() == [[8], [0], [6]]


def test_texts_are_joined() -> None:
    texts = tf.ragged.constant([["a", "b"], [], ["c"]])
    found = tf.strings.reduce_join(texts, axis=1, separator="-")
    assert found.numpy().tolist() == [b"a-b", b"", b"c"]


def test_an_axis_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="axis=2 out of bounds: expected -2<=axis<2"):
        tf.reduce_sum(RAGGED, 2)
