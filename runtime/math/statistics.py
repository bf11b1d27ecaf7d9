"""Statistics over axes: variance, log-sum-exp, counts; argmax and argmin."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_single
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.math.reductions import reduce, reduce_mean, reduce_sum
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.elementwise import reduction
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


@reduction
def reduce_variance(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """The mean squared distance from the mean, over axes.

    Takes floats and complex numbers (then the result is float). ``axis`` is an integer,
    a list of them, or None for all axes; they are removed unless ``keepdims``.

    >>> print(tf.math.reduce_variance([[1.0, 3.0], [2.0, 2.0]], axis=1).numpy())
    [1. 0.]

    Raises:
      TypeError: for integers.
      InvalidArgumentError: for an axis that does not exist.
    """
    with op_scope(name, "reduce_variance"):
        x = convert_to_tensor(input_tensor, name="input_tensor")
        means = reduce_mean(x, axis, keepdims=True)
        if means.dtype.is_integer:
            raise TypeError(
                f"Input must be either real or complex. Received integer type "
                f"{means.dtype}."
            )
        distance = apply_single("Sub", [x, means], None, "sub")
        if distance.dtype.is_complex:
            product = apply_single("Conj", [distance]) * distance
            squares = apply_single("Real", [product], {"Tout": x.dtype.real_dtype})
        else:
            squares = apply_single("Square", [distance])
        return reduce_mean(squares, axis, keepdims)


@reduction
def reduce_std(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """The standard deviation over axes: the square root of the variance.

    Takes floats and complex numbers (then the result is float). ``axis`` is an integer,
    a list of them, or None for all axes; they are removed unless ``keepdims``.

    >>> print(tf.math.reduce_std([[1.0, 3.0], [2.0, 2.0]], axis=1).numpy())
    [1. 0.]

    Raises:
      TypeError: for integers.
      InvalidArgumentError: for an axis that does not exist.
    """
    with op_scope(name, "reduce_std"):
        return applied("Sqrt", reduce_variance(input_tensor, axis, keepdims))


@reduction
def reduce_logsumexp(
    input_tensor: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = False,
    name: str | None = None,
) -> Tensor:
    """The logarithm of the sum of exponentials over axes, without overflow.

    Takes floats. ``axis`` is an integer, a list of them, or None for all axes; they are
    removed unless ``keepdims``.

    >>> print(tf.reduce_logsumexp([1000.0, 1000.0]).numpy().round(3))
    1000.693

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    with op_scope(name, "ReduceLogSumExp") as scope:
        x = convert_to_tensor(input_tensor, name="input_tensor")
        greatest = reduce("Max", x, axis, True, None)
        is_finite = apply_single("IsFinite", [greatest])
        # an infinite maximum would make inf - inf of the differences
        greatest = applied("SelectV2", is_finite, greatest, 0)
        greatest = apply_single("StopGradient", [greatest])
        exponentials = apply_single("Exp", [apply_single("Sub", [x, greatest])])
        result = apply_single("Log", [reduce_sum(exponentials, axis, keepdims)])
        if not keepdims:
            shape = apply_single("Shape", [result])
            greatest = apply_single("Reshape", [greatest, shape])
        return apply_single("AddV2", [result, greatest], None, scope)


