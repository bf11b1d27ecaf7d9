"""First centers of clusters, chosen at random."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.ranks import integer_of
from graphir.ops.random.philox import Philox, Words
from graphir.shapes import SCALAR, Shape

_MOST_RETRIES: Final = 1 << 20
"""More of them would take hours; TensorFlow goes on."""


class KMC2ChainInitialization(
    Op,
    signature="""
        KMC2ChainInitialization(distances: float, seed: int64) -> (index: int64)
    """,
):
    """Where a walk over points ends that prefers those far from all centers."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self, distances: Any, seed: Any) -> Any:
        if np.ndim(distances) != 1:
            raise self.invalid("Input distances should be a vector.")
        if not len(distances):
            raise self.invalid("Expected distances_matrix.size() > 0.")
        drawn = Words(Philox(integer_of(seed, "seed"), 0))
        chosen, here = 0, distances[0]
        for index, there in enumerate(distances[1:], 1):
            if there > drawn.unit32() * here:
                chosen, here = index, there
        return np.int64(chosen)


class KmeansPlusPlusInitialization(
    Op,
    signature="""
        KmeansPlusPlusInitialization(points: float, num_to_sample: int64, seed: int64,
        num_retries_per_sample: int64) -> (samples: float)
    """,
):
    """Points that are drawn with weights: their squared distances from those drawn."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        count = self.constant("num_to_sample")
        columns = self.points.shape.with_rank(2)[1]
        return Shape([None if count is None else int(count), columns])

    def compute(
        self, points: Any, num_to_sample: Any, seed: Any, num_retries_per_sample: Any
    ) -> Any:
        if points.ndim != 2:
            raise self.invalid("Input points should be a matrix.")
        count = integer_of(num_to_sample, "num_to_sample")
        retries = integer_of(num_retries_per_sample, "num_retries_per_sample")
        if count <= 0:
            raise self.invalid("Input num_to_sample should be positive.")
        if retries < 0:
            raise self.invalid("Input num_retries_per_sample should be non-negative.")
        if retries > _MOST_RETRIES:
            raise self.invalid(f"num_retries_per_sample is at most {_MOST_RETRIES}.")
        if count > len(points):
            raise self.invalid(
                f"Expected num_points >= num_to_sample, but {len(points)} < {count}."
            )
        drawn = Words(Philox(integer_of(seed, "seed"), 0))
        return points[_centers(points, count, retries, drawn)]


def _centers(points: Any, count: int, retries: int, drawn: Words) -> list[int]:
    # halves of squared distances, as they are as good as weights
    norms = (points * points).sum(1) * np.float32(0.5)

    def distances_from(center: int) -> Any:
        return norms - points @ points[center] + norms[center]

    chosen = [drawn.below_64(len(points))]
    least = np.full(len(points), np.inf, np.float32)
    while len(chosen) < count:
        least = np.minimum(least, distances_from(chosen[-1]))
        sums = np.cumsum(least)
        weights = drawn.units32(1 + retries) * sums[-1]
        places = np.minimum(np.searchsorted(sums, weights), len(points) - 1)
        # a place that is drawn again is as good as it was; of equals the first counts
        totals = {
            place: np.minimum(least, distances_from(place)).sum()
            for place in dict.fromkeys(places.tolist())
        }
        chosen.append(min(totals, key=totals.__getitem__))
    return chosen
