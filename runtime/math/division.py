"""Element-wise quotients, remainders and reciprocals."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.elementwise import elementwise, elementwise_pair
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_TRUE_QUOTIENTS: Final[dict[DType, DType]] = {
    **dict.fromkeys(
        (dtypes.int8, dtypes.uint8, dtypes.int16, dtypes.uint16), dtypes.float32
    ),
    **dict.fromkeys(
        (dtypes.int32, dtypes.uint32, dtypes.int64, dtypes.uint64), dtypes.float64
    ),
}


@elementwise_pair
def truediv(x: Any, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y, element by element, never truncated.

    Takes two numbers of one dtype; shapes are broadcast together. Integers are divided
    as floats: integers of 8 and 16 bits as float32, wider integers as float64.

    >>> tf.truediv([1, 2], 4)
    <tf.Tensor: shape=(2,), dtype=float64, numpy=array([0.25, 0.5 ])>

    Raises:
      TypeError: if the dtypes differ, or are not numeric.
      InvalidArgumentError: for shapes that can't be broadcast.
    """
    with op_scope(name, "truediv") as scope:
        x, y = _same_dtype(x, y)
        if not x.dtype.is_numeric:
            raise TypeError(f"Invalid dtype {x.dtype!r}: only numbers can be divided.")
        wide = _TRUE_QUOTIENTS.get(x.dtype.base_dtype)
        if wide is not None:
            x, y = (apply_op("Cast", [each], {"DstT": wide}) for each in (x, y))
        return apply_single("RealDiv", [x, y], None, scope)


def _same_dtype(x: Any, y: Any) -> tuple[Any, Any]:
    x = convert_to_tensor(x, name="x")
    y = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype, name="y")
    if x.dtype.base_dtype is not y.dtype.base_dtype:
        raise TypeError(
            f"`x` and `y` must have the same dtype, got {x.dtype!r} != {y.dtype!r}."
        )
    return x, y


@elementwise_pair
def divide(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y, element by element, never truncated; as the operator ``/``.

    Takes two numbers of one dtype; shapes are broadcast together. Integers are divided
    as floats.

    >>> tf.divide([1.0, 2.0], 4.0)
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.25, 0.5 ], dtype=float32)>

    Raises:
      TypeError: if the dtypes differ.
      InvalidArgumentError: for shapes that can't be broadcast.
    """
    x, y = _first_as_second(x, y)
    return truediv(x, y, name)


def _first_as_second(x: Any, y: Any) -> tuple[Any, Any]:
    """A first operand that is no tensor takes the dtype of a second that is one."""
    if isinstance(y, Tensor) and not isinstance(x, Tensor):
        x = convert_to_tensor(x, y.dtype.base_dtype, name="x")
    return x, y


@elementwise_pair
def realdiv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y for floats and complex numbers.

    Shapes are broadcast together.

    >>> print(tf.realdiv([1.0, 2.0], 4.0).numpy())
    [0.25 0.5 ]

    Raises:
      InvalidArgumentError: if the dtypes differ, or the shapes can't be broadcast.
    """
    return applied("RealDiv", x, y, name=name)


@elementwise_pair
def divide_no_nan(x: Any, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y, element by element, and 0 where y is 0.

    Takes numbers of one dtype, integers as floats; shapes are broadcast together.

    >>> print(tf.math.divide_no_nan([1.0, 2.0], [0.0, 4.0]).numpy())
    [0.  0.5]

    Raises:
      TypeError: if the dtypes differ.
      InvalidArgumentError: for shapes that can't be broadcast.
    """
    with op_scope(name, "div_no_nan") as scope:
        x, y = _same_dtype(*_first_as_second(x, y))
        wide = _TRUE_QUOTIENTS.get(x.dtype.base_dtype)
        if wide is not None:
            x, y = (apply_op("Cast", [each], {"DstT": wide}) for each in (x, y))
        return apply_single("DivNoNan", [x, y], None, scope)


@elementwise_pair
def floordiv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y rounded down, element by element; as the operator ``//``.

    Takes two real numbers of one dtype; shapes are broadcast together.

    >>> print(tf.math.floordiv([7, -7], 2).numpy())
    [ 3 -4]

    Raises:
      InvalidArgumentError: for an integer divided by 0, other dtypes, or shapes that
        can't be broadcast.
    """
    return applied("FloorDiv", x, y, name=name, default="floordiv")


@elementwise_pair
def floormod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The remainder of x / y rounded down, element by element; as ``%``.

    Takes two real numbers of one dtype; shapes are broadcast together. The result has
    the sign of ``y``.

    >>> print(tf.math.floormod([7, -7], 3).numpy())
    [1 2]

    Raises:
      InvalidArgumentError: for an integer divided by 0, other dtypes, or shapes that
        can't be broadcast.
    """
    return applied("FloorMod", x, y, name=name)


mod = floormod


@elementwise_pair
def truncatediv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y rounded towards zero, element by element.

    Takes two integers of one dtype; shapes are broadcast together.

    >>> print(tf.truncatediv([7, -7], 2).numpy())
    [ 3 -3]

    Raises:
      InternalError: for an integer divided by 0.
      InvalidArgumentError: for other dtypes, or shapes that can't be broadcast.
    """
    return applied("TruncateDiv", x, y, name=name)


@elementwise_pair
def truncatemod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The remainder of x / y rounded towards zero, element by element.

    Takes two real numbers of one dtype; shapes are broadcast together. The result has
    the sign of ``x``.

    >>> print(tf.truncatemod([7, -7], 3).numpy())
    [ 1 -1]

    Raises:
      InternalError: for an integer divided by 0.
      InvalidArgumentError: for other dtypes, or shapes that can't be broadcast.
    """
    return applied("TruncateMod", x, y, name=name)


@elementwise_pair
def xdivy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x / y, and 0 where x is 0, for any y.

    Takes floats and complex numbers of one dtype; shapes are broadcast together.

    >>> print(tf.math.xdivy([0.0, 1.0], [0.0, 2.0]).numpy())
    [0.  0.5]

    Raises:
      InvalidArgumentError: for other dtypes, or shapes that can't be broadcast.
    """
    return applied("Xdivy", x, y, name=name, default="xdivy/Xdivy")


@elementwise
def reciprocal(x: TensorLike, name: str | None = None) -> Tensor:
    """1 / x, element by element.

    Takes floats and complex numbers; the result has the shape and dtype of ``x``.

    >>> print(tf.math.reciprocal([2.0, 0.0]).numpy())
    [0.5 inf]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Reciprocal", x, name=name)


@elementwise
def reciprocal_no_nan(x: TensorLike, name: str | None = None) -> Tensor:
    """1 / x, element by element, and 0 where x is 0.

    Takes floats and complex numbers; the result has the shape and dtype of ``x``.

    >>> print(tf.math.reciprocal_no_nan([2.0, 0.0]).numpy())
    [0.5 0. ]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    with op_scope(name, "reciprocal_no_nan") as scope:
        x = convert_to_tensor(x, name="x")
        one = convert_to_tensor(1, x.dtype.base_dtype, name="one")
        return apply_single("DivNoNan", [one, x], None, scope)
