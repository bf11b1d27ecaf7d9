"""Initializers: functions from shape and dtype to the first value of a variable."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.arrays.filling import ones, zeros
from runtime.random.sampling import normal, uniform
from runtime.random.stateless import stateless_normal, stateless_uniform
from runtime.tensors.conversion import constant
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


class _Initializer:
    """Made again from its configuration."""

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments."""
        return {}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """The initializer of a configuration."""
        given = {key: value for key, value in config.items() if key != "dtype"}
        return cls(**given)


def _plain(dtype: Any) -> DType:
    """The dtype of numbers or booleans.

    Raises:
      ValueError: for another one.
    """
    kind = as_dtype(dtype)
    if not (kind.is_numeric or kind.is_bool):
        raise ValueError(
            f"Argument `dtype` expected to be numeric or boolean. Received {kind!r}."
        )
    return kind


def _floating(dtype: Any) -> DType:
    kind = as_dtype(dtype)
    if not kind.is_floating:
        raise ValueError(
            f"Argument `dtype` is expected to be floating point. Received: {kind!r}."
        )
    return kind


class Zeros(_Initializer):
    """Zeros.

    >>> tf.zeros_initializer()([2]).numpy()
    array([0., 0.], dtype=float32)

    Raises:
      ValueError: when called for a dtype without numbers.
    """

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike = dtypes.float32, **kwargs: Any
    ) -> Tensor:
        return zeros(shape, _plain(dtype))


class Ones(_Initializer):
    """Ones.

    >>> tf.ones_initializer()([2], tf.int32).numpy()
    array([1, 1], dtype=int32)

    Raises:
      ValueError: when called for a dtype without numbers.
    """

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike = dtypes.float32, **kwargs: Any
    ) -> Tensor:
        return ones(shape, _plain(dtype))


class Constant(_Initializer):
    """A value: a scalar everywhere, or the elements in their order.

    >>> tf.constant_initializer(3)([2, 2], tf.int32).numpy().tolist()
    [[3, 3], [3, 3]]

    Raises:
      TypeError: when called for a shape that the elements do not fill.
    """

    def __init__(self, value: TensorLike = 0, support_partition: bool = False) -> None:
        self.value = value
        self.support_partition = support_partition

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any
    ) -> Tensor:
        return constant(self.value, dtype, shape)

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments."""
        return {"value": self.value}


class RandomNormal(_Initializer):
    """Normal numbers; with a seed the same numbers at each call.

    >>> tf.random_normal_initializer(seed=1)([2]).numpy()
    array([ 0.00633252, -0.02465083], dtype=float32)

    Raises:
      ValueError: when called for a dtype that is not floating.
    """

    def __init__(
        self, mean: TensorLike = 0.0, stddev: TensorLike = 0.05, seed: int | None = None
    ) -> None:
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike = dtypes.float32, **kwargs: Any
    ) -> Tensor:
        limits = self.mean, self.stddev, _floating(dtype)
        if self.seed is None:
            return normal(shape, *limits)
        return stateless_normal(shape, [self.seed, 0], *limits)

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments."""
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed}


class RandomUniform(_Initializer):
    """Numbers of a range; with a seed the same numbers at each call.

    >>> tf.random_uniform_initializer(seed=1)([2]).numpy()
    array([ 0.03784882, -0.00400198], dtype=float32)

    Raises:
      ValueError: when called for a dtype that is neither floating nor of integers.
    """

    def __init__(
        self,
        minval: TensorLike = -0.05,
        maxval: TensorLike = 0.05,
        seed: int | None = None,
    ) -> None:
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike = dtypes.float32, **kwargs: Any
    ) -> Tensor:
        kind = as_dtype(dtype)
        if not (kind.is_floating or kind.is_integer):
            raise ValueError(
                f"Argument `dtype` expected to be numeric. Received: {kind!r}."
            )
        limits = self.minval, self.maxval, kind
        if self.seed is None:
            return uniform(shape, *limits)
        return stateless_uniform(shape, [self.seed, 0], *limits)

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments."""
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed}
