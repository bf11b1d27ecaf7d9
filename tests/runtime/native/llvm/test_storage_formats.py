"""float16 and bfloat16 in native code: computed in float32, and rounded once an op."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from graphir.ops.contract.registry import lookup
from runtime.native.functions.operations import OPERATIONS
from tests.runtime.native.small_regions import graph_of, run_by_default, run_natively

HALVES = [np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16)]


def all_numbers(dtype: Any) -> Any:
    """Every number of a type of 16 bits: NaN, infinities and denormals among them."""
    return np.arange(1 << 16, dtype=np.uint16).view(dtype)


def same_bits(found: Any, expected: Any) -> None:
    assert found.dtype == expected.dtype
    with np.errstate(invalid="ignore"):
        wrong = found != expected
        wrong &= (found == found) | (expected == expected)
    assert not wrong.any(), (found[wrong][:5], expected[wrong][:5])


@pytest.mark.parametrize("dtype", HALVES, ids=str)
@pytest.mark.parametrize("op", ["Neg", "Abs", "Square", "Sqrt", "Floor", "Relu"])
def test_simple_ops_give_the_same_bits_for_all_numbers(op: str, dtype: Any) -> None:
    x = all_numbers(dtype)
    graph = graph_of(op, [x])
    same_bits(run_natively(graph, x)[0], run_by_default(graph, x)[0])


@pytest.mark.parametrize("dtype", HALVES, ids=str)
@pytest.mark.parametrize("op", ["AddV2", "Sub", "Mul", "RealDiv", "Maximum"])
def test_arithmetic_gives_the_same_bits(op: str, dtype: Any) -> None:
    x = all_numbers(dtype)
    y = np.random.default_rng(3).permutation(x)
    graph = graph_of(op, [x, y])
    same_bits(run_natively(graph, x, y)[0], run_by_default(graph, x, y)[0])


@pytest.mark.parametrize("dtype", HALVES, ids=str)
@pytest.mark.parametrize(
    "op", sorted(op for op in OPERATIONS if "f" in OPERATIONS[op].kinds)
)
def test_ops_are_within_two_units(op: str, dtype: Any) -> None:
    """Of the narrow type: a kernel of several steps rounds more than once."""
    count = len(lookup(op).declared().inputs)
    random = np.random.default_rng(len(op))
    arrays = [random.uniform(0.5, 1.5, 50).astype(dtype) for _ in range(count)]
    graph = graph_of(op, arrays)
    try:
        expected = run_by_default(graph, *arrays)[0]
    except (tf.errors.OpError, TypeError):
        pytest.skip("there is no such op for the type")
    found = run_natively(graph, *arrays)[0]
    unit = 2.0**-10 if dtype == np.float16 else 2.0**-7
    wide = found.astype(np.float32), expected.astype(np.float32)
    np.testing.assert_allclose(*wide, rtol=2 * unit, atol=2 * unit)


@pytest.mark.parametrize("dtype", HALVES, ids=str)
@pytest.mark.parametrize("source", [np.float32, np.int32, np.int64, np.bool_, np.uint8])
def test_casts_from_and_to_other_types(dtype: Any, source: Any) -> None:
    random = np.random.default_rng(1)
    x = (random.standard_normal(1000) * 300).astype(source)
    graph = graph_of("Cast", [x], SrcT=tf.as_dtype(source), DstT=tf.as_dtype(dtype))
    same_bits(run_natively(graph, x)[0], run_by_default(graph, x)[0])
    back = x.astype(dtype)
    graph = graph_of("Cast", [back], SrcT=tf.as_dtype(dtype), DstT=tf.as_dtype(source))
    np.testing.assert_array_equal(
        run_natively(graph, back)[0], run_by_default(graph, back)[0]
    )


def test_every_float32_rounds_as_numpy_does() -> None:
    random = np.random.default_rng(5)
    x = random.integers(0, 1 << 32, 200_000, dtype=np.uint32).view(np.float32)
    x = np.concatenate([x, np.ldexp(np.float32(1), np.arange(-149, 128))])
    for dtype in HALVES:
        graph = graph_of("Cast", [x], SrcT=tf.float32, DstT=tf.as_dtype(dtype))
        same_bits(run_natively(graph, x)[0], run_by_default(graph, x)[0])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_programs_and_gradients(dtype: str) -> None:
    def program(x: Any, n: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            mean = tf.reduce_mean(x, axis=1, keepdims=True)
            y = tf.nn.softmax(tf.tanh(x - mean))
            for i in tf.range(n):
                y = y * tf.cast(i + 1, dtype)
            total = tf.reduce_sum(y * x)
        return y[:, ::2], tf.concat([y, x], 1), total, tape.gradient(total, x)

    x = tf.cast(np.random.default_rng(2).standard_normal((5, 37)), dtype)
    native = tf.function(program, jit_compile=True)
    default = tf.function(program, jit_compile=False)
    for a, b in zip(native(x, 3), default(x, 3), strict=True):
        assert a.dtype == b.dtype
        small = 0.01 if dtype == "float16" else 0.06
        np.testing.assert_allclose(
            np.asarray(a).astype(np.float32),
            np.asarray(b).astype(np.float32),
            rtol=small,
            atol=small,
        )
    assert "is not covered" not in native.jit_report()
