"""Operators of variables, which apply the operators of tensors to their values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

_BINARY: Final = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
    "matmul": operator.matmul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
}
_COMPARISONS: Final = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
_UNARY: Final[dict[str, Callable[..., Any]]] = {
    "neg": operator.neg,
    "invert": operator.invert,
    "abs": operator.abs,
}


def _forward(function: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    return lambda variable, other: function(variable.value(), other)


def _reflected(function: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    return lambda variable, other: function(other, variable.value())


def _unary(function: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda variable: function(variable.value())


_IN_PLACE: Final = {
    "iadd": ("+", "variable.assign_add(value)"),
    "isub": ("-", "variable.assign_sub(value)"),
    "imul": ("*", "variable.assign(variable * value)"),
    "itruediv": ("/", "variable.assign(variable / value)"),
    "ipow": ("**", "variable.assign(variable ** value)"),
}
"""Operators that would make the name a tensor, though a change is meant."""


def _refused(symbol: str, instead: str) -> Callable[[Any, Any], Any]:
    text = (
        f"`variable {symbol}= value` with `tf.Variable`s is not supported. Use "
        f"`{instead}` to modify the variable, or `out = variable {symbol} value` if "
        "you need to get a new output Tensor."
    )

    def refuse(variable: Any, other: Any) -> Any:
        raise RuntimeError(text)

    return refuse


def attach(kind: type) -> None:
    """Attaches the operators to a class of variables."""
    for name, (symbol, instead) in _IN_PLACE.items():
        setattr(kind, f"__{name}__", _refused(symbol, instead))
    for name, function in _BINARY.items():
        setattr(kind, f"__{name}__", _forward(function))
        setattr(kind, f"__r{name}__", _reflected(function))
    for name, comparison in _COMPARISONS.items():
        setattr(kind, f"__{name}__", _forward(comparison))
    for name, single in _UNARY.items():
        setattr(kind, f"__{name}__", _unary(single))


__all__ = ["attach"]
