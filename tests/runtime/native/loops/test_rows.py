"""Rows at a computed index: from the end too, nothing copied, nothing outside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf

TABLE = np.arange(12, dtype=np.float32).reshape(4, 3)


@tf.function(jit_compile=True)
def rows_in_a_loop(x: Any, first: Any) -> Any:
    total = tf.zeros([3])
    for i in tf.range(2):
        total += x[first + i]
    return total


@pytest.mark.parametrize("first", [0, 2, -2, -4])
def test_rows_from_both_ends(first: int) -> None:
    found = rows_in_a_loop(TABLE, tf.constant(first))
    np.testing.assert_array_equal(found, TABLE[first] + TABLE[first + 1])


@pytest.mark.parametrize("first", [3, 4, -5])
def test_rows_outside_are_the_error_of_the_default_executor(first: int) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="out of bounds"):
        rows_in_a_loop(TABLE, tf.constant(first))


def test_rows_of_a_turned_table() -> None:
    turned = tf.constant(0.0)
    turned._array = np.asfortranarray(TABLE)
    found = rows_in_a_loop(turned, tf.constant(1))
    np.testing.assert_array_equal(found, TABLE[1] + TABLE[2])


def test_elements_of_a_vector() -> None:
    @tf.function(jit_compile=True)
    def alternating(x: Any) -> Any:
        total = tf.constant(0.0)
        for i in tf.range(4):
            total = x[i] - total
        return total

    assert float(alternating(tf.constant([1.0, 2.0, 4.0, 8.0]))) == 8 - (4 - (2 - 1))
