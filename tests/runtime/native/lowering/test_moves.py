"""Ops that move elements: padded, taken apart, repeated, turned round, chosen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from tests.runtime.native.small_regions import (
    graph_of,
    run_by_default,
    run_natively,
)

SHAPES: list[tuple[int, ...]] = [(5,), (3, 70), (4, 1, 6), (2, 0, 3)]
DTYPES = ["float32", "float16", "int64", "bool"]


def array_of(shape: tuple[int, ...], dtype: str) -> Any:
    found = np.random.default_rng(3).integers(0, 100, shape).astype(dtype)
    return found * np.dtype(dtype).type(1)


def calls_for(x: Any) -> list[tuple[str, list[Any], tuple[int, ...], dict[str, Any]]]:
    """Ops with inputs, of which some are known, and attributes."""
    rank, last = x.ndim, x.shape[-1]
    pads = np.array([[i, 2 - i] for i in range(rank)], np.int32) % 3
    every = np.arange(rank, dtype=np.int32)
    found: list[Any] = [
        ("Pad", [x, pads], (1,), {}),
        ("Pad", [x, 0 * pads], (1,), {}),
        ("PadV2", [x, pads, x.dtype.type(1)], (1,), {}),
        ("Unpack", [x], (), {"num": last, "axis": -1}),
        ("SplitV", [x, np.array([1, -1, 1]), np.int32(-1)], (1, 2), {"num_split": 3}),
        ("Tile", [x, np.array([2] * rank, np.int32)], (1,), {}),
        ("Tile", [x, np.array([1] * (rank - 1) + [3], np.int32)], (1,), {}),
        ("ReverseV2", [x, every], (1,), {}),
        ("ReverseV2", [x, every[-1:]], (1,), {}),
        ("Roll", [x, np.int32(2), np.int32(-1)], (1, 2), {}),
        ("Roll", [x, np.array([-1] * rank), every], (1, 2), {}),
    ]
    if rank > 1:
        for lower, upper in ((0, 0), (-1, 0), (1, -1), (-1, -1)):
            bounds = np.int64(lower), np.int64(upper)
            if lower <= x.shape[-2] and upper <= last:
                found.append(("MatrixBandPart", [x, *bounds], (1, 2), {}))
    return found


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_native_code_is_the_kernel(shape: tuple[int, ...], dtype: str) -> None:
    x = array_of(shape, dtype)
    for op, inputs, known, attrs in calls_for(x):
        graph = graph_of(op, inputs, known, **attrs)
        given = [each for i, each in enumerate(inputs) if i not in known]
        results = run_natively(graph, *given)
        for result, expected in zip(results, run_by_default(graph, *given)):
            assert result.dtype == expected.dtype
            np.testing.assert_array_equal(result, expected, err_msg=op)


def test_a_vector_chooses_rows() -> None:
    chosen = np.array([True, False, True])
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    graph = graph_of("Select", [chosen, x, -x])
    given = [chosen, x, -x]
    (result,), (expected,) = run_natively(graph, *given), run_by_default(graph, *given)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("axis", [-1, 0, 1])
@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8"])
def test_one_hot(axis: int, dtype: str) -> None:
    places = np.array([[0, 3, 9], [5, 1, 2]], dtype)
    inputs = [places, np.int32(7), np.float32(2), np.float32(-1)]
    graph = graph_of("OneHot", inputs, (1,), axis=axis)
    given = [inputs[0], *inputs[2:]]
    (result,), (expected,) = run_natively(graph, *given), run_by_default(graph, *given)
    np.testing.assert_array_equal(result, expected)


SLICES: dict[str, Any] = {
    "a new axis": lambda x: x[:, None],
    "an ellipsis": lambda x: x[..., 1],
    "an ellipsis before others": lambda x: x[..., 1:3, ::2],
    "an ellipsis of nothing": lambda x: x[1, ..., 2, 1],
    "all at once": lambda x: x[None, 1, ..., None, ::-1],
    "backwards": lambda x: x[::-1, :, 4:1:-1],
    "new axes at the end": lambda x: x[1:, ..., None, None],
    "of nothing": lambda x: x[3:1],
    "with strides": lambda x: x[:, 1::2, ::5],
    "backwards with strides": lambda x: x[:, ::-3, -2::-2],
}


@pytest.mark.parametrize("name", SLICES)
def test_slices_and_what_goes_back_to_them(name: str) -> None:
    x = np.random.default_rng(1).standard_normal((3, 4, 6)).astype(np.float32)

    def run(jit: bool) -> list[Any]:
        @tf.function(jit_compile=jit)
        def function(x: Any) -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                found = SLICES[name](x * 2)
                total = tf.reduce_sum(found * found)
            return found, tape.gradient(total, x)

        results = function(tf.constant(x))
        assert not jit or "default" not in function.jit_report()
        return [each.numpy() for each in results]

    for result, expected in zip(run(True), run(False), strict=True):
        np.testing.assert_allclose(result, expected, 1e-6)


@pytest.mark.parametrize("place", [0, 2, -1, 9])
def test_an_index_that_is_computed_in_any_axis(place: int) -> None:
    x = np.random.default_rng(1).standard_normal((3, 4, 6)).astype(np.float32)

    def run(jit: bool) -> Any:
        @tf.function(jit_compile=jit)
        def function(x: Any, i: Any) -> Any:
            return tf.exp(x[:, i]) + x[:, i, :] * x[1, :, i % 6][1]

        try:
            return function(tf.constant(x), tf.constant(place)).numpy()
        except tf.errors.InvalidArgumentError as error:
            return str(error).split(";", maxsplit=1)[0]

    expected, result = run(False), run(True)
    if isinstance(expected, str):
        assert result == expected
    else:
        np.testing.assert_allclose(result, expected, 1e-5)
