"""WeakTensor: a tensor of weak dtype, from a Python number in some promotion modes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeVar

from runtime.apply import apply_op
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, Tensor

Value = TypeVar("Value")


class EagerWeakTensor(EagerTensor):
    """An eager tensor whose dtype yields to the dtypes of other operands."""

    __slots__ = ()

    def __repr__(self) -> str:
        return super().__repr__()[:-1] + ", weak=True>"

    def __str__(self) -> str:
        return super().__str__() + " weakly typed"

    def __reduce__(self) -> tuple[Any, ...]:
        return EagerWeakTensor, (self._array, self.dtype)


class GraphWeakTensor(SymbolicTensor):
    """A tensor of a trace whose dtype yields to the dtypes of other operands."""

    __slots__ = ()


def is_weak(value: object) -> bool:
    """Whether the argument is a tensor of a weak dtype."""
    return isinstance(value, (EagerWeakTensor, GraphWeakTensor))


def as_weak(value: Value) -> Value:
    """The tensor with a weak dtype; bool tensors and other objects are unchanged."""
    if isinstance(value, Tensor) and type(value) in _WEAK and not value.dtype.is_bool:
        weak: Value = _copied(value, _WEAK[type(value)])
        return weak
    return value


def as_strong(value: Value) -> Value:
    """The tensor with a strong dtype; other objects are unchanged."""
    if is_weak(value):
        strong: Value = _copied(value, type(value).__base__)
        return strong
    return value


def _copied(tensor: Any, kind: type | None) -> Any:
    """Another tensor of the same value, which tapes know to be made of it."""
    made = apply_op("Identity", [tensor])
    made.__class__ = kind
    return made


_WEAK: Final = {EagerTensor: EagerWeakTensor, SymbolicTensor: GraphWeakTensor}


def weak_like(result: Value, values: Iterable[object]) -> Value:
    """The result, with a weak dtype if all tensors have weak dtypes."""
    sources = list(values)
    if sources and all(map(is_weak, sources)) and isinstance(result, Tensor):
        return as_weak(result)
    return result


__all__ = [
    "EagerWeakTensor",
    "GraphWeakTensor",
    "as_strong",
    "as_weak",
    "is_weak",
    "weak_like",
]
