"""NthElement: order statistics along the last axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Op
from graphir.shapes import Shape


class NthElement(
    Op,
    signature="""
        NthElement(input: T, n: int32) -> (values: T)
        | reverse: bool = False; T: type in real
    """,
):
    """The n-th least element (or greatest, if ``reverse``) along the last axis."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape.with_rank_at_least(1)[:-1]
        return shape

    def compute(self, input: Any, n: Any) -> Any:
        index = int(n)
        if input.ndim < 1 or not 0 <= index < input.shape[-1]:
            raise InvalidArgumentError(
                f"Input must have at least n+1 columns, for n = {index}: "
                f"its shape is {list(input.shape)}"
            )
        ordered = np.sort(input, axis=-1)
        return ordered[..., -1 - index if self.reverse else index]

    def input_gradients(self, d_values: Any) -> Any:
        op = self.op
        values = op.ExpandDims(self.values, -1)
        chosen = op.Cast(op.Equal(self.input, values), DstT=d_values.dtype)
        count = op.Sum(chosen, [-1], keep_dims=True)
        shared = op.RealDiv(op.ExpandDims(d_values, -1), count)
        return op.Mul(chosen, shared), None
