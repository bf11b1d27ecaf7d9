"""Stateful kernels of pooling over random regions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.nn import fractional_pooling
from runtime.stateful_kernels.attaching import kernel_factory


def _pool(attrs: Mapping[str, Attr], is_max: bool) -> Kernel:
    seeds = attrs["seed"], attrs["seed2"]
    ratios = attrs["pooling_ratio"]

    def compute(value: Any) -> Any:
        if value.ndim != 4:
            raise InvalidArgumentError("tensor_in must be 4-dimensional")
        # the same regions for the same seeds; without seeds others each time
        rng = np.random.default_rng(list(seeds) if any(seeds) else None)
        counts = [math.floor(n / r) for n, r in zip(value.shape, ratios)]
        if min(counts[1:3]) < 1:
            raise InvalidArgumentError(
                f"pooling_ratio {list(ratios)} leaves nothing of {list(value.shape)}"
            )
        bounds = [
            fractional_pooling.boundaries(
                value.shape[axis], counts[axis], attrs["pseudo_random"], rng
            )
            for axis in (1, 2)
        ]
        found = fractional_pooling.pooled(
            value, bounds[0], bounds[1], attrs["overlapping"], is_max
        )
        return found, *[each.astype(np.int64) for each in bounds]

    return compute


@kernel_factory(fractional_pooling.FractionalMaxPool)
def _max_pool(attrs: Mapping[str, Attr]) -> Kernel:
    return _pool(attrs, True)


@kernel_factory(fractional_pooling.FractionalAvgPool)
def _avg_pool(attrs: Mapping[str, Attr]) -> Kernel:
    return _pool(attrs, False)
