"""Depthwise convolutions and their gradients as native code, over generated windows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.regions import shared_work


def generated(number: int) -> tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]:
    """Shapes of images and filters, and how the windows go over them."""
    generator = np.random.default_rng(number)

    def draw(low: int, high: int) -> int:
        return int(generator.integers(low, high + 1))

    height, width = draw(1, 13), draw(1, 21)
    channels = (1, 3, 8, 16, 19, 24, 33)[number % 7]
    stride = draw(1, 3)
    rates = [1, 1] if stride > 1 else [draw(1, 2), draw(1, 3)]
    sizes = draw(1, 5), draw(1, 5)
    padding: Any = ("SAME", "VALID")[number % 2]
    if number % 5 == 0:
        padding = [[0, 0], [draw(0, 3), draw(0, 2)], [draw(0, 2), draw(0, 4)], [0, 0]]
    reach = [(size - 1) * rate + 1 for size, rate in zip(sizes, rates, strict=True)]
    images = draw(1, 3), max(height, reach[0]), max(width, reach[1]), channels
    attrs = {"strides": [1, stride, stride, 1], "padding": padding, "dilations": rates}
    return images, (*sizes, channels, 1), attrs


def with_gradients(x: Any, w: Any, attrs: dict[str, Any]) -> Any:
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.nn.depthwise_conv2d(x, w, **attrs)
        loss = tf.reduce_sum(y * y * y)
    return y, *tape.gradient(loss, [x, w])


def functions(attrs: dict[str, Any]) -> tuple[Any, Any]:
    """Native code and the default executor."""
    native, default = (
        tf.function(lambda x, w: with_gradients(x, w, attrs), jit_compile=jit)
        for jit in (True, False)
    )
    return native, default


def compare(number: int, dtype: Any) -> None:
    images, kernel, attrs = generated(number)
    generator = np.random.default_rng(number)
    x, w = (
        tf.constant(generator.normal(size=shape).astype(dtype))
        for shape in (images, kernel)
    )
    native, default = functions(attrs)
    small = 2e-5 if dtype is np.float32 else 1e-13
    for a, b in zip(native(x, w), default(x, w), strict=True):
        limit = small * max(1.0, float(np.abs(b.numpy()).max()))
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=0, atol=limit)
    own = native.jit_report().partition("default executor")[0]
    assert own.count("depthwise") == 3, native.jit_report()


@pytest.mark.parametrize("number", range(6))
def test_results_are_those_of_the_default_executor(number: int) -> None:
    compare(number, np.float32 if number % 3 else np.float64)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6, 90))
def test_results_over_many_windows(number: int) -> None:
    compare(number, np.float32 if number % 3 else np.float64)


@pytest.mark.parametrize("number", [3, 12])
def test_threads_share_rows_and_change_no_bit(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    images, kernel, attrs = generated(number)
    generator = np.random.default_rng(number)
    x, w = (
        tf.constant(generator.normal(size=shape).astype(np.float32))
        for shape in (images, kernel)
    )
    alone, _ = functions(attrs)
    before = alone(x, w)
    monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
    monkeypatch.setattr(shared_work, "LEAST_CHUNK", 1)
    monkeypatch.setattr(shared_work, "thread_count", lambda: 2)
    shared, _ = functions(attrs)
    for a, b in zip(shared(x, w)[:2], before[:2], strict=True):
        np.testing.assert_array_equal(a.numpy(), b.numpy())
