"""Element-wise functions of two arrays, with broadcasting."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_op, apply_single
from runtime.control_flow.while_loops import while_loop
from runtime.math.casting import cast
from runtime.math.division import truediv
from runtime.numpy_api.conversion import (
    as_dtype_or_none,
    as_float,
    as_tensor,
    number,
    promoted,
    promoted_as_arrays,
)
from runtime.numpy_api.promotion import numpy_result_type, result_kind
from runtime.numpy_api.settings import SETTINGS
from runtime.numpy_api.weak_tensors import as_strong
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

Function = Callable[[Any, Any], Tensor]


def _named(name: str, text: str, compute: Function, floats: bool = False) -> Function:
    """A function of two arrays of NumPy's common dtype."""

    def function(x1: TensorLike, x2: TensorLike) -> Tensor:
        left, right = map(as_strong, promoted_as_arrays(x1, x2))
        if floats and not (left.dtype.is_floating or left.dtype.is_complex):
            left, right = (cast(each, SETTINGS.default_float) for each in (left, right))
        return compute(left, right)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{text}, element by element."
    return function


def _op(op: str, for_bools: str = "") -> Function:
    def compute(x: Any, y: Any) -> Any:
        return apply_op(for_bools if for_bools and x.dtype.is_bool else op, [x, y])

    return compute


def _as_numbers(op: str) -> Function:
    """The op, on truth values as integers of 8 bits."""

    def compute(x: Any, y: Any) -> Any:
        if x.dtype.is_bool:
            x, y = cast(x, dtypes.int8), cast(y, dtypes.int8)
        return apply_op(op, [x, y])

    return compute


add = _named("add", "x1 + x2; of booleans either", _op("AddV2", "LogicalOr"))
subtract = _named("subtract", "x1 - x2", _op("Sub"))
multiply = _named("multiply", "x1 * x2; of booleans both", _op("Mul", "LogicalAnd"))
floor_divide = _named("floor_divide", "x1 / x2, rounded down", _as_numbers("FloorDiv"))
mod = remainder = _named(
    "mod", "What is left of x1 / x2; with the sign of x2", _as_numbers("FloorMod")
)
power = float_power = _named("power", "x1 to the power of x2", _as_numbers("Pow"))
maximum = _named("maximum", "The larger of two", _op("Maximum", "LogicalOr"))
minimum = _named("minimum", "The smaller of two", _op("Minimum", "LogicalAnd"))
arctan2 = _named("arctan2", "The angle of the point (x2, x1)", _op("Atan2"), True)
nextafter = _named(
    "nextafter", "The float after x1, towards x2", _op("NextAfter"), True
)


def _exclusive(x: Any, y: Any) -> Tensor:
    return apply_single("NotEqual", [x, y])


bitwise_and = _named("bitwise_and", "Bits of both", _op("BitwiseAnd", "LogicalAnd"))
bitwise_or = _named("bitwise_or", "Bits of either", _op("BitwiseOr", "LogicalOr"))
bitwise_xor = _named("bitwise_xor", "Bits of one alone", _op("BitwiseXor", "NotEqual"))
equal = _named("equal", "Whether x1 is x2", _op("Equal"))
not_equal = _named("not_equal", "Whether x1 is not x2", _op("NotEqual"))


less = _named("less", "Whether x1 < x2", _as_numbers("Less"))
less_equal = _named("less_equal", "Whether x1 <= x2", _as_numbers("LessEqual"))
greater = _named("greater", "Whether x1 > x2", _as_numbers("Greater"))
greater_equal = _named("greater_equal", "Whether x1 >= x2", _as_numbers("GreaterEqual"))


def _logical(name: str, text: str, compute: Function) -> Function:
    def function(x1: TensorLike, x2: TensorLike) -> Tensor:
        pair = [cast(as_strong(as_tensor(each)), dtypes.bool_) for each in (x1, x2)]
        return compute(*pair)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Whether {text} true, element by element."
    return function


logical_and = _logical("logical_and", "both are", _op("LogicalAnd"))
logical_or = _logical("logical_or", "either is", _op("LogicalOr"))
logical_xor = _logical("logical_xor", "one alone is", _exclusive)


