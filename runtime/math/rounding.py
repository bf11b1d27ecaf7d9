"""Rounding, and neighbouring floats."""

from __future__ import annotations

from graphir import dtypes
from runtime.apply import apply_single
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.elementwise import elementwise
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


@elementwise
def floor(x: TensorLike, name: str | None = None) -> Tensor:
    """The greatest integer that is no greater, as a float.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.floor([1.7, -1.2]).numpy().round(4))
    [ 1. -2.]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Floor", x, name=name)


@elementwise
def ceil(x: TensorLike, name: str | None = None) -> Tensor:
    """The least integer that is no less, as a float.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.ceil([1.2, -1.7]).numpy().round(4))
    [ 2. -1.]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Ceil", x, name=name)


@elementwise
def rint(x: TensorLike, name: str | None = None) -> Tensor:
    """The nearest integer as a float, halves to even.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.rint([0.5, 1.5, -2.7]).numpy().round(4))
    [ 0.  2. -3.]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Rint", x, name=name)


def nextafter(x1: TensorLike, x2: TensorLike, name: str | None = None) -> Tensor:
    """The float next to x1 in the direction of x2.

    Takes float32, float64. Shapes are broadcast together; the dtype is that of the
    arguments.

    >>> print(tf.math.nextafter([1.0], [2.0]).numpy().round(4))
    [1.]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    if not (isinstance(x1, Tensor) or isinstance(x2, Tensor)):
        # float32 is the op's own default for values that have no dtype
        x1 = convert_to_tensor(x1, dtype_hint=dtypes.float32, name="x1")
    return applied("NextAfter", x1, x2, name=name)


@elementwise
def round(x: TensorLike, name: str | None = None) -> Tensor:
    """The nearest integer, halves to even; integers as they are.

    Takes numbers; the result has the shape and dtype of ``x``.

    >>> print(tf.round([0.5, 1.5, -2.7]).numpy())
    [ 0.  2. -3.]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    with op_scope(name, "Round") as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_integer:
            return x
        return apply_single("Round", [x], None, scope)
