"""Operators and public functions that promote different dtypes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any, Final

import numpy as np

from runtime.numpy_api.conversion import as_tensor
from runtime.numpy_api.products import matmul
from runtime.numpy_api.promotion import leaves, result_kind
from runtime.numpy_api.settings import SETTINGS
from runtime.numpy_api.weak_tensors import as_strong, as_weak, is_weak
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, Tensor

Operator = Callable[[Any, Any], Any]

ARITHMETIC: Final = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"]
COMPARISONS: Final = ["eq", "ne", "lt", "le", "gt", "ge"]
BITWISE: Final = ["and", "or", "xor"]
SINGLE: Final = ["neg", "abs", "invert"]


def is_promotable(value: Any) -> bool:
    """Whether the argument is a tensor, an array, a number or a list of such values."""
    if isinstance(value, (list, tuple)):
        return all(map(is_promotable, value))
    plain = (Tensor, np.ndarray, np.generic, bool, int, float, complex)
    return isinstance(value, plain) or hasattr(value, "value_as_operand")


def _promoting(operator: Operator, keeps_weak: bool) -> Operator:
    """The operator on operands of their common dtype."""

    @wraps(operator)
    def promoted(x: Any, y: Any) -> Any:
        if type(y) is EagerTensor and type(x) is EagerTensor and x.dtype is y.dtype:
            return operator(x, y)
        if SETTINGS.mode == "off" or not is_promotable(y):
            return operator(as_strong(x), y)
        try:
            kind = result_kind([x, y])
        except TypeError:
            if SETTINGS.mode == "safe":
                raise
            return operator(as_strong(x), as_strong(y))
        found = operator(as_tensor(x, kind.dtype), as_tensor(y, kind.dtype))
        return as_weak(found) if kind.is_weak and keeps_weak else found

    return promoted


def _single(operator: Callable[[Any], Any]) -> Callable[[Any], Any]:
    @wraps(operator)
    def kept(x: Any) -> Any:
        found = operator(as_strong(x))
        return as_weak(found) if is_weak(x) else found

    return kept


def give_operators() -> None:
    """Makes the operators of tensors promote."""
    for name in (*ARITHMETIC, *COMPARISONS, *BITWISE):
        for form in (f"__{name}__", f"__r{name}__"):
            for kind in (EagerTensor, SymbolicTensor):
                operator = getattr(kind, form, None)
                if operator is None or hasattr(operator, "__wrapped__"):
                    continue
                if name == "matmul" and not SETTINGS.is_weak:
                    operator = _product if form == "__matmul__" else _product_reflected
                setattr(kind, form, _promoting(operator, name not in COMPARISONS))
    for name in SINGLE:
        operator = getattr(Tensor, f"__{name}__")
        if not hasattr(operator, "__wrapped__"):
            setattr(Tensor, f"__{name}__", _single(operator))


def _product(x: Any, y: Any) -> Any:
    return matmul(x, y)


def _product_reflected(y: Any, x: Any) -> Any:
    return matmul(x, y)


KEEP_WEAK: Final = {
    "": (
        "abs acos acosh asin asinh atan atanh clip_by_value cos cosh exp expand_dims "
        "floor identity negative ones_like reduce_logsumexp reduce_max reduce_mean "
        "reduce_min reduce_prod reduce_sum reshape round sigmoid sign sin sinh sqrt "
        "square squeeze stop_gradient tan tanh transpose zeros_like"
    ),
    "math": (
        "abs acos acosh angle asin asinh atan atanh bessel_i0 bessel_i0e bessel_i1 "
        "bessel_i1e ceil conj cos cosh digamma erf erfc erfcinv erfinv exp expm1 floor "
        "imag lgamma log log1p log_sigmoid log_softmax ndtri negative real reciprocal "
        "reciprocal_no_nan reduce_euclidean_norm reduce_logsumexp reduce_max "
        "reduce_mean reduce_min reduce_prod reduce_std reduce_sum reduce_variance rint "
        "round rsqrt sigmoid sign sin sinh softplus sqrt square tan tanh"
    ),
    "math.special": (
        "bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 bessel_k0 "
        "bessel_k0e bessel_k1 bessel_k1e bessel_y0 bessel_y1 dawsn expint fresnel_cos "
        "fresnel_sin spence"
    ),
    "nn": (
        "gelu leaky_relu log_softmax relu6 scale_regularization_loss sigmoid silu "
        "softplus swish tanh"
    ),
    "linalg": ("diag diag_part matrix_transpose tensor_diag_part trace"),
}
"""Public functions whose result is weak where their argument is."""

PROMOTE: Final = {
    "": (
        "add divide matmul multiply pow realdiv subtract truediv truncatediv "
        "truncatemod equal not_equal less less_equal greater greater_equal"
    ),
    "math": (
        "add divide divide_no_nan floordiv floormod mod multiply multiply_no_nan pow "
        "subtract truediv equal not_equal less less_equal greater greater_equal"
    ),
    "linalg": "matmul matvec",
}
"""Public functions whose two arguments are brought to one dtype."""

PROMOTE_STRONGLY: Final = {"": "maximum minimum", "math": "maximum minimum"}
"""The like, with a result that is never weak."""


def give_functions() -> None:
    """Replaces public functions by functions that promote dtypes."""
    made: dict[Any, Any] = {}
    for table, wrapper in (
        (KEEP_WEAK, _keeping),
        (PROMOTE, _of_two),
        (PROMOTE_STRONGLY, _of_two_strongly),
    ):
        for place, names in table.items():
            module = import_module(f"runtime.{place}" if place else "runtime")
            for name in names.split():
                function = getattr(module, name)
                if not hasattr(function, "__promotes__"):
                    if function not in made:
                        made[function] = wrapper(function)
                    setattr(module, name, made[function])
    top: Any = import_module("runtime")
    if not hasattr(top.constant, "__promotes__"):
        top.constant = _weak_constant(top.constant)


def _marked(function: Any, wrapper: Any) -> Any:
    @wraps(function)
    def made(*args: Any, **kwargs: Any) -> Any:
        # the mode may have been changed since functions were put in place
        return (wrapper if SETTINGS.is_weak else function)(*args, **kwargs)

    marked: Any = made
    marked.__promotes__ = True
    return marked


def _is_weakly_made(value: Any) -> bool:
    found = list(leaves(value))
    return bool(found) and all(type(each) in (int, float, complex) for each in found)


def _keeping(function: Any) -> Any:
    first = next(iter(inspect.signature(function).parameters))

    def kept(*args: Any, **kwargs: Any) -> Any:
        named = dict(kwargs)
        value: Any = args[0] if args else named.get(first)
        if _is_weakly_made(value):
            value = as_tensor(value)
        if not is_weak(value):
            return function(*args, **kwargs)
        if args:
            args = (as_strong(value), *args[1:])
        else:
            named[first] = as_strong(value)
        return as_weak(function(*args, **named))

    return _marked(function, kept)


def _of_two(function: Any, is_strong: bool = False) -> Any:
    names = list(inspect.signature(function).parameters)[:2]

    def promoted(*args: Any, **kwargs: Any) -> Any:
        pair = {**dict(zip(names, args)), **kwargs}
        values: list[Any] = [pair.get(name) for name in names]
        if not all(map(is_promotable, values)):
            return function(*args, **kwargs)
        kind = result_kind(values)
        for name, value in zip(names, values):
            pair[name] = as_tensor(value, kind.dtype)
        found = function(pair.pop(names[0]), pair.pop(names[1]), *args[2:], **pair)
        is_plain = is_strong or not kind.is_weak or found.dtype.is_bool
        return found if is_plain else as_weak(found)

    return _marked(function, promoted)


def _of_two_strongly(function: Any) -> Any:
    return _of_two(function, True)


def _weak_constant(function: Any) -> Any:
    def constant(
        value: Any, dtype: Any = None, shape: Any = None, name: str = "Const"
    ) -> Any:
        made = function(as_strong(value), dtype, shape, name)
        is_plain = dtype is not None or not _is_weakly_made(value)
        return made if is_plain else as_weak(made)

    return _marked(function, constant)
