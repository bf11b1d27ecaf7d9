"""Stateful random tensors; every call continues the sequence."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.apply import apply_op, apply_single
from runtime.arrays.filling import shape_vector
from runtime.context import op_scope
from runtime.random.seeds import op_seeds
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor

UNIFORM_DTYPES = (
    dtypes.float16,
    dtypes.bfloat16,
    dtypes.float32,
    dtypes.float64,
    dtypes.int32,
    dtypes.int64,
)


def uniform(
    shape: ShapeLike,
    minval: TensorLike = 0,
    maxval: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers in [minval, maxval), all equally likely; floats up to 1 by default.

    >>> tf.random.set_seed(7)
    >>> tf.random.uniform([5], maxval=10, dtype=tf.int32, seed=1).numpy()
    array([8, 1, 3, 8, 9], dtype=int32)

    Raises:
      ValueError: for another dtype, or integers without ``maxval``.
      InvalidArgumentError: for integers if no number is in the range.
    """
    kind = as_dtype(dtype)
    if kind not in UNIFORM_DTYPES:
        accepted = ", ".join(f"tf.{each.name}" for each in UNIFORM_DTYPES)
        raise ValueError(
            f"Argument `dtype` got invalid value {kind!r}. Accepted dtypes are "
            f"({accepted})."
        )
    if maxval is None:
        if kind.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {kind!r}")
        maxval = 1
    is_plain = type(minval) is type(maxval) is int and (minval, maxval) == (0, 1)
    with op_scope(name, "random_uniform") as scope:
        sizes = shape_vector(shape)
        if is_plain and not kind.is_integer:
            attrs = {**op_seeds(seed), "dtype": kind}
            return apply_single("RandomUniform", [sizes], attrs)
        low, high = _limits(minval, maxval, kind)
        if kind.is_integer:
            inputs = [sizes, low, high]
            return apply_single("RandomUniformInt", inputs, op_seeds(seed), scope)
        numbers = apply_op("RandomUniform", [sizes], {**op_seeds(seed), "dtype": kind})
        return scaled(numbers, low, high, scope)


def _limits(minval: Any, maxval: Any, dtype: DType) -> tuple[Tensor, Tensor]:
    return (
        convert_to_tensor(minval, dtype, name="min"),
        convert_to_tensor(maxval, dtype, name="max"),
    )


def scaled(numbers: Tensor, low: Tensor, high: Tensor, scope: str) -> Tensor:
    """Numbers in [0, 1) spread over [low, high)."""
    span = apply_op("Sub", [high, low], None, "sub")
    spread = apply_op("Mul", [numbers, span], None, "mul")
    return apply_single("AddV2", [spread, low], None, scope)


def normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normal numbers with a mean and a deviation, which broadcast to the shape.

    >>> tf.random.set_seed(7)
    >>> tf.random.normal([2], seed=1).shape
    TensorShape([2])

    Raises:
      InvalidArgumentError: for a negative size.
    """
    with op_scope(name, "random_normal") as scope:
        kind = as_dtype(dtype)
        attrs = {**op_seeds(seed), "dtype": kind}
        return _moved("RandomStandardNormal", shape, (mean, stddev), attrs, scope)


def truncated_normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normal numbers no more than two deviations away from the mean.

    >>> bool(tf.reduce_all(tf.abs(tf.random.truncated_normal([100])) <= 2.0))
    True

    Raises:
      InvalidArgumentError: for a negative size.
    """
    with op_scope(name, "truncated_normal") as scope:
        kind = as_dtype(dtype)
        attrs = {**op_seeds(seed), "dtype": kind}
        return _moved("TruncatedNormal", shape, (mean, stddev), attrs, scope)


def _moved(
    op: str, shape: Any, moments: tuple[Any, Any], attrs: dict[str, Any], scope: str
) -> Tensor:
    sizes, dtype = shape_vector(shape), attrs["dtype"]
    mean = convert_to_tensor(moments[0], dtype, name="mean")
    stddev = convert_to_tensor(moments[1], dtype, name="stddev")
    drawn = apply_op(op, [sizes], attrs)
    wide = apply_op("Mul", [drawn, stddev], None, "mul")
    return apply_single("AddV2", [wide, mean], None, scope)


def gamma(
    shape: ShapeLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Gamma variates: ``shape`` of them for each pair of ``alpha`` and ``beta``.

    >>> tf.random.gamma([3], [0.5, 1.5]).shape
    TensorShape([3, 2])

    Raises:
      InvalidArgumentError: for a negative size.
    """
    kind = as_dtype(dtype)
    with op_scope(name, "random_gamma") as scope:
        sizes = shape_vector(shape)
        form = convert_to_tensor(alpha, kind, name="alpha")
        rate = convert_to_tensor(1 if beta is None else beta, kind, name="beta")
        spread = apply_op("AddV2", [form, apply_op("ZerosLike", [rate])])
        drawn = apply_op("RandomGamma", [sizes, spread], op_seeds(seed))
        return at_least_tiny(apply_op("RealDiv", [drawn, rate]), scope)


def at_least_tiny(numbers: Tensor, scope: str) -> Tensor:
    """The numbers, with 0 replaced by the smallest positive normal number."""
    tiny = np.finfo(numbers.dtype.numpy_dtype).tiny
    return apply_single("Maximum", [tiny, numbers], None, scope)


def poisson(
    shape: ShapeLike,
    lam: TensorLike,
    dtype: DTypeLike = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Poisson variates: ``shape`` of them for each rate.

    >>> tf.random.poisson([10], [0.5, 1.5]).shape
    TensorShape([10, 2])

    Raises:
      InvalidArgumentError: for a negative size.
    """
    with op_scope(name, "random_poisson") as scope:
        sizes = shape_vector(shape)
        rates = convert_to_tensor(lam, name="lam")
        attrs = {**op_seeds(seed), "dtype": as_dtype(dtype)}
        return apply_single("RandomPoissonV2", [sizes, rates], attrs, scope)


def categorical(
    logits: TensorLike,
    num_samples: TensorLike,
    dtype: DTypeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Class numbers, int64 by default, by rows of unnormalized log-probabilities.

    >>> tf.random.categorical([[0.0, -1e9]], 3).numpy().tolist()
    [[0, 0, 0]]

    Raises:
      InvalidArgumentError: if ``logits`` is no matrix.
    """
    with op_scope(name, "categorical"):
        rows = convert_to_tensor(logits, name="logits")
        count = convert_to_tensor(num_samples, name="num_samples")
        output_dtype = dtypes.int64 if dtype is None else as_dtype(dtype)
        attrs = {**op_seeds(seed), "output_dtype": output_dtype}
        return apply_single("Multinomial", [rows, count], attrs)


def shuffle(
    value: TensorLike, seed: int | None = None, name: str | None = None
) -> Tensor:
    """The slices along the first axis in random order.

    >>> tf.random.set_seed(1)
    >>> tf.random.shuffle(tf.range(10), seed=3).numpy().tolist()
    [7, 5, 9, 8, 0, 3, 1, 4, 6, 2]
    """
    return apply_single("RandomShuffle", [value], op_seeds(seed), name)
