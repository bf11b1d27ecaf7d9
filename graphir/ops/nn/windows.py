"""Sliding windows over spatial axes, shared by convolution and pooling."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.errors import UnimplementedError
from graphir.ops.contract.declaration import Op
from graphir.shapes import Dimension

BLOCK_BYTES: Final = 1 << 20
"""Patches of so many bytes are multiplied at a time, if they are many."""
LEAST_WINDOWS: Final = 192
"""Fewer at a time do not pay for the filter, which is read for each block."""
MOST_BYTES: Final = 1 << 24
"""Patches never take more at a time, if those of one image do not."""


@dataclass(frozen=True, slots=True)
class Windows:
    """The geometry of windows, one entry for each spatial axis.

    Positions are counted in the padded input.
    """

    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    before: tuple[int, ...]
    """Elements of padding before the first one."""
    after: tuple[int, ...]
    counts: tuple[int, ...]
    """How many windows there are."""

    def padded(self, array: Any, value: Any) -> Any:
        """The input, channels last, with its padding."""
        if not any(self.before) and not any(self.after):
            return array
        spatial = list(zip(self.before, self.after, strict=True))
        return np.pad(array, [(0, 0), *spatial, (0, 0)], constant_values=value)

    def view(self, padded: Any) -> Any:
        """[batch, windows..., size..., channels], a read-only view."""
        steps = padded.strides
        shape = (padded.shape[0], *self.counts, *self.sizes, padded.shape[-1])
        spatial = steps[1:-1]
        strides = (
            steps[0],
            *(step * stride for step, stride in zip(spatial, self.strides)),
            *(step * dilation for step, dilation in zip(spatial, self.dilations)),
            steps[-1],
        )
        return np.lib.stride_tricks.as_strided(padded, shape, strides, writeable=False)

    def patches(self, images: Any) -> Any:
        """The ``view`` of some images, padded."""
        _, *spatial, channels = images.shape
        sizes = [s + b + a for s, b, a in zip(spatial, self.before, self.after)]
        padded = np.zeros((len(images), *sizes, channels), images.dtype)
        self.cropped(padded, spatial)[...] = images
        return self.view(padded)

    def image_blocks(self, shape: Sequence[int], itemsize: int) -> list[slice]:
        """The batch in blocks whose patches stay in a cache.

        Patches repeat elements, so the patches of all images together do not fit.
        """
        patch = math.prod((*self.counts, *self.sizes, shape[-1])) * itemsize
        patch = max(1, patch)
        least = -(-LEAST_WINDOWS // max(1, math.prod(self.counts)))
        count = max(1, min(max(least, BLOCK_BYTES // patch), MOST_BYTES // patch))
        starts = range(0, shape[0], count)
        return [slice(start, min(start + count, shape[0])) for start in starts]

    def places(self) -> list[tuple[tuple[int, ...], tuple[slice, ...]]]:
        """For each element of a window, the part of the padded input it meets."""
        found = []
        for offset in itertools.product(*map(range, self.sizes)):
            slices = tuple(
                slice(at * dilation, at * dilation + (count - 1) * stride + 1, stride)
                for at, dilation, count, stride in zip(
                    offset, self.dilations, self.counts, self.strides
                )
            )
            found.append((offset, (slice(None), *slices, slice(None))))
        return found

    def fold(self, patches: Any, spatial: Sequence[int]) -> Any:
        """Sums patches at their positions in the image: the transpose of ``view``."""
        sizes = [s + b + a for s, b, a in zip(spatial, self.before, self.after)]
        shape = (patches.shape[0], *sizes, patches.shape[-1])
        total = np.zeros(shape, patches.dtype)
        rank = len(self.sizes)
        for offset, place in self.places():
            index = (slice(None), *[slice(None)] * rank, *offset, slice(None))
            total[place] += patches[index]
        return self.cropped(total, spatial)

    def cropped(self, padded: Any, spatial: Sequence[int]) -> Any:
        """The padded array without its padding."""
        inner = [slice(b, b + s) for b, s in zip(self.before, spatial)]
        index = (slice(None), *inner, slice(None))
        return padded[index]


class SlidingWindow(Op):
    """Ops with strides, padding and a data format."""

    def _spatial(self, per_axis: Sequence[int]) -> tuple[int, ...]:
        """The spatial entries of a list that has one entry for each axis."""
        if self._is_channels_first():
            return tuple(per_axis[2:])
        return tuple(per_axis[1:-1])

    def _is_channels_first(self) -> bool:
        return bool(self.data_format.startswith(b"NC"))

    def _channels_last(self, array: Any) -> Any:
        return np.moveaxis(array, 1, -1) if self._is_channels_first() else array

    def _as_given(self, array: Any) -> Any:
        return np.moveaxis(array, -1, 1) if self._is_channels_first() else array

    def _explicit(self) -> list[tuple[int, int]]:
        flat = list(self.explicit_paddings)
        pairs = list(zip(flat[::2], flat[1::2], strict=True))
        return pairs[2:] if self._is_channels_first() else pairs[1:-1]

    def _windows(
        self, spatial: Sequence[int], sizes: Sequence[int], dilations: Sequence[int]
    ) -> Windows:
        strides = self._spatial(self.strides)
        self._check_steps(sizes)
        axes = [
            self._axis(*each)
            for each in zip(range(len(sizes)), spatial, sizes, strides, dilations)
        ]
        before, after, counts = zip(*axes) if axes else ((), (), ())
        for count, size in zip(counts, sizes):
            if count < 0:
                raise self.invalid(
                    f"Computed output size would be negative: {count} [window: {size}]"
                )
        return Windows(
            tuple(sizes), strides, tuple(dilations), tuple(before), tuple(after), counts
        )

    def _check_steps(self, sizes: Sequence[int]) -> None:
        for stride in self.strides:
            if stride <= 0:
                raise self.invalid(f"Stride must be > 0, but got {stride}")
        if min(sizes, default=1) <= 0 and "ksize" in self._attrs:
            raise self.invalid(
                "Sliding window ksize must be positive. The specified or inferred "
                f"ksize is: {','.join(map(str, self.ksize))}"
            )
        if self._other(self.strides) - {1}:
            raise UnimplementedError(
                None,
                type(self).__name__,
                "Current implementation does not yet support strides in the batch and "
                "depth dimensions.",
            )

    def _other(self, per_axis: Sequence[int]) -> set[int]:
        """The entries of batch and channels."""
        if len(per_axis) < 2:
            return set()
        channels = per_axis[1] if self._is_channels_first() else per_axis[-1]
        return {per_axis[0], channels}

    def _axis(
        self, index: int, total: int, size: int, stride: int, dilation: int
    ) -> tuple[int, int, int]:
        reach = (size - 1) * dilation + 1
        if self.padding == b"SAME":
            count = -(-total // stride)
            missing = max(0, (count - 1) * stride + reach - total)
            return missing // 2, missing - missing // 2, count
        before, after = (0, 0)
        if self.padding == b"EXPLICIT":
            before, after = self._explicit()[index]
        return before, after, (total + before + after - reach) // stride + 1

    def _count(
        self, index: int, total: Dimension, size: Dimension, stride: int, dilation: int
    ) -> Dimension:
        """The number of windows along an axis, as far as it is known."""
        if total is None or (size is None and self.padding != b"SAME"):
            return None
        if stride <= 0:
            raise ValueError(f"Stride must be > 0, but got {stride}")
        count = self._axis(index, total, size or 1, stride, dilation)[2]
        if count < 0:
            raise ValueError(
                f"Negative dimension size caused by subtracting {size} from {total}."
            )
        return count
