"""Fractional pooling: random regions, by a factor that need not be whole."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from graphir.dtypes import int64
from graphir.ops.contract.declaration import Op, needs_runtime, no_gradient
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

    def infer_shape(self) -> list[Shape]:
        shape = self.value.shape.with_rank(4)
        sizes = [
            None if size is None else math.floor(size / ratio)
            for size, ratio in zip(shape.sizes, self.pooling_ratio)
        ]
        bounds = [None if size is None else size + 1 for size in sizes[1:3]]
        return [Shape(sizes), Shape(bounds[:1]), Shape(bounds[1:])]


class FractionalMaxPool(
    FractionalPooling,
    signature=f"FractionalMaxPool(value: T) -> ({_RESULTS}) | {_ATTRS}",
):
    """The largest element of each region."""

    def input_gradients(self, d_output: Any, d_rows: Any, d_columns: Any) -> Any:
        call = self.op.FractionalMaxPoolGrad(
            self.value,
            self.output,
            d_output,
            self.row_pooling_sequence,
            self.col_pooling_sequence,
            overlapping=self.overlapping,
        )
        return (call,)


class FractionalAvgPool(
    FractionalPooling,
    signature=f"FractionalAvgPool(value: T) -> ({_RESULTS}) | {_ATTRS}",
):
    """The mean of each region."""

    def input_gradients(self, d_output: Any, d_rows: Any, d_columns: Any) -> Any:
        call = self.op.FractionalAvgPoolGrad(
            self.op.Shape(self.value, out_type=int64),
            d_output,
            self.row_pooling_sequence,
            self.col_pooling_sequence,
            overlapping=self.overlapping,
        )
        return (call,)


_GRAD_ATTRS = "overlapping: bool = False; T: type in [float,double,int32,int64]"
_BOUNDS = "row_pooling_sequence: int64, col_pooling_sequence: int64"


class FractionalMaxPoolGrad(
    Op,
    signature=f"""
        FractionalMaxPoolGrad(orig_input: T, orig_output: T, out_backprop: T,
          {_BOUNDS}) -> (output: T)
        | {_GRAD_ATTRS}
    """,
):
    """The gradient of each region's largest element, put where it was found first."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.orig_input.shape.with_rank(4)
        return shape

    def compute(
        self, orig_input: Any, orig_output: Any, out_backprop: Any, rows: Any, cols: Any
    ) -> Any:
        _require_four_axes(self, orig_input, out_backprop)
        result = np.zeros(orig_input.shape, orig_input.dtype)
        for i, j, down, across in _regions(orig_input.shape, rows, cols, self):
            part = orig_input[:, down, across]
            flat = part.reshape(part.shape[0], -1, part.shape[3])
            first = np.expand_dims(flat.argmax(1), 1)
            spread = np.zeros_like(flat)
            moved = out_backprop[:, i, j][:, None]
            np.put_along_axis(spread, first, moved, 1)
            result[:, down, across] += spread.reshape(part.shape)
        return result


class FractionalAvgPoolGrad(
    Op,
    signature=f"""
        FractionalAvgPoolGrad(orig_input_tensor_shape: int64, out_backprop: T,
          {_BOUNDS}) -> (output: T)
        | {_GRAD_ATTRS}
    """,
):
    """The gradient of each region's mean, the same for all its elements."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("orig_input_tensor_shape").with_rank(4)

    def compute(self, shape: Any, out_backprop: Any, rows: Any, cols: Any) -> Any:
        sizes = shape.tolist()
        if len(sizes) != 4:
            raise self.invalid(f"original input must be 4-dimensional, not {sizes}")
        # sums of integers are divided as floats, as in TensorFlow
        result = np.zeros(sizes, np.float64)
        for i, j, down, across in _regions(sizes, rows, cols, self):
            part = result[:, down, across]
            part += out_backprop[:, i, j][:, None, None] / (
                part.shape[1] * part.shape[2]
            )
        return result.astype(out_backprop.dtype)


def _require_four_axes(call: Op, *arrays: Any) -> None:
    for array in arrays:
        if array.ndim != 4:
            raise call.invalid(f"an image batch has 4 axes, not {array.ndim}")


def _regions(shape: Any, rows: Any, columns: Any, call: Op) -> Iterator[Any]:
    """Row, column, and the slices of both axes, of every region."""
    for bounds, size in ((rows, shape[1]), (columns, shape[2])):
        is_within = bounds.ndim == 1 and (bounds >= 0).all() and (bounds <= size).all()
        if not is_within or (np.diff(bounds) <= 0).any():
            raise call.invalid(f"no boundaries of {size} elements: {bounds.tolist()}")
    down = zip(rows[:-1], _ends(rows, shape[1], call.overlapping))
    across = list(zip(columns[:-1], _ends(columns, shape[2], call.overlapping)))
    for i, (top, bottom) in enumerate(down):
        for j, (left, right) in enumerate(across):
            yield i, j, slice(top, bottom), slice(left, right)


def boundaries(size: int, count: int, is_pseudo_random: bool, rng: Any) -> Any:
    """The boundaries of ``count`` regions of an axis; their sizes differ by at most 1.

    Pseudo-random boundaries divide the axis evenly, shifted by a random number; random
    boundaries are a random permutation of the sizes.

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
    """Each region's largest element or mean; overlapping regions share borders."""
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
