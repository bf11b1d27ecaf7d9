"""Sobol samples: quasi-random points, which cover a cube evenly."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError, UnimplementedError
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import Shape


class SobolSample(
    Op,
    signature="""
        SobolSample(dim: int32, num_results: int32, skip: int32) -> (samples: dtype)
        | dtype: type in [float,double] = float
    """,
):
    """Points of the Sobol sequence as rows, in up to 40 dimensions."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        sizes = self.constant("num_results"), self.constant("dim")
        return Shape([None if size is None else int(size) for size in sizes])

    def compute(self, dim: Any, num_results: Any, skip: Any) -> Any:
        from graphir.special.sobol import MAX_DIMENSIONS, sobol_points

        dimensions, count, skipped = int(dim), int(num_results), int(skip)
        if dimensions < 1:
            raise InvalidArgumentError("dim must be at least one")
        if count < 1:
            raise InvalidArgumentError("num_results must be at least one")
        if skipped < 0:
            raise InvalidArgumentError("skip must be non-negative")
        if dimensions > MAX_DIMENSIONS:
            raise UnimplementedError(
                f"Sobol points have at most {MAX_DIMENSIONS} dimensions here, "
                f"not {dimensions}"
            )
        points = sobol_points(dimensions, count, skipped)
        return np.asarray(points).astype(self.dtype.numpy_dtype)
