"""Comparisons, element tests, and logic."""

from __future__ import annotations

from runtime.math.applying import applied
from runtime.tensors.elementwise import elementwise, elementwise_pair
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


@elementwise_pair
def greater(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x > y, element by element; false where either is NaN.

    Takes real numbers. Shapes are broadcast together; the result is bool.

    >>> print(tf.greater([1, 2, 3], 2).numpy())
    [False False  True]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Greater", x, y, name=name)


@elementwise_pair
def greater_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x >= y, element by element; false where either is NaN.

    Takes real numbers. Shapes are broadcast together; the result is bool.

    >>> print(tf.greater_equal([1, 2, 3], 2).numpy())
    [False  True  True]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("GreaterEqual", x, y, name=name)


@elementwise_pair
def less(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x < y, element by element; false where either is NaN.

    Takes real numbers. Shapes are broadcast together; the result is bool.

    >>> print(tf.less([1, 2, 3], 2).numpy())
    [ True False False]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Less", x, y, name=name)


@elementwise_pair
def less_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x <= y, element by element; false where either is NaN.

    Takes real numbers. Shapes are broadcast together; the result is bool.

    >>> print(tf.less_equal([1, 2, 3], 2).numpy())
    [ True  True False]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("LessEqual", x, y, name=name)


@elementwise_pair
def equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x and y are equal, element by element; false for NaN.

    Takes any dtype. Shapes are broadcast together; the result is bool.

    >>> print(tf.equal([1, 2], 2).numpy())
    [False  True]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Equal", x, y, name=name)


@elementwise_pair
def not_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether x and y differ, element by element; true for NaN.

    Takes any dtype. Shapes are broadcast together; the result is bool.

    >>> print(tf.not_equal([1, 2], 2).numpy())
    [ True False]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("NotEqual", x, y, name=name)


@elementwise_pair
def logical_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether both hold, element by element.

    Takes bool. Shapes are broadcast together; the result is bool.

    >>> print(tf.logical_and([True, False], True).numpy())
    [ True False]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("LogicalAnd", x, y, name=name)


@elementwise_pair
def logical_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether one or both hold, element by element.

    Takes bool. Shapes are broadcast together; the result is bool.

    >>> print(tf.logical_or([True, False], False).numpy())
    [ True False]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("LogicalOr", x, y, name=name)


@elementwise
def logical_not(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether x does not hold, element by element.

    Takes bool. The result has the shape of ``x``.

    >>> print(tf.logical_not([True, False]).numpy())
    [False  True]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("LogicalNot", x, name=name)


@elementwise
def is_nan(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether each element is NaN.

    Takes float16, bfloat16, float32, float64. The result is bool, of the shape of
    ``x``.

    >>> print(tf.math.is_nan([1.0, float("nan")]).numpy())
    [False  True]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("IsNan", x, name=name)


@elementwise
def is_inf(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether each element is infinite, of either sign.

    Takes float16, bfloat16, float32, float64. The result is bool, of the shape of
    ``x``.

    >>> print(tf.math.is_inf([1.0, float("-inf")]).numpy())
    [False  True]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("IsInf", x, name=name)


@elementwise
def is_finite(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether each element is neither infinite nor NaN.

    Takes float16, bfloat16, float32, float64. The result is bool, of the shape of
    ``x``.

    >>> print(tf.math.is_finite([1.0, float("nan")]).numpy())
    [ True False]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("IsFinite", x, name=name)


@elementwise_pair
def logical_xor(
    x: TensorLike, y: TensorLike, name: str | None = "LogicalXor"
) -> Tensor:
    """Whether just one of both holds, element by element.

    Takes bool. Shapes are broadcast together.

    >>> print(tf.math.logical_xor([True, False], True).numpy())
    [False  True]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    either = applied("LogicalOr", x, y)
    not_both = applied("LogicalNot", applied("LogicalAnd", x, y))
    return applied("LogicalAnd", either, not_both, name=name)
