"""The operators of ragged tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_OPERATORS = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "truediv",
    "floordiv": "floordiv",
    "mod": "floormod",
    "pow": "pow",
    "and": "logical_and",
    "or": "logical_or",
    "xor": "logical_xor",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
    "eq": "equal",
    "ne": "not_equal",
    "neg": "negative",
    "abs": "abs",
    "invert": "logical_not",
}
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne", "neg", "abs", "invert")


def _operator(function: str, is_reflected: bool = False) -> Callable[..., Any]:
    def operator(self: Any, *others: Any) -> Any:
        from runtime import math

        if others and others[0] is None and function in ("equal", "not_equal"):
            return function == "not_equal"
        found = getattr(math, function)
        return found(*others, self) if is_reflected else found(self, *others)

    return operator


class RaggedOperators:
    """A mixin with ``+``, ``==`` and the others, by the functions of ``tf.math``."""


def _attach_operators() -> None:
    for name, function in _OPERATORS.items():
        setattr(RaggedOperators, f"__{name}__", _operator(function))
        if name not in _COMPARISONS:
            setattr(RaggedOperators, f"__r{name}__", _operator(function, True))


_attach_operators()
