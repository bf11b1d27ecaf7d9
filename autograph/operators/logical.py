"""`and`, `or`, `not`, `==`, `!=`, `in` and the conditional expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.operators.asked_truths import (
    answered,
    known_in_logic,
    known_in_not,
    passed_on,
    truth_in_test,
)
from autograph.operators.class_members import (
    MEETS,
    special_method,
    truth_of,
    truth_to_stage,
)
from autograph.operators.dispatch import STAGES, stage_for

__all__ = [
    "and_",
    "eq",
    "if_exp",
    "in_",
    "is_",
    "not_",
    "not_eq",
    "not_in",
    "or_",
]


def and_(a: Callable[[], Any], b: Callable[[], Any]) -> Any:
    """The value of `a() and b()`."""
    left = a()
    if left is True:
        return passed_on(b)
    if left is False:
        return left
    if STAGES[type(left)] is not None:
        stage = stage_for(left)
        if stage is not None:
            result = stage.and_(left, b)
            if result is not NotImplemented:
                return result
    truth = _truth_of_left(left, a)
    if truth is not left and stage_for(truth) is not None:
        return if_exp(truth, b, lambda: left, "and")
    is_true = bool(truth)
    if is_true:
        return passed_on(b)
    return answered(left, False)


def _truth_of_left(left: Any, operand: Callable[[], Any]) -> Any:
    """What decides for `left`, the value of `operand`: itself, or what it answered."""
    known = known_in_logic(left, operand)
    if known is not None:
        return known
    return truth_of(left) if MEETS else left


def or_(a: Callable[[], Any], b: Callable[[], Any]) -> Any:
    """The value of `a() or b()`."""
    left = a()
    if left is True:
        return left
    if left is False:
        return passed_on(b)
    if STAGES[type(left)] is not None:
        stage = stage_for(left)
        if stage is not None:
            result = stage.or_(left, b)
            if result is not NotImplemented:
                return result
    truth = _truth_of_left(left, a)
    if truth is not left and stage_for(truth) is not None:
        return if_exp(truth, lambda: left, b, "or")
    is_true = bool(truth)
    if not is_true:
        return passed_on(b)
    return answered(left, True)


def not_(a: Any) -> Any:
    """The value of `not a`."""
    if a is True or a is False:
        return not a
    if MEETS:
        known = known_in_not(a)
        a = truth_of(a) if known is None else known
    stage = stage_for(a)
    if stage is not None:
        result = stage.not_(a)
        if result is not NotImplemented:
            return result
    known = known_in_not(a)
    return not (a if known is None else known)


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
    method = special_method(b, "__contains__") if MEETS else None
    if method is not None:
        return method(a)
    stage = stage_for(a, b)
    if stage is not None:
        result = stage.contains(a, b)
        if result is not NotImplemented:
            return result
    try:
        return a in b
    except Exception:
        # the items decide, if they are staged
        stage = stage_for(*b) if type(b) in (list, tuple) else None
        if stage is None:
            raise
        return stage.contains(a, b)


def not_in(a: Any, b: Any) -> Any:
    """The value of `a not in b`."""
    method = special_method(b, "__contains__") if MEETS else None
    if method is not None:
        return not_(method(a))
    stage = stage_for(a, b)
    if stage is not None:
        result = stage.contains(a, b)
        if result is not NotImplemented:
            return not_(result)
    return a not in b


def is_(a: Any, b: bool) -> Any:
    """The value of `a is b`, for a pattern `True` or `False`."""
    stage = stage_for(a)
    if stage is not None:
        result = stage.is_(a, b)
        if result is not NotImplemented:
            return result
    return a is b


def if_exp(
    cond: Any, if_true: Callable[[], Any], if_false: Callable[[], Any], expr_repr: str
) -> Any:
    """The value of `if_true() if cond else if_false()`."""
    if cond is True:
        return passed_on(if_true)
    if MEETS:
        cond = truth_to_stage(cond)
    stage = stage_for(cond)
    if stage is not None:
        result = stage.if_exp(cond, if_true, if_false, expr_repr)
        if result is not NotImplemented:
            return result
    return passed_on(if_true if truth_in_test(cond) else if_false)
