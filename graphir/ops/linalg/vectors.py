"""Cross products."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import FailedPreconditionError, InvalidArgumentError
from graphir.ops.contract.declaration import Op
from graphir.shapes import Shape


class Cross(Op, signature="Cross(a: T, b: T) -> (product: T) | T: type in real"):
    """The cross product of vectors of three elements, along the last axis."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.a.shape.merge_with(self.b.shape).with_rank_at_least(1)
        if shape.rank is not None and shape[-1] not in (3, None):
            raise ValueError(
                f"Cross-products are only defined for 3-element vectors, got {shape}"
            )
        return shape

    def compute(self, a: Any, b: Any) -> Any:
        if a.shape != b.shape:
            raise InvalidArgumentError(
                f"Both inputs must be of same shape: {list(a.shape)} vs. "
                f"{list(b.shape)}"
            )
        if a.ndim < 1 or a.shape[-1] != 3:
            raise FailedPreconditionError(
                f"Cross-products are only defined for 3-element vectors, got shape "
                f"{list(a.shape)}"
            )
        # element i is a[i+1] b[i+2] - a[i+2] b[i+1], counted modulo 3
        next_a, next_b = np.roll(a, -1, -1), np.roll(b, -1, -1)
        last_a, last_b = np.roll(a, -2, -1), np.roll(b, -2, -1)
        return next_a * last_b - last_a * next_b

    def input_gradients(self, d_product: Any) -> Any:
        return self.op.Cross(self.b, d_product), self.op.Cross(d_product, self.a)
