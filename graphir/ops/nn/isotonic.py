"""Isotonic regression: the nearest non-increasing sequence."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.shapes import Shape


def fall(row: list[float]) -> tuple[list[float], list[int]]:
    """The falling sequence nearest to ``row``, and the number of each one's level.

    Neighbours that rise are averaged (the algorithm "pool adjacent violators").

    >>> fall([3.0, 1.0, 2.0])
    ([3.0, 1.5, 1.5], [0, 1, 1])
    """
    levels: list[tuple[float, int]] = []
    for value in row:
        total, count = value, 1
        while levels and levels[-1][0] / levels[-1][1] <= total / count:
            last = levels.pop()
            total, count = total + last[0], count + last[1]
        levels.append((total, count))
    values = [total / count for total, count in levels for _ in range(count)]
    numbers = [place for place, (_, count) in enumerate(levels) for _ in range(count)]
    return values, numbers


class IsotonicRegression(
    Op,
    signature="""
        IsotonicRegression(input: T) -> (output: output_dtype, segments: int32)
        | T: type in real; output_dtype: type in [half,bfloat16,float,double] = float
    """,
):
    """For each row of the last axis the nearest falling one, and its level numbers."""

    def infer_shape(self) -> list[Shape]:
        return [self.input.shape, self.input.shape]

    def compute(self, input: Any) -> Any:
        if input.ndim < 1:
            raise self.invalid("The input must have at least one axis.")
        width = input.shape[-1]
        flat = input.astype(np.float64).reshape(input.size // max(width, 1), width)
        pairs = [fall(row) for row in flat.tolist()]
        values = np.array([pair[0] for pair in pairs], self.output_dtype.numpy_dtype)
        numbers = np.array([pair[1] for pair in pairs], np.int32)
        return values.reshape(input.shape), numbers.reshape(input.shape)

    def input_gradients(self, d_output: Any, d_segments: Any) -> Any:
        """Each element's share of its level: the mean of the level's gradient."""
        if d_output is None:
            return (None,)
        op, size = self.op, self.input.shape[-1]
        if size is None:
            raise LookupError("The gradient of IsotonicRegression needs a known size.")
        marks = op.OneHot(
            self.segments,
            np.int32(size),
            np.ones((), self.output_dtype.numpy_dtype),
            np.zeros((), self.output_dtype.numpy_dtype),
        )
        spread = op.ExpandDims(d_output, -2)
        totals = op.BatchMatMulV2(spread, marks)
        counts = op.Sum(marks, [-2], keep_dims=True)
        means = op.DivNoNan(totals, counts)
        found = op.Squeeze(
            op.BatchMatMulV2(means, marks, adj_y=True), squeeze_dims=[-2]
        )
        return (op.Cast(found, DstT=self.T),)
