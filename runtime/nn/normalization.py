"""Moments, and batch and local response normalization."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.reshaping import shape
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.math.reductions import reduce_mean, reduce_sum
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_NARROW = (dtypes.float16, dtypes.bfloat16)


def _cast(value: Tensor, dtype: Any) -> Tensor:
    if value.dtype is dtype:
        return value
    return apply_single("Cast", [value], {"DstT": dtype})


def _squeezed(value: Tensor, axes: Any) -> Tensor:
    rank = value.shape.rank
    if rank is None and axes is None:
        return apply_single("Reshape", [value, np.zeros(0, np.int32)])
    given = range(rank or 0) if axes is None else np.ravel(axes)
    # an axis may count from the end where the rank is not known
    places = sorted({int(each) % rank if rank else int(each) for each in given})
    if not places or rank == 0:
        return value
    return apply_single("Squeeze", [value], {"squeeze_dims": places})


def moments(
    x: TensorLike,
    axes: TensorLike,
    shift: TensorLike | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and (biased) variance over axes; ``shift`` is not needed.

    >>> mean, variance = tf.nn.moments(tf.constant([1.0, 3.0]), axes=[0])
    >>> float(mean), float(variance)
    (2.0, 1.0)

    Raises:
      InvalidArgumentError: for an axis that ``x`` does not have.
    """
    with op_scope(name, "moments"):
        value = convert_to_tensor(x, name="x")
        y = _cast(value, dtypes.float32) if value.dtype in _NARROW else value
        mean = reduce_mean(y, axes, keepdims=True, name="mean")
        still = apply_op("StopGradient", [mean])
        squares = apply_op("SquaredDifference", [y, still])
        variance = reduce_mean(squares, axes, keepdims=True, name="variance")
        if not keepdims:
            mean, variance = _squeezed(mean, axes), _squeezed(variance, axes)
        return _cast(mean, value.dtype), _cast(variance, value.dtype)


