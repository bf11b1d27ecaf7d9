"""`==`, `!=`, `in`, `not in`, and `is` of a pattern."""

from __future__ import annotations

from typing import Any

from autograph.operators.class_members import MEETS, contained
from autograph.operators.dispatch import STAGES, staged
from autograph.operators.logical import not_

__all__ = ["eq", "in_", "is_", "not_eq", "not_in"]


def eq(a: Any, b: Any) -> Any:
    """The value of `a == b`."""
    if STAGES[type(a)] is None and STAGES[type(b)] is None:
        return a == b
    result = staged((a, b), "eq", a, b)
    return (a == b) if result is NotImplemented else result


def not_eq(a: Any, b: Any) -> Any:
    """The value of `a != b`."""
    if STAGES[type(a)] is None and STAGES[type(b)] is None:
        return a != b
    result = staged((a, b), "not_eq", a, b)
    return (a != b) if result is NotImplemented else result


def in_(a: Any, b: Any) -> Any:
    """The value of `a in b`."""
    found = contained(a, b) if MEETS else NotImplemented
    if found is not NotImplemented:
        return found
    if STAGES[type(a)] is not None or STAGES[type(b)] is not None:
        result = staged((a, b), "contains", a, b)
        if result is not NotImplemented:
            return result
    if type(b) in (list, tuple):
        # the items decide, if they are staged
        result = staged(tuple(b), "contains", a, b)
        if result is not NotImplemented:
            return result
    return a in b


def not_in(a: Any, b: Any) -> Any:
    """The value of `a not in b`."""
    return not_(in_(a, b))


def is_(a: Any, b: bool) -> Any:
    """The value of `a is b`, for a pattern `True` or `False`."""
    result = staged((a,), "is_", a, b)
    if result is not NotImplemented:
        return result
    return a is b
