"""Depthwise convolutions in blocks of rows, beside sums written out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.ops.nn import depthwise_blocks
from graphir.ops.nn.windows import Windows


def generated(number: int) -> tuple[Windows, Any, Any, Any]:
    """Windows, images, filters, and a gradient."""
    generator = np.random.default_rng(number)

    def pair(low: int, high: int) -> tuple[int, int]:
        first, second = generator.integers(low, high + 1, 2)
        return int(first), int(second)

    sizes, strides, rates = pair(1, 4), pair(1, 3), pair(1, 2)
    before, after, spatial = pair(0, 2), pair(0, 2), pair(7, 12)
    along = zip(spatial, before, after, sizes, strides, rates, strict=True)
    counts = [
        (size + b + a - (taps - 1) * rate - 1) // stride + 1
        for size, b, a, taps, stride, rate in along
    ]
    windows = Windows(sizes, strides, rates, before, after, (counts[0], counts[1]))
    channels = int(generator.integers(1, 7))
    shapes = (3, *spatial, channels), (*sizes, channels), (3, *counts, channels)
    images, kernel, gradient = (generator.normal(size=shape) for shape in shapes)
    return windows, images, kernel, gradient


@pytest.mark.parametrize("block", [64, 1 << 18])
@pytest.mark.parametrize("number", range(12))
def test_blocks_give_the_sums_written_out(
    number: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(depthwise_blocks, "BLOCK_BYTES", block)
    windows, images, kernel, gradient = generated(number)
    padded = windows.padded(images, 0)
    total = np.zeros_like(padded)
    forward, filters = np.zeros_like(gradient), np.zeros_like(kernel)
    for offset, place in windows.places():
        forward += padded[place] * kernel[offset]
        total[place] += gradient * kernel[offset]
        filters[offset] = (padded[place] * gradient).sum((0, 1, 2))
    spatial = images.shape[1:3]
    found = (
        depthwise_blocks.depthwise(windows, images, kernel),
        depthwise_blocks.depthwise_back(windows, gradient, kernel, spatial),
        depthwise_blocks.depthwise_filters(windows, images, gradient),
    )
    wanted = forward, windows.cropped(total, spatial), filters
    for ours, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)