def weighted_moments(
    x: TensorLike,
    axes: TensorLike,
    frequency_weights: Any,
    keepdims: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance over axes with a weight for each element.

    >>> mean, variance = tf.nn.weighted_moments(
    ...     tf.constant([1.0, 4.0]), [0], tf.constant([2.0, 1.0]))
    >>> float(mean), float(variance)
    (2.0, 2.0)

    Raises:
      InvalidArgumentError: if the weights do not broadcast with ``x``.
    """
    with op_scope(name, "weighted_moments"):
        value = convert_to_tensor(x, name="x")
        weights = convert_to_tensor(frequency_weights, name="frequency_weights")
        dtype = value.dtype
        if dtype in _NARROW:
            value = _cast(value, dtypes.float32)
        weights = _cast(weights, value.dtype)
        product = apply_op("Mul", [value, weights])
        weighted_sum = reduce_sum(product, axes, keepdims=True)
        ones = apply_op("OnesLike", [value])
        total = reduce_sum(apply_op("Mul", [weights, ones]), axes, keepdims=True)
        mean = apply_op("DivNoNan", [weighted_sum, total])
        squares = apply_op("SquaredDifference", [value, mean])
        spread = reduce_sum(apply_op("Mul", [weights, squares]), axes, keepdims=True)
        variance = apply_op("DivNoNan", [spread, total])
        if not keepdims:
            mean, variance = _squeezed(mean, axes), _squeezed(variance, axes)
        return _cast(mean, dtype), _cast(variance, dtype)


def sufficient_statistics(
    x: TensorLike,
    axes: Any,
    shift: TensorLike | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
    """Count, sum and sum of squares over axes, of ``x`` less the shift; the shift.

    >>> found = tf.nn.sufficient_statistics(tf.constant([1.0, 3.0]), [0])
    >>> [float(each) for each in found[:3]]
    [2.0, 4.0, 10.0]
    """
    with op_scope(name, "sufficient_statistics"):
        value = convert_to_tensor(x, name="x")
        axes = sorted(set(np.ravel(axes).tolist()))
        count = _element_count(value, axes)
        moved: Tensor | None = None
        sums, squares = value, apply_op("Square", [value])
        if shift is not None:
            moved = convert_to_tensor(shift, value.dtype, name="shift")
            sums = apply_op("Sub", [value, moved])
            squares = apply_op("SquaredDifference", [value, moved])
        mean_sum = reduce_sum(sums, axes, keepdims=keepdims, name="mean_ss")
        square_sum = reduce_sum(squares, axes, keepdims=keepdims, name="var_ss")
        return count, mean_sum, square_sum, moved


def _element_count(value: Tensor, axes: Sequence[int]) -> Tensor:
    if value.shape.is_fully_defined():
        sizes = value.shape.as_ints()
        if any(not -len(sizes) <= axis < len(sizes) for axis in axes):
            raise ValueError(f"Axes {list(axes)} do not all exist in {value.shape}.")
        count = math.prod([sizes[axis] for axis in axes])
        return convert_to_tensor(count, value.dtype)
    picked = apply_op("GatherV2", [shape(value), np.array(axes, np.int32), 0])
    return _cast(apply_op("Prod", [picked, [0]]), value.dtype)


def normalize_moments(
    counts: TensorLike,
    mean_ss: Any,
    variance_ss: Any,
    shift: TensorLike,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance from the results of ``sufficient_statistics``.

    >>> mean, variance = tf.nn.normalize_moments(2.0, 4.0, 10.0, None)
    >>> float(mean), float(variance)
    (2.0, 1.0)
    """
    with op_scope(name, "normalize"):
        inverse = apply_op("Reciprocal", [convert_to_tensor(counts)])
        shifted = mean = apply_op("Mul", [convert_to_tensor(mean_ss), inverse])
        if shift is not None:
            mean = apply_op("AddV2", [shifted, convert_to_tensor(shift)])
        spread = apply_op("Mul", [convert_to_tensor(variance_ss), inverse])
        variance = apply_op("Sub", [spread, apply_op("Square", [shifted])])
        return mean, variance


def _tensor(value: Any) -> Tensor:
    return convert_to_tensor(value)


def batch_normalization(
    x: TensorLike,
    mean: Any,
    variance: Any,
    offset: Any,
    scale: Any,
    variance_epsilon: Any,
    name: str | None = None,
) -> Tensor:
    """scale * (x - mean) / sqrt(variance + epsilon) + offset; all broadcast.

    >>> tf.nn.batch_normalization(
    ...     tf.constant([1.0, 3.0]), 2.0, 1.0, None, None, 0.0).numpy()
    array([-1.,  1.], dtype=float32)
    """
    with op_scope(name, "batchnorm"):
        value = convert_to_tensor(x)
        # numbers stay Python's until they meet a tensor, as the formula is written
        mean, variance, offset, scale, variance_epsilon = (
            each if each is None or isinstance(each, (int, float)) else _tensor(each)
            for each in (mean, variance, offset, scale, variance_epsilon)
        )
        inverse = apply_op("Rsqrt", [variance + variance_epsilon])
        if scale is not None:
            inverse = inverse * scale
        stretched = apply_op("Mul", [value, _cast(inverse, value.dtype)])
        drift = mean * inverse
        moved = -drift if offset is None else offset - drift
        return apply_single("AddV2", [stretched, _cast(moved, value.dtype)])


def batch_norm_with_global_normalization(
    input: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    beta: Any,
    gamma: Any,
    variance_epsilon: Any,
    scale_after_normalization: bool,
    name: str | None = None,
) -> Tensor:
    """Batch normalization; gamma only if ``scale_after_normalization``.

    >>> tf.nn.batch_norm_with_global_normalization(
    ...     tf.ones([1, 1]), [1.0], [1.0], [0.5], [1.0], 0.0, True).numpy().ravel()
    array([0.5], dtype=float32)
    """
    scale = gamma if scale_after_normalization else None
    return batch_normalization(
        input, mean, variance, beta, scale, variance_epsilon, name
    )


class FusedBatchNorm(NamedTuple):
    """The normalized tensor, and the running mean and variance."""

    y: Tensor
    running_mean: Tensor
    running_var: Tensor


def fused_batch_norm(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike | None = None,
    variance: TensorLike | None = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: float = 1.0,
) -> FusedBatchNorm:
    """Batch normalization over all axes except the channels, as one op.

    >>> tf.compat.v1.nn.fused_batch_norm(
    ...     tf.ones([1, 2, 2, 1]), [1.0], [0.5])[0].numpy().ravel()
    array([0.5, 0.5, 0.5, 0.5], dtype=float32)

    Raises:
      ValueError: if statistics are needed and missing.
    """
    value = convert_to_tensor(x, name="input")
    factor = convert_to_tensor(scale, name="scale")
    shift = convert_to_tensor(offset, name="offset")
    if (mean is None or variance is None) and (
        not is_training or exponential_avg_factor != 1.0
    ):
        raise ValueError(
            "`mean` and `variance` must be given unless is_training=True and "
            f"exponential_avg_factor=1.0: is_training={is_training}, "
            f"exponential_avg_factor={exponential_avg_factor}."
        )
    empty = np.empty(0, np.float32)
    statistics = [
        convert_to_tensor(empty if each is None else each, dtypes.float32)
        for each in (mean, variance)
    ]
    # the kernels of TensorFlow refuse an epsilon below this
    attrs = {
        "epsilon": max(float(epsilon), 1.001e-5),
        "exponential_avg_factor": float(exponential_avg_factor),
        "data_format": text_attr(data_format, "data_format"),
        "is_training": is_training,
    }
    found = apply_op(
        "FusedBatchNormV3", [value, factor, shift, *statistics], attrs, name
    )
    return FusedBatchNorm(*found[:3])


def l2_normalize(
    x: TensorLike,
    axis: TensorLike | None = None,
    epsilon: float = 1e-12,
    name: str | None = None,
    dim: Any = None,
) -> Tensor:
    """x / sqrt(max(sum(x**2), epsilon)), the sum over ``axis``, by default over all.

    >>> tf.nn.l2_normalize([3.0, 4.0]).numpy()
    array([0.6, 0.8], dtype=float32)

    Raises:
      InvalidArgumentError: for an axis that ``x`` does not have.
    """
    with op_scope(name, "l2_normalize") as scope:
        value = convert_to_tensor(x, name="x")
        axes = axis if axis is not None else dim
        size = value
        if value.dtype.is_complex:
            size = apply_op("ComplexAbs", [value], {"Tout": value.dtype.real_dtype})
        total = reduce_sum(apply_op("Square", [size]), axes, keepdims=True)
        inverse = apply_op("Rsqrt", [apply_op("Maximum", [total, epsilon])])
        return apply_single("Mul", [value, _cast(inverse, value.dtype)], None, scope)


def local_response_normalization(
    input: TensorLike,
    depth_radius: int = 5,
    bias: float = 1,
    alpha: float = 1,
    beta: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """input / (bias + alpha * sum of squares of neighbours in depth) ** beta.

    >>> tf.nn.local_response_normalization(tf.ones([1, 1, 1, 3])).numpy().ravel()
    array([0.5, 0.5, 0.5], dtype=float32)

    Raises:
      InvalidArgumentError: if the input is not 4-dimensional.
    """
    attrs = {
        "depth_radius": depth_radius,
        "bias": float(bias),
        "alpha": float(alpha),
        "beta": float(beta),
    }
    result: Tensor = applied("LRN", input, name=name, attrs=attrs)
    return result


lrn = local_response_normalization
