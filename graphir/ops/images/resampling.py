"""Weighted sums along an axis, the basis of every resizing method.

Resizing is linear and works on each axis alone, so an axis is described by the taps
of its new positions: which old elements each one reads, and with which weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

_TABLE_SIZE: Final = 1024
"""Cubic weights are rounded to this many places between two elements."""
_TINY: Final = 1000 * np.finfo(np.float32).tiny
"""Weights with a smaller sum are not scaled to a sum of 1."""


@dataclass(frozen=True, slots=True)
class Taps:
    """For each new position, a row of indices into the old axis and their weights."""

    indices: Any
    weights: Any

    def gather(self, array: Any, axis: int) -> Any:
        """The axis at its new positions."""
        column = [1] * array.ndim
        column[axis] = -1
        total = None
        for index, weight in zip(self.indices.T, self.weights.T):
            part = np.take(array, index, axis) * weight.reshape(column)
            total = part if total is None else total + part
        return total

    def scatter(self, gradient: Any, axis: int, size: int) -> Any:
        """The transpose of ``gather``: each old element's share of a gradient."""
        moved = np.moveaxis(gradient, axis, 0)
        total = np.zeros((size, *moved.shape[1:]), gradient.dtype)
        column = (-1, *[1] * (gradient.ndim - 1))
        for index, weight in zip(self.indices.T, self.weights.T):
            np.add.at(total, index, moved * weight.reshape(column))
        return np.moveaxis(total, 0, axis)


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis to be resized, and where its new positions lie on the old one."""

    old: int
    new: int
    align_corners: bool = False
    half_pixel_centers: bool = False

    @property
    def scale(self) -> Any:
        """Old elements for each new one."""
        if self.align_corners and self.new > 1:
            return np.float32(self.old - 1) / np.float32(self.new - 1)
        return np.float32(self.old) / np.float32(self.new)

    def positions(self) -> Any:
        """Where each new element lies, in old elements."""
        places = np.arange(self.new).astype(np.float32)
        if self.half_pixel_centers:
            return (places + np.float32(0.5)) * self.scale - np.float32(0.5)
        return places * self.scale

    def nearest(self) -> Any:
        """The old element for each new one."""
        places = np.arange(self.new).astype(np.float32)
        if self.half_pixel_centers:
            places += np.float32(0.5)
        places = places * self.scale
        if self.align_corners:
            places += np.float32(0.5)  # halves away from zero
        return np.clip(np.floor(places).astype(np.int64), 0, self.old - 1)

    def linear(self) -> Taps:
        """The two elements around each position."""
        positions = self.positions()
        floor = np.floor(positions)
        lower = np.maximum(floor.astype(np.int64), 0)
        upper = np.minimum(np.ceil(positions).astype(np.int64), self.old - 1)
        share = positions - floor
        return Taps(
            np.stack([np.minimum(lower, self.old - 1), upper], 1),
            np.stack([1 - share, share], 1),
        )

    def cubic(self) -> Taps:
        """The four elements around each position, with Keys' cubic weights."""
        positions = self.positions()
        floor = np.floor(positions)
        offset = np.rint((positions - floor) * np.float32(_TABLE_SIZE)).astype(np.int64)
        table = _cubic_table(-0.5 if self.half_pixel_centers else -0.75)
        rest = _TABLE_SIZE - offset
        weights = np.stack(
            [table[1][offset], table[0][offset], table[0][rest], table[1][rest]], 1
        )
        wanted = floor.astype(np.int64)[:, None] + np.arange(-1, 3)
        indices = np.clip(wanted, 0, self.old - 1)
        if self.half_pixel_centers:
            weights = _normalized(np.where(indices == wanted, weights, np.float32(0)))
        return Taps(indices, weights)

    def area(self) -> Taps:
        """The elements each new one covers, weighted with how much it covers."""
        scale = self.scale
        begin = np.arange(self.new).astype(np.float32) * scale
        end = (np.arange(self.new) + 1).astype(np.float32) * scale
        first = np.floor(begin).astype(np.int64)
        count = int(np.max(np.ceil(end).astype(np.int64) - first, initial=1))
        wanted = first[:, None] + np.arange(count)
        covered = np.minimum(wanted + 1, end[:, None]) - np.maximum(
            wanted, begin[:, None]
        )
        weights = (np.maximum(covered, 0) / scale).astype(np.float32)
        return Taps(np.clip(wanted, 0, self.old - 1), weights)