def true_divide(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 / x2, element by element: floats, also of integers.

    >>> tf.experimental.numpy.true_divide([1, 3], 2).numpy()
    array([0.5, 1.5])
    """
    left, right = map(as_strong, promoted_as_arrays(x1, x2))
    if left.dtype.is_bool:
        left, right = (cast(each, SETTINGS.default_float) for each in (left, right))
    return truediv(left, right)


divide = true_divide


def divmod(x1: TensorLike, x2: TensorLike) -> tuple[Any, Any]:
    """The floored quotient and the remainder.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.divmod([7, -7], 2)]
    [[3, -4], [1, 1]]
    """
    return floor_divide(x1, x2), mod(x1, x2)


def _promoted_floats(*values: Any) -> list[Any]:
    """The values as floats of one dtype by the mode set."""
    return [as_strong(as_float(each)) for each in promoted(*values)]


def _as_arrays(*values: Any) -> list[Any]:
    """Each as an array of its own dtype, before they are brought to one."""
    return [as_tensor(each) for each in values]


def hypot(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The square root of x1 squared and x2 squared, element by element.

    >>> tf.experimental.numpy.hypot(3.0, 4.0).numpy()
    np.float64(5.0)
    """
    x, y = _promoted_floats(*_as_arrays(x1, x2))
    return apply_single("Sqrt", [x * x + y * y])


def heaviside(x1: TensorLike, x2: TensorLike) -> Tensor:
    """0 for negative, 1 for positive, and x2 for zero elements.

    >>> tf.experimental.numpy.heaviside([-1.5, 0.0, 2.0], 0.5).numpy()
    array([0. , 0.5, 1. ])
    """
    x, at_zero = _promoted_floats(x1, x2)
    zero, one = number(0, x.dtype), number(1, x.dtype)
    above = apply_op("SelectV2", [x > zero, one, at_zero])
    return apply_single("SelectV2", [x < zero, zero, above])


def logaddexp(x1: TensorLike, x2: TensorLike) -> Tensor:
    """log(exp(x1) + exp(x2)), element by element, without overflow.

    >>> tf.experimental.numpy.logaddexp(1000.0, 1000.0).numpy().round(4)
    np.float64(1000.6931)
    """
    x, y = _promoted_floats(x1, x2)
    return _log_of_sum(x, y, apply_op("Exp", [-_distance(x, y)]), 1.0)


def logaddexp2(x1: TensorLike, x2: TensorLike) -> Tensor:
    """log2(2**x1 + 2**x2), element by element, without overflow.

    >>> tf.experimental.numpy.logaddexp2(3.0, 3.0).numpy()
    np.float64(4.0)
    """
    x, y = _promoted_floats(*_as_arrays(x1, x2))
    two = number(2.0, x.dtype)
    smaller = apply_op("Pow", [two, -_distance(x, y)])
    return _log_of_sum(x, y, smaller, math.log(2))


def _distance(x: Any, y: Any) -> Tensor:
    return apply_single("Abs", [x - y])


def _log_of_sum(x: Any, y: Any, smaller: Any, unit: float) -> Tensor:
    largest = apply_op("Maximum", [x, y])
    found = largest + apply_op("Log1p", [smaller]) / number(unit, x.dtype)
    # the distance of equal infinities is no number
    is_same = apply_op("LogicalAnd", [apply_op("Equal", [x, y]), _is_infinite(x)])
    return apply_single("SelectV2", [is_same, largest, found])


def _is_infinite(x: Any) -> Tensor:
    return apply_single("IsInf", [x])


def _integers(name: str, x1: Any, x2: Any) -> list[Any]:
    pair = [as_strong(each) for each in promoted_as_arrays(x1, x2)]
    if not pair[0].dtype.is_integer:
        raise ValueError(f"Arguments to {name} must be integers.")
    return pair


