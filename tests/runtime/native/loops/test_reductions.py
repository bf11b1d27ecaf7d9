"""Reductions give what their kernels give; sums to the stated bound."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.llvm.failures import Unsupported
from runtime.native.lowering import reductions as lowering_reductions
from tests.runtime.native.functions.test_elementwise import values
from tests.runtime.native.small_regions import (
    graph_of,
    run_by_default,
    run_natively,
)

SHAPES = [(37,), (3, 40), (2, 3, 5), (0, 4), (4, 0), (1, 1), (5, 1, 70), (200, 3)]
AXES = [[0], [-1], [0, 1], [1], [0, 1, 2], [1, 2], [0, 2], []]


def assert_reduced(op: str, result: Any, expected: Any, x: Any) -> None:
    """Exact, but for sums and products of floats."""
    assert result.dtype == np.asarray(expected).dtype
    assert result.shape == np.shape(expected)
    if x.dtype.kind != "f" or op not in ("Sum", "Mean", "Prod"):
        np.testing.assert_array_equal(result, expected)
        return
    epsilon = np.finfo(x.dtype).eps
    with np.errstate(all="ignore"):
        total = np.abs(x[np.isfinite(x)]).sum() if op != "Prod" else np.abs(expected)
        bound = (x.size / 32 + 16) * epsilon * total + np.finfo(x.dtype).tiny
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(result[~finite], np.asarray(expected)[~finite])
    assert (
        np.abs(result - expected)[finite]
        <= np.broadcast_to(bound, finite.shape)[finite]
    ).all()


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("op", ["Sum", "Mean", "Max", "Min", "Prod", "All", "Any"])
def test_reduction_is_the_kernel(op: str, keep: bool) -> None:
    dtypes = (
        ["bool"] if op in ("All", "Any") else ["float32", "int32", "float64", "uint8"]
    )
    ran = 0
    for shape in SHAPES:
        for axes in AXES:
            if any(not -len(shape) <= axis < len(shape) for axis in axes):
                continue
            dtype = dtypes[(len(axes) + len(shape) + ran) % len(dtypes)]
            x = values(dtype, shape, ran)
            if op in ("Sum", "Mean", "Prod") and x.dtype.kind == "f":
                x = np.where(np.isfinite(x) & (np.abs(x) < 1e30), x, 1).astype(dtype)
            given = [x, np.array(axes, np.int32)]
            graph = graph_of(op, given, known=[1], keep_dims=keep)
            ran += check(op, graph, x)
    assert ran > 20


def check(op: str, graph: Any, x: Any) -> bool:
    try:
        (result,) = run_natively(graph, x)
    except Unsupported:
        return False
    with np.errstate(all="ignore"):
        (expected,) = run_by_default(graph, x)
    assert_reduced(op, result, expected, x)
    return True


@pytest.mark.parametrize("dtype", ["float32", "int64", "uint8"])
@pytest.mark.parametrize("op", ["ArgMax", "ArgMin"])
def test_position_is_the_first_extremum(op: str, dtype: str) -> None:
    """Also among equal ones; NaN is passed over."""
    for shape in [(37,), (3, 40), (4, 5, 6), (7, 33)]:
        for axis in range(len(shape)):
            x = values(dtype, shape, axis)
            graph = graph_of(op, [x, np.array(axis, np.int32)], known=[1])
            assert check(op, graph, x)


@pytest.mark.parametrize("op", ["Max", "Min", "Sum"])
def test_nan_is_not_lost(op: str) -> None:
    for place in (0, 5, 36, 39):
        x = np.ones((2, 40), np.float32)
        x[1, place] = np.nan
        for axis in (0, 1):
            graph = graph_of(op, [x, np.array([axis], np.int32)], known=[1])
            np.testing.assert_array_equal(
                run_natively(graph, x)[0], run_by_default(graph, x)[0]
            )


@pytest.mark.parametrize("op", ["Softmax", "LogSoftmax"])
@pytest.mark.parametrize("shape", [(5,), (3, 40), (2, 3, 17), (1, 1000), (4, 0)])
def test_softmax_is_near_the_exact_one(op: str, shape: tuple[int, ...]) -> None:
    x = np.random.default_rng(3).standard_normal(shape).astype(np.float32) * 5
    wide = x.astype(np.float64)
    shifted = wide - wide.max(-1, keepdims=True, initial=-np.inf)
    total = np.exp(shifted).sum(-1, keepdims=True)
    logs = shifted - np.log(np.where(total == 0, 1, total))
    (result,) = run_natively(graph_of(op, [x]), x)
    if op == "Softmax":
        np.testing.assert_allclose(result, np.exp(logs), rtol=4e-6)
    else:
        np.testing.assert_allclose(result, logs, rtol=4e-6, atol=4e-6)


@pytest.mark.parametrize("size", [10_000, 100_003, 1_000_000])
def test_long_sums_keep_their_digits(size: int) -> None:
    """The error does not grow with the number of elements."""
    x = np.random.default_rng(1).uniform(0, 1, size).astype(np.float32)
    graph = graph_of("Sum", [x, np.array([0], np.int32)], known=[1])
    (result,) = run_natively(graph, x)
    exact = x.astype(np.float64).sum()
    assert abs(result - exact) <= 1e-6 * exact


def test_a_reduction_is_not_looked_for_behind_what_is_there_already() -> None:
    """The row's mean is made for y, which a loop reads, and again for the gradient."""

    def program(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.softmax(tf.tanh(x - tf.reduce_mean(x, axis=1, keepdims=True)))
            for i in tf.range(3):
                y = y * tf.cast(i + 1, tf.float32)
            total = tf.reduce_sum(y * x)
        return tf.concat([y, x], 1), tape.gradient(total, x)

    x = tf.constant(np.random.default_rng(2).standard_normal((5, 37)), tf.float32)
    native = tf.function(program, jit_compile=True)
    for a, b in zip(native(x), program(x), strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("axes", [[0, 2], [1, 3], [0, 1, 3], [0, 2, 3]])
@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("op", ["Sum", "Prod", "Max", "Min", "Mean"])
def test_axes_that_do_not_lie_side_by_side(
    op: str, keep: bool, axes: list[int]
) -> None:
    x = np.random.default_rng(4).uniform(0.9, 1.1, (3, 4, 5, 6)).astype(np.float32)
    graph = graph_of(op, [x, np.array(axes, np.int32)], known=[1], keep_dims=keep)
    found, expected = run_natively(graph, x)[0], run_by_default(graph, x)[0]
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_a_sum_of_a_large_matrix_is_shared_by_rows() -> None:
    x = np.random.default_rng(4).standard_normal((1000, 300)).astype(np.float32)
    graph = graph_of("Sum", [x, np.array([0, 1], np.int32)], known=[1])
    total = run_natively(graph, x)[0]
    assert total.shape == ()
    np.testing.assert_allclose(total, x.astype(np.float64).sum(), rtol=1e-4, atol=1e-2)


def test_bias_gradients_with_channels_in_front() -> None:
    x = np.random.default_rng(4).standard_normal((4, 3, 5, 6)).astype(np.float32)
    graph = graph_of("BiasAddGrad", [x], data_format=b"NCHW")
    found, expected = run_natively(graph, x)[0], run_by_default(graph, x)[0]
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("size", [40_000, 99_991])
@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("op", ["Sum", "Max", "Mean"])
def test_large_vectors_are_reduced_in_rows(op: str, keep: bool, size: int) -> None:
    """A prime number of elements is not cut."""
    x = np.random.default_rng(4).standard_normal(size).astype(np.float32)
    graph = graph_of(op, [x, np.array([0], np.int32)], known=[1], keep_dims=keep)
    found, expected = run_natively(graph, x)[0], run_by_default(graph, x)[0]
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-2)


def test_rows_of_a_large_vector_that_is_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The vector is cut into rows where slices and reductions read it."""
    monkeypatch.setattr(lowering_reductions, "LARGE", 3)
    monkeypatch.setattr(lowering_reductions, "LEAST_ROWS", 2)

    def program(x: Any) -> Any:
        y = tf.exp(x[1::2]) - x[::-2]
        return tf.reduce_sum(y) * y + tf.reduce_max(x[3:11], keepdims=True)

    x = tf.constant(np.random.default_rng(5).standard_normal(60), tf.float32)
    native = tf.function(program, jit_compile=True)
    np.testing.assert_allclose(native(x).numpy(), program(x).numpy(), rtol=1e-5)
