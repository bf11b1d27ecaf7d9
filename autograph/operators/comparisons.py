"""`==`, `!=`, `in`, `not in`, and `is` of a pattern."""

from __future__ import annotations

from typing import Any

from autograph.operators.class_members import MEETS, contained
from autograph.operators.dispatch import stage_for
from autograph.operators.logical import not_

__all__ = ["eq", "in_", "is_", "not_eq", "not_in"]


def eq(a: Any, b: Any) -> Any:
    """The value of `a == b`."""
    stage = stage_for(a, b)
    if stage is not None:
        result = stage.eq(a, b)
        if result is not NotImplemented:
            return result
    return a == b


def not_eq(a: Any, b: Any) -> Any:
    """The value of `a != b`."""
    stage = stage_for(a, b)
    if stage is not None:
        result = stage.not_eq(a, b)
        if result is not NotImplemented:
            return result
    return a != b


def in_(a: Any, b: Any) -> Any:
    """The value of `a in b`."""
    found = contained(a, b) if MEETS else NotImplemented
    if found is not NotImplemented:
        return found
    stage = stage_for(a, b)
    if stage is not None:
        result = stage.contains(a, b)
        if result is not NotImplemented:
            return result
    if type(b) in (list, tuple):
        # the items decide, if they are staged
        stage = stage_for(*b)
        if stage is not None:
            result = stage.contains(a, b)
            if result is not NotImplemented:
                return result
    return a in b


def not_in(a: Any, b: Any) -> Any:
    """The value of `a not in b`."""
    return not_(in_(a, b))


def is_(a: Any, b: bool) -> Any:
    """The value of `a is b`, for a pattern `True` or `False`."""
    stage = stage_for(a)
    if stage is not None:
        result = stage.is_(a, b)
        if result is not NotImplemented:
            return result
    return a is b
