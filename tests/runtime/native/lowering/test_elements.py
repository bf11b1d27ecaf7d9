"""Element-wise ops that dtypes or attributes decide: truths, remainders."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")

RANDOM = np.random.default_rng(0)


TABLE = RANDOM.standard_normal((20, 7)).astype(np.float32)


PLACES = RANDOM.integers(0, 20, (5, 3))


def test_truths_are_gathered() -> None:
    def program(x: Any, i: Any) -> Any:
        return tf.logical_or(tf.gather(x, i), tf.logical_not(tf.gather(x, i + 1)))

    x, i = tf.constant(TABLE[:, 0] > 0), tf.constant(PLACES % 19)
    native = tf.function(program, jit_compile=True)
    assert native(x, i).numpy().tolist() == program(x, i).numpy().tolist()


@pytest.mark.parametrize("op", ["floormod", "truncatemod"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_remainders_of_floats_are_exact(op: str, dtype: Any) -> None:
    special = np.array([0.0, -0.0, 1, -1, 5.5, -5.5, 3, np.inf, -np.inf, np.nan, 1e30])
    x, y = (each.ravel().astype(dtype) for each in np.meshgrid(special, special))

    def remainder(x: Any, y: Any) -> Any:
        found = tf.math.floormod(x, y) if op == "floormod" else tf.truncatemod(x, y)
        return found + 0 * tf.exp(-tf.abs(y))

    native = tf.function(remainder, jit_compile=True)
    default = tf.function(remainder, jit_compile=False)
    np.testing.assert_array_equal(native(x, y).numpy(), default(x, y).numpy())
    assert "is not covered" not in native.jit_report()


BITS = np.array(
    [0, 1 << 31, 0x7F800000, 0xFFC00001, 0x7FC12345, 1, 0x3F800000], np.uint32
)
"""Zeros of both signs, infinity, NaN with payloads, a denormal, one."""


@pytest.mark.parametrize("target", [tf.int32, tf.uint32, tf.float32])
@pytest.mark.parametrize("source", [np.int32, np.uint32, np.float32])
def test_bits_are_read_as_another_type(source: Any, target: Any) -> None:
    def program(x: Any) -> Any:
        return tf.bitcast(tf.reverse(x, [0]), target)

    x = tf.constant(np.tile(BITS, 5).view(source))
    graph = tf.function(program, jit_compile=True)
    expected = np.tile(BITS, 5)[::-1]
    assert graph(x).numpy().view(np.uint32).tolist() == expected.tolist()
    assert graph(x).dtype == target


def test_bits_of_other_sizes_and_halves_are_left_to_the_default_executor() -> None:
    def program(x: Any) -> Any:
        whole = tf.bitcast(x * 2.0, tf.int64)
        halves = tf.bitcast(tf.cast(x[:, 0], tf.float16), tf.int16)
        return whole, tf.bitcast(tf.bitcast(halves, tf.float16) * 2, tf.uint16)

    x = tf.constant(TABLE[:, :2])
    native = tf.function(program, jit_compile=True)
    default = tf.function(program, jit_compile=False)
    for ours, theirs in zip(native(x), default(x), strict=True):
        assert ours.numpy().tolist() == theirs.numpy().tolist()
    report = native.jit_report()
    assert "Bitcast of float32 to int64 changes axes" in report
    assert "the bits of half floats are not covered" in report


def test_the_bits_of_a_constant_nan_are_kept() -> None:
    """Also of one that signals, which arithmetic would change."""
    signals = np.array([0x7F800001], np.uint32).view(np.float32)

    def program(x: Any) -> Any:
        return x + tf.bitcast(tf.constant(signals), tf.int32)

    zeros = tf.zeros([3], tf.int32)
    native = tf.function(program, jit_compile=True)
    assert native(zeros).numpy().tolist() == [0x7F800001] * 3
