"""Pooling by a factor that is no whole number, over random regions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir.ops.declaration import Op, needs_runtime, no_gradient
from graphir.shapes import Shape

_ATTRS = """
    pooling_ratio: list(float) >= 4; pseudo_random: bool = False;
    overlapping: bool = False; deterministic: bool = False; seed: int = 0;
    seed2: int = 0; T: type in [float,double,int32,int64]
"""
_RESULTS = "output: T, row_pooling_sequence: int64, col_pooling_sequence: int64"


class FractionalPooling(Op):
    """Regions between the boundaries of two rising sequences."""

    compute = needs_runtime
    input_gradients = no_gradient

    def infer_shape(self) -> list[Shape]:
        shape = self.value.shape.with_rank(4)
        sizes = [
            None if size is None else math.floor(size / ratio)
            for size, ratio in zip(shape.dims, self.pooling_ratio)
        ]
        bounds = [None if size is None else size + 1 for size in sizes[1:3]]
        return [Shape(sizes), Shape(bounds[:1]), Shape(bounds[1:])]


class FractionalMaxPool(
    FractionalPooling,
    signature=f"FractionalMaxPool(value: T) -> ({_RESULTS}) | {_ATTRS}",
):
    """The largest element of each region."""


class FractionalAvgPool(
    FractionalPooling,
    signature=f"FractionalAvgPool(value: T) -> ({_RESULTS}) | {_ATTRS}",
):
    """The mean of each region."""


def boundaries(size: int, count: int, is_pseudo_random: bool, rng: Any) -> Any:
    """Where ``count`` regions of an axis begin and end; they differ by one element.

    Pseudo random boundaries are those of an even division, moved by a random number;
    random ones come in any order of the lengths.

    Source: B. Graham, Fractional Max-Pooling, 2014.
    """
    if size % count == 0:
        return np.arange(0, size + 1, size // count)
    ratio, least = size / count, size // count
    if not is_pseudo_random:
        lengths = np.full(count, least)
        lengths[: size % count] += 1
        return np.concatenate([[0], np.cumsum(rng.permutation(lengths))])
    most = min((least + 2) / ratio - 1, (size + 1 - least) / ratio - (count - 1))
    shift = rng.random() * most
    inner = [math.ceil(ratio * (place + shift)) for place in range(1, count)]
    return np.array([1, *inner, size + 1]) - 1


def pooled(value: Any, rows: Any, columns: Any, overlapping: bool, is_max: bool) -> Any:
    """Each region's largest element or mean; overlapping ones share their borders."""
    along_rows = _along(value, 1, rows, overlapping, is_max)
    found = _along(along_rows, 2, columns, overlapping, is_max)
    if is_max:
        return found
    counts = np.multiply.outer(
        _lengths(rows, value.shape[1], overlapping),
        _lengths(columns, value.shape[2], overlapping),
    )[..., None]
    if value.dtype.kind == "i":
        return np.trunc(found / counts).astype(value.dtype)
    return (found / counts).astype(value.dtype)


def _ends(bounds: Any, size: int, overlapping: bool) -> Any:
    return np.minimum(bounds[1:] + bool(overlapping), size)


def _lengths(bounds: Any, size: int, overlapping: bool) -> Any:
    return _ends(bounds, size, overlapping) - bounds[:-1]


def _along(value: Any, axis: int, bounds: Any, overlapping: bool, is_max: bool) -> Any:
    reduce = np.max if is_max else np.sum
    ends = _ends(bounds, value.shape[axis], overlapping)
    parts = [
        reduce(np.take(value, np.arange(start, end), axis), axis)
        for start, end in zip(bounds[:-1], ends)
    ]
    return np.stack(parts, axis)
