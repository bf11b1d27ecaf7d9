"""Operations on the bits of integers: ``tf.bitwise``."""

from __future__ import annotations

from runtime.math.applying import applied
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def bitwise_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits that are set in both.

    Takes integers. Shapes are broadcast together; the dtype is that of the arguments.

    >>> print(tf.bitwise.bitwise_and([12, 5], 6).numpy())
    [4 4]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("BitwiseAnd", x, y, name=name)


def bitwise_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits that are set in x, y or both.

    Takes integers. Shapes are broadcast together; the dtype is that of the arguments.

    >>> print(tf.bitwise.bitwise_or([12, 5], 6).numpy())
    [14  7]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("BitwiseOr", x, y, name=name)


def bitwise_xor(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The bits that are set in either x or y.

    Takes integers. Shapes are broadcast together; the dtype is that of the arguments.

    >>> print(tf.bitwise.bitwise_xor([12, 5], 6).numpy())
    [10  3]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("BitwiseXor", x, y, name=name)


def invert(x: TensorLike, name: str | None = None) -> Tensor:
    """All bits flipped.

    Takes integers. The result has the shape and dtype of ``x``.

    >>> print(tf.bitwise.invert([0, 5]).numpy())
    [-1 -6]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Invert", x, name=name)


def left_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x shifted left by y bits.

    Takes integers. Shapes are broadcast together; the dtype is that of the arguments. y
    is limited to the range from 0 to the width of x less one.

    >>> print(tf.bitwise.left_shift([1, 5], [3, 1]).numpy())
    [ 8 10]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("LeftShift", x, y, name=name)


def right_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x shifted right by y bits, arithmetically for signed integers.

    Takes integers. Shapes are broadcast together; the dtype is that of the arguments. y
    is limited to the range from 0 to the width of x less one.

    >>> print(tf.bitwise.right_shift([-8, 5], 1).numpy())
    [-4  2]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("RightShift", x, y, name=name)
