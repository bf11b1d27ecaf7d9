"""The operators of variables: those of the tensor that is read."""

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


def attach(kind: type) -> None:
    """Gives a class of variables the operators."""
    for name, function in _BINARY.items():
        setattr(kind, f"__{name}__", _forward(function))
        setattr(kind, f"__r{name}__", _reflected(function))
    for name, comparison in _COMPARISONS.items():
        setattr(kind, f"__{name}__", _forward(comparison))
    for name, single in _UNARY.items():
        setattr(kind, f"__{name}__", _unary(single))


__all__ = ["attach"]
