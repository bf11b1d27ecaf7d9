"""Depthwise convolutions by multiplications of shifted rows, which stay in the cache.

Rows are processed in blocks. If windows are adjacent, the filters of all channels are
repeated along the row, so that NumPy processes a whole row at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphir.compute.array_pool import new_array
from graphir.compute.block_sums import sum_over
from graphir.compute.threads import in_parts
from graphir.ops.nn.windows import Windows

BLOCK_BYTES: Final = 1 << 18
"""Results of so many bytes are made at a time: half of a second cache."""

Part = tuple[int, slice]
"""An image, and some of its rows of windows."""


def _parts(windows: Windows, images: int, row_bytes: int) -> list[Part]:
    """Blocks of rows of windows of each image."""
    count = windows.counts[0]
    rows = max(1, BLOCK_BYTES // max(1, row_bytes))
    return [
        (image, slice(first, min(first + rows, count)))
        for image in range(images)
        for first in range(0, count, rows)
    ]


def _for_each(parts: Sequence[Part], work: Callable[[Part], None]) -> None:
    def do(first: int, last: int) -> None:
        for part in parts[first:last]:
            work(part)

    in_parts(do, len(parts), 1)


class _Places:
    """Where the windows' elements lie in padded images."""

    def __init__(self, windows: Windows, channels: int) -> None:
        self.windows = windows
        self.channels = channels
        self.is_flat = windows.strides[1] == 1
        """Whether a row of what windows meet lies together."""

    def factors(self, kernel: Any) -> Any:
        """The filters [height, width, channels] as factors of rows."""
        if not self.is_flat:
            return kernel
        return np.tile(kernel, (1, 1, self.windows.counts[1]))

    def rows(self, padded: Any, rows: slice, offset: tuple[int, int]) -> Any:
        """The elements of some rows of windows at one position of the filter."""
        windows = self.windows
        y, x = (at * rate for at, rate in zip(offset, windows.dilations, strict=True))
        down, across = windows.strides
        first, count = y + rows.start * down, rows.stop - rows.start
        lines = padded[first : first + (count - 1) * down + 1 : down]
        if not self.is_flat:
            return lines[:, x : x + (windows.counts[1] - 1) * across + 1 : across]
        size = windows.counts[1] * self.channels
        flat = lines.reshape(count, -1)
        return flat[:, x * self.channels : x * self.channels + size]

    def shaped(self, result: Any) -> Any:
        """Rows of results, or gradients, in the layout of ``rows``."""
        return result.reshape(len(result), -1) if self.is_flat else result


def _offsets(windows: Windows) -> list[tuple[int, int]]:
    height, width = windows.sizes
    return [(y, x) for y in range(height) for x in range(width)]


def depthwise(windows: Windows, array: Any, kernel: Any) -> Any:
    """[images, height, width, channels], [height, width, channels] -> the sums."""
    padded, channels = windows.padded(array, 0), array.shape[-1]
    padded = np.ascontiguousarray(padded)
    result = new_array((len(array), *windows.counts, channels), array.dtype)
    places = _Places(windows, channels)
    factors = places.factors(kernel)
    row_bytes = windows.counts[1] * channels * array.itemsize

    def fill(part: Part) -> None:
        image, rows = part
        total = places.shaped(result[image, rows])
        product = np.empty_like(total)
        for number, offset in enumerate(_offsets(windows)):
            found = places.rows(padded[image], rows, offset)
            if not number:
                np.multiply(found, factors[offset], out=total)
                continue
            np.multiply(found, factors[offset], out=product)
            np.add(total, product, out=total)

    _for_each(_parts(windows, len(array), row_bytes), fill)
    return result


def depthwise_back(
    windows: Windows, gradient: Any, kernel: Any, spatial: Sequence[int]
) -> Any:
    """[images, windows..., channels], filters -> [images, spatial..., channels]."""
    channels = gradient.shape[-1]
    gradient = np.ascontiguousarray(gradient)
    sizes = [
        size + before + after
        for size, before, after in zip(
            spatial, windows.before, windows.after, strict=True
        )
    ]
    result = new_array((len(gradient), *spatial, channels), gradient.dtype)
    places = _Places(windows, channels)
    factors = places.factors(kernel)
    row_bytes = windows.counts[1] * channels * gradient.itemsize
    blocks = [rows for _, rows in _parts(windows, 1, row_bytes)]
    top, left = windows.before

    def fill(part: Part) -> None:
        image, _ = part
        total = np.zeros((*sizes, channels), gradient.dtype)
        for rows in blocks:
            given = places.shaped(gradient[image, rows])
            product = np.empty_like(given)
            for offset in _offsets(windows):
                np.multiply(given, factors[offset], out=product)
                target = places.rows(total, rows, offset)
                np.add(target, product, out=target)
        found = total[top : top + spatial[0], left : left + spatial[1]]
        result[image] = found

    _for_each([(image, slice(0, 0)) for image in range(len(gradient))], fill)
    return result


def depthwise_filters(windows: Windows, array: Any, gradient: Any) -> Any:
    """The gradient of the filters, [height, width, channels]."""
    padded, channels = windows.padded(array, 0), array.shape[-1]
    padded, gradient = np.ascontiguousarray(padded), np.ascontiguousarray(gradient)
    places = _Places(windows, channels)
    row_bytes = windows.counts[1] * channels * array.itemsize
    parts = _parts(windows, len(array), row_bytes)
    sums = np.empty((len(parts), *windows.sizes, channels), array.dtype)

    def add(first: int, last: int) -> None:
        for number in range(first, last):
            image, rows = parts[number]
            given = places.shaped(gradient[image, rows])
            for offset in _offsets(windows):
                found = places.rows(padded[image], rows, offset)
                # rows are few: their sums keep what a sum of all would round off
                columns = np.einsum("r...,r...->...", found, given)
                sums[number][offset] = sum_over(columns.reshape(-1, channels), (0,))

    in_parts(add, len(parts), 1)
    return sum_over(sums, (0,))


def is_plain(windows: Windows, kernel: Sequence[int], images: int) -> bool:
    """Whether there is one filter for a channel, and something to compute."""
    sizes = (*windows.counts, *windows.sizes, kernel[2], images)
    return kernel[3] == 1 and math.prod(sizes) > 0
