"""Kernels that take large arrays a block at a time give what they give for parts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.ops.nn import softmax, windows
from tests.graphir.ops.running import run


def sample(*shape: int) -> Any:
    return np.random.RandomState(3).standard_normal(shape).astype(np.float32)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "BLOCK_BYTES", 2000)
    monkeypatch.setattr(softmax, "_BLOCK", 8)


CONVOLUTIONS = [
    {"strides": [1, 1, 1, 1], "padding": b"SAME"},
    {"strides": [1, 2, 1, 1], "padding": b"VALID"},
    {"strides": [1, 2, 2, 1], "padding": b"SAME", "dilations": [1, 1, 1, 1]},
    {"strides": [1, 1, 1, 1], "padding": b"SAME", "dilations": [1, 2, 2, 1]},
]


@pytest.mark.parametrize("attrs", CONVOLUTIONS)
@pytest.mark.parametrize("groups", [1, 2])
def test_convolution_does_not_depend_on_blocks(
    attrs: dict[str, Any], groups: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    images, filters = sample(5, 7, 6, 4), sample(3, 2, 4 // groups, 6)
    whole = run("Conv2D", images, filters, **attrs)
    sizes, filter_sizes = np.int32(images.shape), np.int32(filters.shape)
    gradient = sample(*whole.shape)
    inputs = run("Conv2DBackpropInput", sizes, filters, gradient, **attrs)
    kernels = run("Conv2DBackpropFilter", images, filter_sizes, gradient, **attrs)
    monkeypatch.setattr(windows, "BLOCK_BYTES", 2000)
    blocks = run("Conv2D", images, filters, **attrs)
    np.testing.assert_allclose(blocks, whole, rtol=1e-5, atol=1e-5)
    again = run("Conv2DBackpropInput", sizes, filters, gradient, **attrs)
    np.testing.assert_allclose(again, inputs, rtol=1e-5, atol=1e-5)
    again = run("Conv2DBackpropFilter", images, filter_sizes, gradient, **attrs)
    np.testing.assert_allclose(again, kernels, rtol=1e-4, atol=1e-4)
    # gradients are the transposes of the convolution: <conv x, d> = <x, conv' d>
    product = np.vdot(whole, gradient)
    np.testing.assert_allclose(np.vdot(images, inputs), product, rtol=1e-3)
    np.testing.assert_allclose(np.vdot(filters, kernels), product, rtol=1e-3)


@pytest.mark.parametrize("batch", [0, 1])
def test_convolution_of_few_images(batch: int) -> None:
    attrs = CONVOLUTIONS[0]
    images, filters = sample(batch, 5, 5, 2), sample(3, 3, 2, 4)
    assert run("Conv2D", images, filters, **attrs).shape == (batch, 5, 5, 4)


@pytest.mark.usefixtures("small_blocks")
def test_softmax_does_not_depend_on_blocks() -> None:
    logits = sample(3, 5, 4)
    logits[0, 0, 0] = np.nan
    logits[1, 1, 1] = np.inf
    expected = np.stack([[run("Softmax", row[None])[0] for row in m] for m in logits])
    np.testing.assert_allclose(run("Softmax", logits), expected, rtol=1e-6)
