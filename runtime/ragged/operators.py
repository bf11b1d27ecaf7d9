"""The operators of ragged tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.ragged.ragged_tensor import RaggedTensor

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
    """A mixin with ``+``, ``==`` and other operators, which call ``tf.math``."""

    if TYPE_CHECKING:
        # attached below
        def __add__(self, other: Any) -> RaggedTensor: ...
        def __radd__(self, other: Any) -> RaggedTensor: ...
        def __sub__(self, other: Any) -> RaggedTensor: ...
        def __rsub__(self, other: Any) -> RaggedTensor: ...
        def __mul__(self, other: Any) -> RaggedTensor: ...
        def __rmul__(self, other: Any) -> RaggedTensor: ...
        def __truediv__(self, other: Any) -> RaggedTensor: ...
        def __rtruediv__(self, other: Any) -> RaggedTensor: ...
        def __floordiv__(self, other: Any) -> RaggedTensor: ...
        def __rfloordiv__(self, other: Any) -> RaggedTensor: ...
        def __mod__(self, other: Any) -> RaggedTensor: ...
        def __rmod__(self, other: Any) -> RaggedTensor: ...
        def __pow__(self, other: Any) -> RaggedTensor: ...
        def __rpow__(self, other: Any) -> RaggedTensor: ...
        def __lt__(self, other: Any) -> RaggedTensor: ...
        def __le__(self, other: Any) -> RaggedTensor: ...
        def __gt__(self, other: Any) -> RaggedTensor: ...
        def __ge__(self, other: Any) -> RaggedTensor: ...
        def __and__(self, other: Any) -> RaggedTensor: ...
        def __rand__(self, other: Any) -> RaggedTensor: ...
        def __or__(self, other: Any) -> RaggedTensor: ...
        def __ror__(self, other: Any) -> RaggedTensor: ...
        def __xor__(self, other: Any) -> RaggedTensor: ...
        def __rxor__(self, other: Any) -> RaggedTensor: ...
        def __eq__(self, other: Any) -> RaggedTensor: ...  # type: ignore[override]
        def __ne__(self, other: Any) -> RaggedTensor: ...  # type: ignore[override]
        def __neg__(self) -> RaggedTensor: ...
        def __abs__(self) -> RaggedTensor: ...
        def __invert__(self) -> RaggedTensor: ...


def _attach_operators() -> None:
    for name, function in _OPERATORS.items():
        setattr(RaggedOperators, f"__{name}__", _operator(function))
        if name not in _COMPARISONS:
            setattr(RaggedOperators, f"__r{name}__", _operator(function, True))


_attach_operators()
