"""Element-wise functions of one array."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.math.casting import cast
from runtime.math.complex_numbers import angle as angle_of
from runtime.math.complex_numbers import imag as imag_of
from runtime.math.complex_numbers import real as real_of
from runtime.numpy_api.conversion import as_float, as_tensor
from runtime.numpy_api.conversion import number as as_number
from runtime.numpy_api.weak_tensors import as_strong, weak_like
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

Function = Callable[[Any], Tensor]


def _named(name: str, text: str, compute: Function, as_floats: bool) -> Function:
    convert = as_float if as_floats else as_tensor

    def function(x: TensorLike) -> Tensor:
        tensor = convert(x)
        return weak_like(compute(as_strong(tensor)), [tensor])

    function.__name__ = function.__qualname__ = name
    function.__doc__ = text
    return function


def _op(name: str) -> Function:
    return lambda x: apply_op(name, [x])


def _floats(name: str, op: str, text: str) -> Function:
    """A function that applies one op to floats; integers become floats."""
    return _named(name, f"{text}, element by element; floats.", _op(op), True)


sin = _floats("sin", "Sin", "The sine")
cos = _floats("cos", "Cos", "The cosine")
tan = _floats("tan", "Tan", "The tangent")
arcsin = _floats("arcsin", "Asin", "The inverse sine")
arccos = _floats("arccos", "Acos", "The inverse cosine")
arctan = _floats("arctan", "Atan", "The inverse tangent")
sinh = _floats("sinh", "Sinh", "The hyperbolic sine")
cosh = _floats("cosh", "Cosh", "The hyperbolic cosine")
tanh = _floats("tanh", "Tanh", "The hyperbolic tangent")
arcsinh = _floats("arcsinh", "Asinh", "The inverse hyperbolic sine")
arccosh = _floats("arccosh", "Acosh", "The inverse hyperbolic cosine")
arctanh = _floats("arctanh", "Atanh", "The inverse hyperbolic tangent")
exp = _floats("exp", "Exp", "e to the power of x")
expm1 = _floats("expm1", "Expm1", "e to the power of x, less one")
log = _floats("log", "Log", "The natural logarithm")
log1p = _floats("log1p", "Log1p", "The natural logarithm of 1 + x")
sqrt = _floats("sqrt", "Sqrt", "The square root")
floor = _floats("floor", "Floor", "The greatest whole number that is not above x")
ceil = _floats("ceil", "Ceil", "The least whole number that is not below x")


def _constant(x: Any, number: float) -> Tensor:
    return as_number(number, x.dtype)


exp2 = _named(
    "exp2",
    "2 to the power of x, element by element; floats.",
    lambda x: apply_op("Pow", [_constant(x, 2.0), x]),
    True,
)
log2 = _named(
    "log2",
    "The logarithm to base 2, element by element; floats.",
    lambda x: apply_op("Log", [x]) / _constant(x, math.log(2)),
    True,
)
log10 = _named(
    "log10",
    "The logarithm to base 10, element by element; floats.",
    lambda x: apply_op("Log", [x]) / _constant(x, math.log(10)),
    True,
)
deg2rad = _named(
    "deg2rad",
    "Degrees as radians, element by element; floats.",
    lambda x: x * _constant(x, math.pi / 180.0),
    True,
)
rad2deg = _named(
    "rad2deg",
    "Radians as degrees, element by element; floats.",
    lambda x: x * _constant(x, 180.0 / math.pi),
    True,
)


def _cube_root(x: Any) -> Tensor:
    size = apply_op("Pow", [apply_op("Abs", [x]), _constant(x, 1 / 3)])
    result: Tensor = apply_op("Sign", [x]) * size
    return result


def _fixed(x: Any) -> Tensor:
    down, up = apply_op("Floor", [x]), apply_op("Ceil", [x])
    return apply_single("SelectV2", [x >= _constant(x, 0), down, up])


def _normalized_sinc(x: Any) -> Tensor:
    turned = x * _constant(x, math.pi)
    is_zero = apply_op("Equal", [x, _constant(x, 0)])
    ones = _constant(x, 1)
    divisor = apply_op("SelectV2", [is_zero, ones, turned])
    quotient = apply_op("Sin", [divisor]) / divisor
    return apply_single("SelectV2", [is_zero, ones, quotient])


cbrt = _named("cbrt", "The cube root, element by element.", _cube_root, True)
fix = _named("fix", "x cut towards zero, element by element; floats.", _fixed, True)
sinc = _named(
    "sinc",
    "sin(pi x) / (pi x), element by element; 1 at zero.",
    _normalized_sinc,
    True,
)


def _absolute(x: Any) -> Tensor:
    if x.dtype.is_bool or x.dtype.is_unsigned:
        result: Tensor = x
        return result
    if x.dtype.is_complex:
        return apply_single("ComplexAbs", [x], {"Tout": x.dtype.real_dtype})
    return apply_single("Abs", [x])


def _conjugated(x: Any) -> Tensor:
    result: Tensor = apply_op("Conj", [x]) if x.dtype.is_complex else x
    return result


abs = absolute = _named("abs", "|x|, element by element.", _absolute, False)
fabs = _named("fabs", "|x|, element by element.", _absolute, False)
conj = conjugate = _named(
    "conjugate", "The complex conjugate, element by element.", _conjugated, False
)
negative = _named("negative", "-x, element by element.", _op("Neg"), False)
positive = _named("positive", "x as it is.", lambda x: x, False)
square = _named("square", "x * x, element by element.", _op("Square"), False)
reciprocal = _named(
    "reciprocal",
    "1 / x, element by element; in the dtype of x.",
    _op("Reciprocal"),
    False,
)
bitwise_not = _named(
    "bitwise_not",
    "The bits of x inverted; of booleans the opposite.",
    lambda x: apply_op("LogicalNot" if x.dtype.is_bool else "Invert", [x]),
    False,
)
signbit = _named(
    "signbit",
    "Whether x is below zero, element by element.",
    lambda x: apply_op("ZerosLike", [x]) if x.dtype.is_bool else x < _constant(x, 0),
    False,
)


def sign(x: TensorLike, out: Any = None, where: Any = None, **kwargs: Any) -> Tensor:
    """-1, 0 or 1 for each element, in the dtype of x.

    >>> tf.experimental.numpy.sign(-2.5).numpy()
    np.float64(-1.0)

    Raises:
      ValueError: for ``out``, ``where`` and other arguments of NumPy's.
    """
    if out or where or kwargs:
        raise ValueError("tf.numpy.sign only supports the argument x.")
    tensor = as_tensor(x)
    plain = as_strong(tensor)
    found = plain if plain.dtype.is_bool else apply_op("Sign", [plain])
    return weak_like(found, [tensor])


def _tests(name: str, op: str, text: str) -> Function:
    def compute(x: Any) -> Any:
        if x.dtype.is_complex:
            parts = [apply_op(op, [part(x)]) for part in (real_of, imag_of)]
            joined = "LogicalAnd" if op == "IsFinite" else "LogicalOr"
            return apply_op(joined, parts)
        return apply_op(op, [x])

    return _named(name, f"Whether x is {text}, element by element.", compute, True)


isnan = _tests("isnan", "IsNan", "no number")
isinf = _tests("isinf", "IsInf", "infinite")
isfinite = _tests("isfinite", "IsFinite", "finite")


def _is_this_infinity(x: Any, limit: float) -> Tensor:
    tensor = as_float(x)
    return apply_single("Equal", [as_strong(tensor), _constant(tensor, limit)])


def isposinf(x: TensorLike) -> Tensor:
    """Whether x is positive infinity, element by element.

    >>> tf.experimental.numpy.isposinf(tf.constant([1.0, float("inf")])).numpy()
    array([False,  True])
    """
    return _is_this_infinity(x, math.inf)


def isneginf(x: TensorLike) -> Tensor:
    """Whether x is negative infinity, element by element.

    >>> tf.experimental.numpy.isneginf(tf.constant([1.0, -float("inf")])).numpy()
    array([False,  True])
    """
    return _is_this_infinity(x, -math.inf)


def around(a: TensorLike, decimals: int = 0) -> Tensor:
    """Rounds to ``decimals`` decimals, halves to even, in the dtype of ``a``.

    >>> tf.experimental.numpy.around([1.256, 2.5], 1).numpy()
    array([1.3, 2.5])
    """
    tensor = as_tensor(a)
    plain = as_strong(tensor)
    floats = cast(as_float(plain), plain.dtype) if _is_inexact(plain) else plain
    if not _is_inexact(plain):
        floats = cast(plain, dtypes.float64)
    factor = _constant(floats, 10.0**decimals)
    rounded = apply_op("Round", [floats * factor]) / factor
    result: Tensor = weak_like(cast(rounded, plain.dtype), [tensor])
    return result


round = around


def _is_inexact(tensor: Any) -> bool:
    return bool(tensor.dtype.is_floating or tensor.dtype.is_complex)


def angle(z: TensorLike, deg: bool = False) -> Tensor:
    """The angle of complex numbers, in radians, or degrees if ``deg``.

    >>> tf.experimental.numpy.angle(1j, deg=True).numpy()
    np.float64(90.0)
    """
    tensor = as_strong(as_tensor(z))
    if not tensor.dtype.is_complex:
        tensor = cast(tensor, _real_for(tensor))
    found = angle_of(tensor)
    result: Tensor = found * _constant(found, 180.0 / math.pi) if deg else found
    return result


def _real_for(tensor: Any) -> Any:
    return tensor.dtype if tensor.dtype.is_floating else dtypes.float32


def real(val: TensorLike) -> Tensor:
    """The real part of each element.

    >>> tf.experimental.numpy.real([1 + 2j]).numpy()
    array([1.])
    """
    tensor = as_tensor(val)
    return real_of(as_strong(tensor)) if tensor.dtype.is_complex else tensor


def imag(val: TensorLike) -> Tensor:
    """The imaginary part of each element; zeros for real numbers.

    >>> tf.experimental.numpy.imag([1 + 2j]).numpy()
    array([2.])
    """
    tensor = as_strong(as_tensor(val))
    if tensor.dtype.is_complex:
        result: Tensor = imag_of(tensor)
        return result
    return apply_single("ZerosLike", [tensor])


def iscomplex(x: TensorLike) -> Tensor:
    """Whether the imaginary part is not zero, element by element.

    >>> tf.experimental.numpy.iscomplex([1 + 1j, 1 + 0j]).numpy()
    array([ True, False])
    """
    part = imag(x)
    return apply_single("NotEqual", [part, _constant(part, 0)])


def isreal(x: TensorLike) -> Tensor:
    """Whether the imaginary part is zero, element by element.

    >>> tf.experimental.numpy.isreal([1 + 1j, 1 + 0j]).numpy()
    array([False,  True])
    """
    return apply_single("LogicalNot", [iscomplex(x)])


def iscomplexobj(x: TensorLike) -> bool:
    """Whether the dtype is complex.

    >>> tf.experimental.numpy.iscomplexobj([1.0])
    False
    """
    return bool(as_tensor(x).dtype.is_complex)


def isrealobj(x: TensorLike) -> bool:
    """Whether the dtype is not complex.

    >>> tf.experimental.numpy.isrealobj([1.0])
    True
    """
    return not iscomplexobj(x)


def isscalar(num: Any) -> bool:
    """Whether the argument is a number, a string, or a tensor without axes.

    >>> tf.experimental.numpy.isscalar(1), tf.experimental.numpy.isscalar([1])
    (True, False)
    """
    if isinstance(num, Tensor):
        return num.shape.rank == 0
    if isinstance(num, (bool, int, float, complex, str, bytes)):
        return True
    found = getattr(num, "dtype", None)
    return found is not None and as_dtype(found) is not None and num.ndim == 0


def logical_not(x: TensorLike) -> Tensor:
    """The negation of each truth value; nonzero numbers are true.

    >>> tf.experimental.numpy.logical_not([0, 2]).numpy()
    array([ True, False])
    """
    return apply_single("LogicalNot", [cast(as_strong(as_tensor(x)), dtypes.bool_)])
