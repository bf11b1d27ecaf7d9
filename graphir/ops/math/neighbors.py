"""Nearest neighbours, and approximate top k."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import UNKNOWN, Shape


class NearestNeighbors(
    Op,
    signature="""
        NearestNeighbors(points: float, centers: float, k: int64)
        -> (nearest_center_indices: int64, nearest_center_distances: float)
    """,
):
    """For each point the k nearest centers, and their squared distances."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        points = self.points.shape.with_rank(2)
        centers, k = self.centers.shape.with_rank(2), self.constant("k")
        count = None if k is None or centers[0] is None else min(int(k), centers[0])
        return [Shape([points[0], count])] * 2

    def compute(self, points: Any, centers: Any, k: Any) -> list[Any]:
        if points.ndim != 2 or centers.ndim != 2 or points.shape[1] != centers.shape[1]:
            raise self.invalid("points and centers must be matrices of as many columns")
        if k < 1:
            raise self.invalid(f"k must be positive: {k}")
        from_each = points[:, None, :] - centers[None, :, :]
        distances = np.einsum("pcd,pcd->pc", from_each, from_each)
        order = np.argsort(distances, 1, kind="stable")[:, : int(k)]
        return [order.astype(np.int64), np.take_along_axis(distances, order, 1)]


class ApproxTopK(
    Op,
    signature="""
        ApproxTopK(input: T) -> (values: T, indices: int32)
        | k: int >= 0; reduction_dimension: int = -1;
          recall_target: float = 0.949999988079071; is_max_k: bool = True;
          reduction_input_size_override: int = -1; aggregate_to_topk: bool = True;
          T: type in [half,bfloat16,float]
    """,
):
    """The k largest elements along an axis, or least; here they are exact."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        shape: Shape = self.input.shape.with_rank_at_least(1)
        if shape.rank is None:
            return [UNKNOWN] * 2
        dims = shape.as_list()
        dims[self.reduction_dimension] = self.k
        return [Shape(dims)] * 2

    def compute(self, input: Any) -> list[Any]:
        axis = self.reduction_dimension
        if self.k > input.shape[axis]:
            raise self.invalid(f"input must have at least k={self.k} elements")
        signed = -input if self.is_max_k else input
        order = np.argsort(signed, axis, kind="stable")
        chosen = np.take(order, np.arange(self.k), axis)
        return [np.take_along_axis(input, chosen, axis), chosen.astype(np.int32)]
