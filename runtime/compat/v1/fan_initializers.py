"""Initializers of TensorFlow 1 by the names of their authors."""

from __future__ import annotations

import math
from typing import Any

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.compat.v1.scaled_values import variance_scaling_initializer
from runtime.random import sampling
from runtime.tensors.likes import DTypeLike
from runtime.tensors.tensor import Tensor


def he_normal(seed: int | None = None) -> variance_scaling_initializer:
    """Normal numbers of variance 2 over the number of inputs.

    >>> tf.compat.v1.initializers.he_normal()([2, 3]).shape
    TensorShape([2, 3])
    """
    return variance_scaling_initializer(2.0, "fan_in", "truncated_normal", seed)


def he_uniform(seed: int | None = None) -> variance_scaling_initializer:
    """Uniform numbers of variance 2 over the number of inputs."""
    return variance_scaling_initializer(2.0, "fan_in", "uniform", seed)


def lecun_normal(seed: int | None = None) -> variance_scaling_initializer:
    """Normal numbers of variance 1 over the number of inputs."""
    return variance_scaling_initializer(1.0, "fan_in", "truncated_normal", seed)


def lecun_uniform(seed: int | None = None) -> variance_scaling_initializer:
    """Uniform numbers of variance 1 over the number of inputs."""
    return variance_scaling_initializer(1.0, "fan_in", "uniform", seed)


class uniform_unit_scaling_initializer:
    """Uniform numbers that keep the scale of inputs.

    >>> tf.compat.v1.uniform_unit_scaling_initializer()([2, 3]).shape
    TensorShape([2, 3])
    """

    def __init__(
        self,
        factor: float = 1.0,
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        self.factor, self.seed, self.dtype = factor, seed, as_dtype(dtype)

    def __call__(
        self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None
    ) -> Tensor:
        sizes = [int(each) for each in shape]
        fan = max(1.0, math.prod(sizes[:-1]))
        limit = math.sqrt(3 / fan) * self.factor
        wanted = as_dtype(dtype or self.dtype)
        return sampling.uniform(shape, -limit, limit, wanted, self.seed)

    def get_config(self) -> dict[str, Any]:
        """The arguments."""
        return {"factor": self.factor, "seed": self.seed, "dtype": self.dtype.name}


__all__ = [
    "he_normal",
    "he_uniform",
    "lecun_normal",
    "lecun_uniform",
    "uniform_unit_scaling_initializer",
]