def gcd(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The greatest common divisor of elements; gcd(0, 0) is 0.

    >>> tf.experimental.numpy.gcd([4, 9], 6).numpy()
    array([2, 3])

    Raises:
      ValueError: for other than integers.
    """
    return _common_divisor(*_integers("gcd", x1, x2))


def _common_divisor(x: Any, y: Any) -> Tensor:
    dtype: DType = x.dtype
    zero = number(0, dtype)
    shape = apply_op("BroadcastArgs", [apply_op("Shape", [x]), apply_op("Shape", [y])])
    pair = [apply_op("BroadcastTo", [_magnitude(each), shape]) for each in (x, y)]

    def goes_on(_: Any, rest: Any) -> Any:
        axes = apply_op("Range", [0, apply_op("Rank", [rest]), 1])
        return apply_op("Any", [apply_op("NotEqual", [rest, zero]), axes])

    def step(divisor: Any, rest: Any) -> list[Any]:
        is_done = apply_op("Equal", [rest, zero])
        safe = apply_op("SelectV2", [is_done, number(1, dtype), rest])
        left = apply_op("FloorMod", [divisor, safe])
        return [
            apply_op("SelectV2", [is_done, divisor, rest]),
            apply_op("SelectV2", [is_done, zero, left]),
        ]

    result: Tensor = while_loop(goes_on, step, pair)[0]
    return result


def _magnitude(x: Any) -> Tensor:
    result: Tensor = x if x.dtype.is_unsigned else apply_op("Abs", [x])
    return result


def lcm(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The least common multiple of elements; 0 if either element is 0.

    >>> tf.experimental.numpy.lcm([4, 0], 6).numpy()
    array([12,  0])

    Raises:
      ValueError: for other than integers.
    """
    x, y = _integers("lcm", x1, x2)
    divisor = _common_divisor(x, y)
    one = number(1, divisor.dtype)
    is_zero = apply_op("Equal", [divisor, number(0, divisor.dtype)])
    safe = apply_op("SelectV2", [is_zero, one, divisor])
    parts = apply_op("FloorDiv", [_magnitude(x), safe])
    return apply_single("Mul", [parts, _magnitude(y)])


def isclose(
    a: TensorLike,
    b: TensorLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """Whether |a - b| <= atol + rtol |b|, element by element.

    >>> tf.experimental.numpy.isclose([1.0, 2.0], [1.0, 2.1]).numpy()
    array([ True, False])
    """
    x, y = map(as_strong, promoted(a, b))
    if not (x.dtype.is_floating or x.dtype.is_complex):
        return apply_single("Equal", [x, y])
    real = x.dtype.real_dtype
    bound = number(atol, real) + number(rtol, real) * _size(y)
    close = _size(x - y) <= bound
    same = apply_op("Equal", [x, y])
    is_finite = apply_op("LogicalNot", [_is_infinite(_size(y))])
    found = apply_op("LogicalOr", [same, apply_op("LogicalAnd", [close, is_finite])])
    if not equal_nan:
        result: Tensor = found
        return result
    both = apply_op("LogicalAnd", [apply_op("IsNan", [_size(each)]) for each in (x, y)])
    return apply_single("LogicalOr", [found, both])


def _size(x: Any) -> Tensor:
    if x.dtype.is_complex:
        return apply_single("ComplexAbs", [x], {"Tout": x.dtype.real_dtype})
    return apply_single("Abs", [x])


def allclose(
    a: TensorLike,
    b: TensorLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """Whether all elements of two arrays are close; see ``isclose``.

    >>> bool(tf.experimental.numpy.allclose([1.0], [1.0 + 1e-9]))
    True
    """
    return _all_of(isclose(a, b, rtol, atol, equal_nan))


def _all_of(values: Any) -> Tensor:
    axes = apply_op("Range", [0, apply_op("Rank", [values]), 1])
    return apply_single("All", [values, axes])


def array_equal(a1: TensorLike, a2: TensorLike) -> Tensor:
    """Whether two arrays have the same shape and equal elements.

    >>> bool(tf.experimental.numpy.array_equal([1, 2], [1, 2, 3]))
    False
    """
    x, y = map(as_strong, promoted(a1, a2))
    if not x.shape.is_compatible_with(y.shape):
        return as_tensor(False)
    attrs = {"incompatible_shape_error": False}
    return _all_of(apply_op("Equal", [x, y], attrs))


def clip(a: TensorLike, a_min: Any, a_max: Any) -> Tensor:
    """The elements clipped to a range; one bound may be None.

    >>> tf.experimental.numpy.clip([1, 5, 9], 2, 6).numpy()
    array([2, 5, 6])

    Raises:
      ValueError: if both ends are None.
    """
    if a_min is None and a_max is None:
        raise ValueError("Not more than one of `a_min` and `a_max` may be `None`.")
    given = [each for each in (a, a_min, a_max) if each is not None]
    values = [as_strong(each) for each in promoted(*given)]
    found = values[0]
    if a_max is not None:
        found = apply_op("Minimum", [found, values[-1]])
    if a_min is not None:
        found = apply_op("Maximum", [found, values[1]])
    return found


def result_type(*arrays_and_dtypes: Any) -> DType:
    """The dtype of arrays, numbers and dtypes together.

    >>> tf.experimental.numpy.result_type(tf.constant([1], tf.int8), 1.5)
    tf.float64
    """
    return result_kind([_dtype_or_value(each) for each in arrays_and_dtypes]).dtype


class _OfDType:
    """Stands for a value of a dtype."""

    def __init__(self, dtype: DType) -> None:
        self.dtype = dtype


def _dtype_or_value(value: Any) -> Any:
    if isinstance(value, (str, type, DType)) or type(value).__name__.endswith("DType"):
        dtype = as_dtype_or_none(value)
        return value if dtype is None else _OfDType(dtype)
    return value


def promote_types(type1: Any, type2: Any) -> Any:
    """The NumPy dtype of two dtypes together.

    >>> tf.experimental.numpy.promote_types("int32", "float32")
    dtype('float64')
    """
    pair = [_OfDType(_required(each)) for each in (type1, type2)]
    return numpy_result_type(pair).numpy_dtype


def _required(dtype: Any) -> DType:
    found: DType | None = as_dtype_or_none(dtype)
    if found is None:
        raise TypeError("A dtype is needed, not None.")
    return found