def _cubic_table(sharpness: float) -> tuple[Any, Any]:
    """Weights at distances from 0 to 1, and from 1 to 2."""
    a = np.float32(sharpness)
    near = (np.arange(_TABLE_SIZE + 1) / _TABLE_SIZE).astype(np.float32)
    far = near + np.float32(1)
    return (
        ((a + 2) * near - (a + 3)) * near * near + 1,
        ((a * far - 5 * a) * far + 8 * a) * far - 4 * a,
    )


def _normalized(weights: Any) -> Any:
    total = weights.sum(1, keepdims=True)
    scalable = np.abs(total) >= _TINY
    return np.where(scalable, weights / np.where(scalable, total, 1), weights)


# --- kernels of ScaleAndTranslate: radius, and weight at a distance


def _lanczos(radius: float) -> Callable[[Any], Any]:
    def weight(x: Any) -> Any:
        safe = np.where(x < 1e-3, 1, x) * math.pi
        value = radius * np.sin(safe) * np.sin(safe / radius) / (safe * safe)
        return np.where(x < 1e-3, 1, np.where(x > radius, 0, value))

    return weight


def _gaussian(x: Any) -> Any:
    return np.where(x >= 1.5, 0, np.exp(-(x * x) / (2 * 0.5**2)))


def _box(x: Any) -> Any:
    return np.where(x < 0.5, 1, np.where(x == 0.5, 0.5, 0))


def _triangle(x: Any) -> Any:
    return np.maximum(1 - x, 0)


def _keys_cubic(x: Any) -> Any:
    near = (1.5 * x - 2.5) * x * x + 1
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return np.where(x >= 2, 0, np.where(x >= 1, far, near))


def _mitchell_cubic(x: Any) -> Any:
    near = (7 / 6 * x - 2) * x * x + 8 / 9
    far = ((-7 / 18 * x + 2) * x - 10 / 3) * x + 16 / 9
    return np.where(x >= 2, 0, np.where(x >= 1, far, near))


KERNELS: Final[dict[bytes, tuple[float, Callable[[Any], Any]]]] = {
    b"lanczos1": (1.0, _lanczos(1.0)),
    b"lanczos3": (3.0, _lanczos(3.0)),
    b"lanczos5": (5.0, _lanczos(5.0)),
    b"gaussian": (1.5, _gaussian),
    b"box": (1.0, _box),
    b"triangle": (1.0, _triangle),
    b"keyscubic": (2.0, _keys_cubic),
    b"mitchellcubic": (2.0, _mitchell_cubic),
}


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the old axis lies under the new one."""

    old: int
    new: int
    scale: np.float32
    translation: np.float32

    def taps(self, kernel: bytes, antialias: bool) -> Taps:
        """The elements under the kernel at each new position."""
        radius, weigh = KERNELS[kernel]
        inverse = np.float32(1) / self.scale
        stretch = np.maximum(inverse, np.float32(1)) if antialias else np.float32(1)
        reach = np.float32(radius) * stretch
        centers = np.arange(self.new).astype(np.float32) + np.float32(0.5)
        samples = centers * inverse - inverse * self.translation
        last = self.old - 1
        start = np.clip(np.ceil(samples - reach - np.float32(0.5)), 0, last)
        stop = np.clip(np.floor(samples + reach - np.float32(0.5)), 0, last)
        first = start.astype(np.int64)
        count = int(np.max(stop.astype(np.int64) - first, initial=0)) + 1
        wanted = first[:, None] + np.arange(count)
        distance = np.abs(wanted + np.float32(0.5) - samples[:, None]) / stretch
        weights = weigh(distance).astype(np.float32)
        is_inside = (samples >= 0) & (samples <= self.old)
        is_read = is_inside[:, None] & (wanted <= stop[:, None])
        weights = _normalized(np.where(is_read, weights, np.float32(0)))
        return Taps(np.minimum(wanted, last), weights)
