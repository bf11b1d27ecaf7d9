"""Concatenation of quantized tensors, after conversion to a common range."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.ops.quantization.quantized_ranges import half_away
from graphir.shapes import SCALAR, UNKNOWN, Shape


class QuantizedConcat(
    Op,
    signature="""
        QuantizedConcat(concat_dim: int32, values: N*T, input_mins: N*float,
                        input_maxes: N*float)
        -> (output: T, output_min: float, output_max: float) | N: int >= 2; T: type
    """,
):
    """Steps joined along an axis, and the range of all of them, which holds 0."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        axis, shapes = self.constant("concat_dim"), [each.shape for each in self.values]
        if axis is None or any(each.rank is None for each in shapes):
            return [UNKNOWN, SCALAR, SCALAR]
        position = self._position(int(axis), shapes[0].rank)
        sizes = [each[position] for each in shapes]
        joined = None if None in sizes else sum(sizes)
        first = shapes[0]
        result = Shape([*first[:position], joined, *first[position + 1 :]])
        return [result, SCALAR, SCALAR]

    def _position(self, axis: int, rank: int) -> int:
        if not -rank <= axis < rank:
            raise self.invalid(
                f"ConcatOp : Expected concatenating dimensions in the range [{-rank}, "
                f"{rank}), but got {axis}"
            )
        return axis % rank

    def compute(
        self, concat_dim: Any, values: Any, input_mins: Any, input_maxes: Any
    ) -> Any:
        if np.ndim(concat_dim):
            raise self.invalid("concat_dim must be a scalar")
        if any(np.ndim(each) for each in (*input_mins, *input_maxes)):
            raise self.invalid("The ends of the ranges must be scalars")
        arrays = [np.asarray(each) for each in values]
        position = self._position(int(concat_dim), arrays[0].ndim)
        for each in arrays:
            self._check(each.shape, arrays[0].shape, position)
        lows = [np.float32(each) for each in input_mins]
        highs = [np.float32(each) for each in input_maxes]
        low, high = self._range(min(lows), max(highs), arrays[0].dtype)
        parts = [
            array
            if (start, end) == (low, high)
            else _moved(array, (start, end), (low, high))
            for array, start, end in zip(arrays, lows, highs)
        ]
        return np.concatenate(parts, position), low, high

    def _check(self, shape: Any, expected: Any, position: int) -> None:
        others = [each[:position] + each[position + 1 :] for each in (shape, expected)]
        if others[0] != others[1]:
            raise self.invalid(
                "ConcatOp : Dimensions of inputs should match: "
                f"{in_brackets(expected)} vs. {in_brackets(shape)}"
            )

    def _range(self, low: Any, high: Any, dtype: Any) -> tuple[Any, Any]:
        if dtype.kind == "i":
            # steps with a sign go as far below 0 as above
            largest = max(abs(low), abs(high))
            return np.float32(-largest), np.float32(largest)
        return np.float32(min(low, 0)), np.float32(high)


def _moved(steps: Any, old: tuple[Any, Any], new: tuple[Any, Any]) -> Any:
    """The steps of one range that are nearest to those of another."""
    least, greatest = (
        int(getattr(np.iinfo(steps.dtype), end)) for end in ("min", "max")
    )
    count = float(greatest - least)
    low, high = (float(each) for each in old)
    if low == high:
        numbers = np.full(steps.shape, low)
    else:
        size = (high - low) / count
        start = half_away(np.float64(low / np.float32(size))) * float(np.float32(size))
        numbers = start + (steps.astype(np.float64) - least) * size
    low, high = (float(each) for each in new)
    if low == high:
        return np.zeros_like(steps)
    scale = count / (high - low)
    places = half_away(numbers.astype(np.float32) * scale) - half_away(
        np.float64(low * scale)
    )
    return np.clip(places + least, least, greatest).astype(steps.dtype)
