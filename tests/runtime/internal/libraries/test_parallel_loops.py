"""`pfor`: a function of each number, the results stacked."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.internal.libraries.parallel_loops import pfor


@pytest.mark.parametrize("is_traced", [False, True])
def test_results_are_stacked(is_traced: bool) -> None:
    rows = tf.constant([[1, 2], [3, 4], [5, 6]])

    def loop():
        return pfor(lambda i: (i * i, tf.gather(rows, i) + 1), 3)

    squares, moved = (tf.function(loop) if is_traced else loop)()
    assert squares.numpy().tolist() == [0, 1, 4]
    assert moved.numpy().tolist() == [[2, 3], [4, 5], [6, 7]]


@pytest.mark.parametrize("is_traced", [False, True])
def test_no_iterations_give_empty_results(is_traced: bool) -> None:
    table = tf.constant([[1.5, 2.5]])

    def loop():
        return pfor(lambda i: (i + 1, tf.gather(table, i)), 0)

    numbers, rows = (tf.function(loop) if is_traced else loop)()
    assert (numbers.dtype, numbers.shape.as_list()) == (tf.int32, [0])
    assert (rows.dtype, rows.shape.as_list()) == (tf.float32, [0, 2])
