"""TensorFlow 1 initializers that scale with the shape, and constants."""

from __future__ import annotations

import math
from typing import Any

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op
from runtime.arrays.filling import eye
from runtime.compat.v1.initial_values import _WithDtype
from runtime.namespaces import initializers
from runtime.random import sampling
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor

_TRUNCATED_DEVIATION = 0.87962566103423978
"""The standard deviation of a normal distribution that is cut at two of its own."""


class constant_initializer(_WithDtype, initializers.Constant):
    """A value, or a list of values for as many elements.

    >>> tf.compat.v1.constant_initializer(3)([2]).numpy()
    array([3., 3.], dtype=float32)
    """

    def __init__(
        self,
        value: TensorLike = 0,
        dtype: DTypeLike = dtypes.float32,
        verify_shape: bool = False,
    ) -> None:
        super().__init__(value)
        self.dtype = as_dtype(dtype)


class truncated_normal_initializer(_WithDtype, initializers._Initializer):
    """Normal numbers, drawn again if more than two deviations from the mean.

    >>> tf.compat.v1.truncated_normal_initializer(stddev=0.0)([1]).numpy()
    array([0.], dtype=float32)
    """

    def __init__(
        self,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        self.mean, self.stddev, self.seed = mean, stddev, seed
        self.dtype = as_dtype(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any
    ) -> Tensor:
        wanted = as_dtype(dtype or self.dtype)
        return sampling.truncated_normal(
            shape, self.mean, self.stddev, wanted, self.seed
        )

    def get_config(self) -> dict[str, Any]:
        config = {"mean": self.mean, "stddev": self.stddev, "seed": self.seed}
        return {**config, "dtype": self.dtype.name}


class variance_scaling_initializer(_WithDtype, initializers._Initializer):
    """Random numbers whose variance is a scale over the number of inputs or outputs.

    >>> tf.compat.v1.variance_scaling_initializer(distribution="uniform")([3, 2]).shape
    TensorShape([3, 2])

    Raises:
      ValueError: for a scale that is not positive, or another mode or distribution.
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        if scale <= 0.0:
            raise ValueError("Argument `scale` must be a positive float. Received: 0.0")
        modes = ("fan_in", "fan_out", "fan_avg")
        if mode not in modes:
            raise ValueError(
                f"Argument `mode` should be one of {modes}. Received: {mode}"
            )
        kinds = ("normal", "uniform", "truncated_normal", "untruncated_normal")
        if distribution.lower() not in kinds:
            raise ValueError(
                f"Argument `distribution` should be one of {kinds}. "
                f"Received: {distribution}"
            )
        self.scale, self.mode, self.seed = scale, mode, seed
        self.distribution = distribution.lower()
        self.dtype = as_dtype(dtype)

    def __call__(
        self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any
    ) -> Tensor:
        wanted = as_dtype(dtype or self.dtype)
        part = kwargs.get("partition_info")
        inputs, outputs = _fans(shape if part is None else part.full_shape)
        fan = {"fan_in": inputs, "fan_out": outputs}.get(
            self.mode, (inputs + outputs) / 2.0
        )
        scale = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * scale)
            return sampling.uniform(shape, -limit, limit, wanted, self.seed)
        if self.distribution == "untruncated_normal":
            return sampling.normal(shape, 0.0, math.sqrt(scale), wanted, self.seed)
        deviation = math.sqrt(scale) / _TRUNCATED_DEVIATION
        return sampling.truncated_normal(shape, 0.0, deviation, wanted, self.seed)

    def get_config(self) -> dict[str, Any]:
        return {
            "scale": self.scale,
            "mode": self.mode,
            "distribution": self.distribution,
            "seed": self.seed,
            "dtype": self.dtype.name,
        }


def _fans(shape: Any) -> tuple[float, float]:
    """How many inputs and outputs a unit with weights of that shape has."""
    sizes = [int(size) for size in shape]
    if len(sizes) < 2:
        only = float(sizes[0]) if sizes else 1.0
        return only, only
    field = math.prod(sizes[:-2])
    return float(field * sizes[-2]), float(field * sizes[-1])


class glorot_uniform_initializer(variance_scaling_initializer):
    """Uniform numbers whose variance is one over the mean of inputs and outputs."""

    def __init__(
        self, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        super().__init__(1.0, "fan_avg", "uniform", seed, dtype)

    def get_config(self) -> dict[str, Any]:
        return {"seed": self.seed, "dtype": self.dtype.name}


class glorot_normal_initializer(variance_scaling_initializer):
    """Normal numbers whose variance is one over the mean of inputs and outputs."""

    def __init__(
        self, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        super().__init__(1.0, "fan_avg", "truncated_normal", seed, dtype)

    def get_config(self) -> dict[str, Any]:
        return {"seed": self.seed, "dtype": self.dtype.name}


class orthogonal_initializer(_WithDtype, initializers._Initializer):
    """An orthogonal matrix; axes before the last count as one axis.

    Raises:
      ValueError: for a shape of fewer than two axes.
    """

    def __init__(
        self,
        gain: float = 1.0,
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        self.gain, self.seed = gain, seed
        self.dtype = as_dtype(dtype)

    def __call__(
        self, shape: Any, dtype: DTypeLike | None = None, **kwargs: Any
    ) -> Any:
        wanted = as_dtype(dtype or self.dtype)
        sizes = [int(size) for size in shape]
        if len(sizes) < 2:
            raise ValueError(
                "The tensor to initialize, specified by argument `shape` must be at "
                f"least two-dimensional. Received shape={shape}"
            )
        rows, columns = math.prod(sizes[:-1]), sizes[-1]
        flat = [max(rows, columns), min(rows, columns)]
        drawn = sampling.normal(flat, 0.0, 1.0, wanted, self.seed)
        q, r = apply_op("Qr", [drawn], {"full_matrices": False})
        q = q * apply_op("Sign", [apply_op("MatrixDiagPart", [r])])
        if rows < columns:
            q = apply_op("Transpose", [q, [1, 0]])
        matrix: Tensor = apply_op("Reshape", [q, sizes])
        return matrix * convert_to_tensor(self.gain, wanted)

    def get_config(self) -> dict[str, Any]:
        return {"gain": self.gain, "seed": self.seed, "dtype": self.dtype.name}


class identity(_WithDtype, initializers._Initializer):
    """A matrix of ones on the diagonal, times a gain.

    >>> tf.compat.v1.initializers.identity(2.0)([2, 2]).numpy().tolist()
    [[2.0, 0.0], [0.0, 2.0]]

    Raises:
      ValueError: for a shape that is not of two axes.
    """

    def __init__(self, gain: float = 1.0, dtype: DTypeLike = dtypes.float32) -> None:
        self.gain = gain
        self.dtype = as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, **kwargs: Any) -> Tensor:
        if len(shape) != 2:
            raise ValueError(
                "The tensor to initialize, specified by argument `shape` must be at "
                f"least two-dimensional. Received shape={shape}"
            )
        wanted = as_dtype(dtype or self.dtype)
        ones: Tensor = eye(shape[0], shape[1], dtype=wanted)
        result: Tensor = ones * convert_to_tensor(self.gain, wanted)
        return result

    def get_config(self) -> dict[str, Any]:
        return {"gain": self.gain, "dtype": self.dtype.name}


__all__ = [
    "constant_initializer",
    "glorot_normal_initializer",
    "glorot_uniform_initializer",
    "identity",
    "orthogonal_initializer",
    "truncated_normal_initializer",
    "variance_scaling_initializer",
]