def count_nonzero(
    input: TensorLike,
    axis: TensorLike | None = None,
    keepdims: bool | None = None,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """The number of elements that are not zero, over axes.

    Takes numbers, bool, and strings (which count if not empty). ``axis`` is an integer,
    a list of them, or None for all axes; they are removed unless ``keepdims``.

    >>> print(tf.math.count_nonzero([[0, 1], [2, 3]], axis=1).numpy())
    [1 2]

    Raises:
      InvalidArgumentError: for an axis that does not exist.
    """
    with op_scope(name, "count_nonzero"):
        input = convert_to_tensor(input, name="input")
        empty = "" if input.dtype is dtypes.string else 0
        zero: Any = False if input.dtype.is_bool else empty
        zeros = convert_to_tensor(zero, input.dtype.base_dtype, name="zeros")
        differs = apply_single("NotEqual", [input, zeros])
        counted = apply_single("Cast", [differs], {"DstT": dtypes.int64})
        total = reduce_sum(counted, axis, keepdims)
        target = as_dtype(dtype)
        if target is dtypes.int64:
            return total
        return apply_single("Cast", [total], {"DstT": target})


def zero_fraction(value: TensorLike, name: str | None = None) -> Tensor:
    """The fraction of elements that are zero, as float32; NaN without elements.

    >>> tf.math.zero_fraction([0, 0, 0, 4]).numpy().item()
    0.75

    Raises:
      ValueError: for something that is no tensor.
    """
    with op_scope(name, "zero_fraction"):
        value = convert_to_tensor(value, name="value")
        size = apply_single("Size", [value], {"out_type": dtypes.int64})
        zeros = size - count_nonzero(value)
        part, whole = (
            apply_single("Cast", [each], {"DstT": dtypes.float32})
            for each in (zeros, size)
        )
        return part / whole


def is_non_decreasing(x: TensorLike, name: str | None = None) -> Any:
    """Whether no element is less than the one before it, in row-major order.

    >>> tf.math.is_non_decreasing([1, 1, 2]).numpy().item()
    True

    Raises:
      TypeError: for something that is not numeric.
    """
    return _is_ordered(x, "LessEqual", name, "is_non_decreasing")


def is_strictly_increasing(x: TensorLike, name: str | None = None) -> Any:
    """Whether each element is greater than the one before it, in row-major order.

    >>> tf.math.is_strictly_increasing([1, 1, 2]).numpy().item()
    False

    Raises:
      TypeError: for something that is not numeric.
    """
    return _is_ordered(x, "Less", name, "is_strictly_increasing")


def _is_ordered(x: Any, comparison: str, name: str | None, default: str) -> Any:
    with op_scope(name, default):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_numeric:
            raise TypeError(f"Expected x to be numeric, instead found: {x}")
        flat = applied("Reshape", x, np.array([-1], np.int32))
        ordered = apply_single(comparison, [flat[:-1], flat[1:]])
        return reduce("All", ordered, None, False, None)


def argmax(
    input: TensorLike,
    axis: TensorLike | None = None,
    output_type: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Any:
    """The index of the first greatest element along an axis, by default the first.

    Takes real numbers and bool; NaN is ignored. The axis is removed.

    >>> print(tf.argmax([[1, 5, 2], [7, 0, 7]], axis=1).numpy())
    [1 0]

    Raises:
      InvalidArgumentError: for another dtype, an axis that does not exist or is empty.
    """
    return _extremum_position("ArgMax", input, axis, output_type, name)


def argmin(
    input: TensorLike,
    axis: TensorLike | None = None,
    output_type: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Any:
    """The index of the first least element along an axis, by default the first.

    Takes real numbers and bool; NaN is ignored. The axis is removed.

    >>> print(tf.argmin([[1, 5, 2], [7, 0, 7]], axis=1).numpy())
    [0 1]

    Raises:
      InvalidArgumentError: for another dtype, an axis that does not exist or is empty.
    """
    return _extremum_position("ArgMin", input, axis, output_type, name)


def _position_axis(axis: Any) -> Any:
    if isinstance(axis, int):
        return axis
    tensor = convert_to_tensor(axis, name="axis")
    if tensor.dtype not in (dtypes.int16, dtypes.int32, dtypes.int64):
        raise TypeError(f"axis tensor dtypes {tensor.dtype!r} is not supported")
    return tensor


def _extremum_position(
    op: str, input: Any, axis: Any, output_type: Any, name: str | None
) -> Any:
    attrs = {"output_type": as_dtype(output_type)}
    dimension = 0 if axis is None else _position_axis(axis)
    return applied(op, input, dimension, name=name, attrs=attrs)


def lbeta(x: TensorLike, name: str | None = None) -> Tensor:
    """The logarithm of the absolute value of the beta function, over the last axis.

    That is the sum of lgamma(x) less lgamma of the sum of x. Takes floats.

    >>> print(tf.math.lbeta([[1.0, 1.0], [1.0, 2.0]]).numpy().round(4))
    [ 0.     -0.6931]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    with op_scope(name, "lbeta"):
        x = convert_to_tensor(x, name="x")
        product = reduce_sum(applied("Lgamma", x), axis=[-1])
        return product - applied("Lgamma", reduce_sum(x, axis=[-1]))
