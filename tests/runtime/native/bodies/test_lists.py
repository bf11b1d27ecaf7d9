"""Loops over lists of arrays as native code: results, errors, gradients, reports."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf


def squares(x: Any, n: Any) -> Any:
    found = tf.TensorArray(tf.float32, size=4)
    for i in tf.range(n):
        x = x * x
        found = found.write(i, x)
    return found.stack()


def growing(x: Any, n: Any) -> Any:
    found = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=[3])
    for i in tf.range(n):
        found = found.write(i, x + tf.cast(i, tf.float32))
    return found.read(n - 1), found.size()


def rows(x: Any, n: Any) -> Any:
    del n
    total = tf.zeros([3])
    array = tf.TensorArray(tf.float32, size=5).unstack(x)
    for i in tf.range(5):
        total = tf.tanh(total) + array.read(i)
    return total


def two_of_one_size(x: Any, n: Any) -> Any:
    first = tf.TensorArray(tf.float32, size=4)
    second = tf.TensorArray(tf.float32, size=4)
    for i in tf.range(n):
        first = first.write(i, x)
        second = second.write(3 - i, x + 1)
        x = tf.sin(x)
    return first.stack(), second.stack()


def written_in_branches(x: Any, n: Any) -> Any:
    found = tf.TensorArray(tf.float32, size=4)
    for i in tf.range(n):
        if i % 2 == 0:
            found = found.write(i, x)
        else:
            found = found.write(i, -x)
        x = x + 1
    return found.stack()


def written_twice(x: Any, n: Any) -> Any:
    found = tf.TensorArray(tf.float32, size=4, clear_after_read=False)
    for i in tf.range(n):
        found = found.write(0, x)
        x = x + found.read(0)
        found = found.write(0, x)
        found = found.write(i, x)
    return found.stack(), x


def numbers(x: Any, n: Any) -> Any:
    found = tf.TensorArray(tf.int64, size=4)
    truths = tf.TensorArray(tf.bool, size=4)
    for i in tf.range(n):
        found = found.write(i, tf.cast(i, tf.int64) * 3)
        truths = truths.write(i, i % 2 == 1)
    return found.stack(), truths.stack(), x


def nested(x: Any, n: Any) -> Any:
    outer = tf.TensorArray(tf.float32, size=4)
    for i in tf.range(n):
        inner = tf.TensorArray(tf.float32, size=3, element_shape=[])
        for j in tf.range(i):
            inner = inner.write(j, tf.cast(i * j, tf.float32))
        outer = outer.write(i, inner.stack() + x)
    return outer.stack()


def products(x: Any, n: Any) -> Any:
    found = tf.TensorArray(tf.float32, size=4)
    matrix = tf.reshape(tf.range(400, dtype=tf.float32), [20, 20]) / 400
    row = tf.concat([tf.zeros([1, 17]), x[tf.newaxis]], 1)
    for i in tf.range(n):
        row = tf.matmul(row, matrix, transpose_b=True)
        found = found.write(i, row)
    return found.stack(), row


def means_before_a_loop(x: Any, n: Any) -> Any:
    """The inner loop's first count is made together with what the rows need."""
    found = tf.TensorArray(tf.float32, size=4, element_shape=[3])
    for i in tf.range(n):
        found = found.write(i, x - tf.reduce_mean(x))
        for _ in tf.range(i):
            x = tf.sin(x)
    return x, found.stack()


PROGRAMS = [
    squares,
    growing,
    two_of_one_size,
    written_in_branches,
    written_twice,
    numbers,
    nested,
    products,
    means_before_a_loop,
]


def same(found: Any, expected: Any) -> None:
    pairs = zip(tf.nest.flatten(found), tf.nest.flatten(expected), strict=True)
    for a, b in pairs:
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("function", PROGRAMS)
@pytest.mark.parametrize("count", [1, 3, 4])
def test_lists_in_loops_are_native(function: Any, count: int) -> None:
    native = tf.function(function, jit_compile=True)
    arguments = tf.constant([0.5, -1.0, 0.25]), tf.constant(count)
    same(native(*arguments), function(*arguments))
    report = native.jit_report()
    assert "native" in report
    assert "TensorList" not in report.partition("default executor")[2]


def test_lists_of_rows_are_read_where_they_lie() -> None:
    native = tf.function(rows, jit_compile=True)
    x = tf.constant(np.random.default_rng(1).normal(size=(5, 3)).astype(np.float32))
    same(native(x, tf.constant(5)), rows(x, tf.constant(5)))


@pytest.mark.parametrize("function", [squares, two_of_one_size, products])
def test_gradients_of_loops_with_lists_are_native(function: Any) -> None:
    def gradient(x: Any, n: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            parts = [tf.reduce_sum(each * each) for each in results(x, n)]
            total = tf.add_n(parts)
        return tape.gradient(total, x)

    def results(x: Any, n: Any) -> Any:
        return tf.nest.flatten(function(x, n))

    arguments = tf.constant([0.5, -1.0, 0.25]), tf.constant(3)
    native = tf.function(gradient, jit_compile=True)
    default = tf.function(gradient, jit_compile=False)
    same(native(*arguments), default(*arguments))
    assert "TensorListPopBack" not in native.jit_report()
