"""Reductions down columns: as exact as sums along rows, at every length."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.loops.columns import BLOCK

LENGTHS = [0, 1, BLOCK, 2 * BLOCK, 2 * BLOCK + 1, 3 * BLOCK - 1, 5000]
REDUCTIONS = [tf.reduce_sum, tf.reduce_mean, tf.reduce_max, tf.reduce_prod]


@pytest.mark.parametrize(("length", "width"), list(product(LENGTHS, [1, 3, 40])))
def test_columns_of_every_length(length: int, width: int) -> None:
    x = np.random.default_rng(length).uniform(0.99, 1.01, (2, length, width))

    def all_of(x: Any) -> Any:
        return [reduction(x, 1) for reduction in REDUCTIONS]

    native = tf.function(all_of, jit_compile=True)
    with np.errstate(all="ignore"):
        expected = tf.nest.flatten(tf.function(all_of, jit_compile=False)(x))
        for one, other in zip(native(x), expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12)
    assert "native" in native.jit_report()


@pytest.mark.parametrize("axes", [[0], [0, 1], [0, 2], [1], [0, 1, 2]], ids=str)
@pytest.mark.parametrize("shape", [(20000, 2, 5, 3), (3, 20000, 2, 2)], ids=str)
def test_sums_of_many_rows_round_little(shape: Any, axes: Any) -> None:
    x = np.random.default_rng(0).normal(1, 2, shape).astype(np.float32)
    native = tf.function(lambda x: tf.reduce_sum(x, axes), jit_compile=True)
    wide = x.astype(np.float64)
    whole = np.abs(wide).sum(tuple(axes))
    assert np.max(np.abs(native(x) - wide.sum(tuple(axes))) / whole) < 3e-7


def test_positions_count_from_the_first_row_of_all_parts() -> None:
    x = np.random.default_rng(1).normal(0, 1, (1000, 7)).astype(np.float32)
    x[[300, 900]] = 9

    def both(x: Any) -> Any:
        return tf.argmax(x, 0), tf.reduce_sum(x, 0)

    places, sums = tf.function(both, jit_compile=True)(x)
    assert places.numpy().tolist() == [300] * 7
    np.testing.assert_allclose(sums, x.astype(np.float64).sum(0), rtol=1e-5)
