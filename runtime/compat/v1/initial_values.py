"""Initializers with the defaults of TensorFlow 1."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.namespaces import initializers
from runtime.random import sampling
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


class _WithDtype(initializers._Initializer):
    """An initializer that has a dtype of its own, used where none is asked for."""

    dtype: DType

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any
    ) -> Tensor:
        kept: Any = super()
        result: Tensor = kept.__call__(shape, dtype=dtype or self.dtype)
        return result

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "dtype": self.dtype.name}


class random_normal_initializer(_WithDtype, initializers.RandomNormal):
    """Normal numbers, those of the operation `random_normal` with the same seed.

    >>> tf.compat.v1.random_normal_initializer(stddev=0.0)([1]).numpy()
    array([0.], dtype=float32)
    """

    def __init__(
        self,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        super().__init__(mean, stddev, seed)
        self.dtype = as_dtype(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: object
    ) -> Tensor:
        wanted = as_dtype(dtype or self.dtype)
        return sampling.normal(shape, self.mean, self.stddev, wanted, self.seed)


class random_uniform_initializer(_WithDtype, initializers.RandomUniform):
    """Numbers between two bounds; by default between 0 and 1.

    >>> tf.compat.v1.random_uniform_initializer(2.0, 2.0)([1]).numpy()
    array([2.], dtype=float32)
    """

    def __init__(
        self,
        minval: TensorLike = 0.0,
        maxval: TensorLike | None = None,
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        super().__init__(minval, seed=seed)
        self.maxval: Any = maxval
        self.dtype = as_dtype(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: object
    ) -> Tensor:
        wanted = as_dtype(dtype or self.dtype)
        return sampling.uniform(shape, self.minval, self.maxval, wanted, self.seed)


class zeros_initializer(_WithDtype, initializers.Zeros):
    """Zeros.

    >>> tf.compat.v1.zeros_initializer()([1]).numpy()
    array([0.], dtype=float32)
    """

    def __init__(self, dtype: DTypeLike = dtypes.float32) -> None:
        self.dtype = as_dtype(dtype)


class ones_initializer(_WithDtype, initializers.Ones):
    """Ones.

    >>> tf.compat.v1.ones_initializer()([1]).numpy()
    array([1.], dtype=float32)
    """

    def __init__(self, dtype: DTypeLike = dtypes.float32) -> None:
        self.dtype = as_dtype(dtype)
