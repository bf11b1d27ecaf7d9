"""Reductions of datasets, as ops."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

RAW = tf.raw_ops
D = tf.data.Dataset
KINDS = {"output_types": [tf.int64], "output_shapes": [[]]}


@pytest.mark.parametrize(
    ("count", "step", "expected"),
    [
        (5, lambda total, x: total + x, 10),
        (0, lambda total, x: total + x, 0),
        (5, lambda total, x: x, 4),
        (0, lambda total, x: x, 0),
    ],
)
def test_reductions(count: int, step: Any, expected: int) -> None:
    """Also one that only keeps the last element."""
    found = D.range(count).reduce(tf.constant(0, tf.int64), step)
    assert int(found) == expected
