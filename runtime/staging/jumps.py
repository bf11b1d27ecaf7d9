"""Flags of `break`, `continue` and `return`, and the statements guarded by flags.

A statement after a `break`, `continue` or `return` under a tensor condition runs under
a guard, `if not break_`. A variable that it assigns has a value on every path that
reads it, so reads are checked in the graph instead of refused while tracing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakSet

from autograph.syntax.variable_roles import Role, role_of
from graphir.node import Value
from runtime.tensors.symbolic_tensor import SymbolicTensor

JUMPS = frozenset((Role.JUMP, Role.RETURN))
"""The roles of the flags."""

_flags: WeakSet[Value] = WeakSet()
_guards: WeakSet[Value] = WeakSet()


def note_flags(names: Sequence[str], values: Sequence[Any]) -> None:
    """Remembers which variables of a statement are flags, by their tensors."""
    for name, value in zip(names, values):
        if role_of(name) in JUMPS and isinstance(value, SymbolicTensor):
            _flags.add(value.value)


def note_guard(result: Any, *operands: Any) -> Any:
    """The result of `not` or `and`: a guard if the operands are flags or guards."""
    if isinstance(result, SymbolicTensor) and all(map(_is_known, operands)):
        _guards.add(result.value)
    return result


def _is_known(value: Any) -> bool:
    if not isinstance(value, SymbolicTensor):
        return False
    return value.value in _flags or value.value in _guards


def is_guard(cond: Any) -> bool:
    """Whether a condition consists of jump flags."""
    return isinstance(cond, SymbolicTensor) and cond.value in _guards
