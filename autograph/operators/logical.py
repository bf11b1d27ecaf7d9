"""`and`, `or`, `not` and the conditional expression."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from autograph.operators.class_members import MEETS, truth_of
from autograph.operators.dispatch import STAGES, stage_for

__all__ = [
    "and_",
    "and_asked",
    "and_test",
    "if_exp",
    "if_exp_asked",
    "not_",
    "or_",
    "or_asked",
    "or_test",
]

Operand = Callable[[], Any]


class _Answered(NamedTuple):
    """An operand, and its truth, for the `and` or `or` around: it asks none again."""

    value: Any
    truth: bool


class _Value(partial[Any]):
    """An operand for a stage, which knows no answers."""

    def __call__(self) -> Any:
        value = self.func()
        return value.value if type(value) is _Answered else value


class _Truth(partial[Any]):
    """An operand for a stage that wants the truth of the user's objects."""

    def __call__(self) -> Any:
        return truth_of(self.func())


def and_(a: Operand, b: Operand) -> Any:
    """The value of `a() and b()`."""
    left = a()
    if left is True:
        return b()
    if left is False:
        return left
    if type(left) is _Answered:
        return b() if left.truth else left.value
    result = _and_of_stage(left, b)
    if result is not NotImplemented:
        return result
    truth = truth_of(left) if MEETS else left
    if truth is not left and stage_for(truth) is not None:
        return if_exp(truth, b, lambda: left, "and")
    return b() if truth else left


def or_(a: Operand, b: Operand) -> Any:
    """The value of `a() or b()`."""
    left = a()
    if left is True:
        return left
    if left is False:
        return b()
    if type(left) is _Answered:
        return left.value if left.truth else b()
    result = _or_of_stage(left, b)
    if result is not NotImplemented:
        return result
    truth = truth_of(left) if MEETS else left
    if truth is not left and stage_for(truth) is not None:
        return if_exp(truth, lambda: left, b, "or")
    return left if truth else b()


def and_test(a: Operand, b: Operand) -> Any:
    """What decides a test of `a() and b()`: False, or `b()`, which is not asked."""
    left = a()
    if left is True:
        return b()
    if left is False:
        return left
    result = _and_of_stage(left, b)
    if result is not NotImplemented:
        return result
    truth = truth_of(left) if MEETS else left
    if truth is not left:
        result = _and_of_stage(truth, _Truth(b))
        if result is not NotImplemented:
            return result
    return b() if truth else False


def or_test(a: Operand, b: Operand) -> Any:
    """What decides a test of `a() or b()`: True, or `b()`, which is not asked."""
    left = a()
    if left is True:
        return left
    if left is False:
        return b()
    result = _or_of_stage(left, b)
    if result is not NotImplemented:
        return result
    truth = truth_of(left) if MEETS else left
    if truth is not left:
        result = _or_of_stage(truth, _Truth(b))
        if result is not NotImplemented:
            return result
    return True if truth else b()


def and_asked(a: Operand, b: Operand) -> Any:
    """The value of `a() and b()`, with what is known, for one that asks it."""
    left = a()
    if left is True:
        return b()
    if left is False:
        return left
    if type(left) is _Answered:
        return b() if left.truth else left
    result = _and_of_stage(left, _Value(b))
    if result is not NotImplemented:
        return result
    truth = truth_of(left) if MEETS else left
    if truth is not left and stage_for(truth) is not None:
        return if_exp(truth, _Value(b), lambda: left, "and")
    return b() if truth else _Answered(left, False)


def or_asked(a: Operand, b: Operand) -> Any:
    """The value of `a() or b()`, with what is known, for one that asks it."""
    left = a()
    if left is True:
        return left
    if left is False:
        return b()
    if type(left) is _Answered:
        return left if left.truth else b()
    result = _or_of_stage(left, _Value(b))
    if result is not NotImplemented:
        return result
    truth = truth_of(left) if MEETS else left
    if truth is not left and stage_for(truth) is not None:
        return if_exp(truth, lambda: left, _Value(b), "or")
    return _Answered(left, True) if truth else b()


def _and_of_stage(left: Any, b: Operand) -> Any:
    stage = stage_for(left) if STAGES[type(left)] is not None else None
    return NotImplemented if stage is None else stage.and_(left, b)


def _or_of_stage(left: Any, b: Operand) -> Any:
    stage = stage_for(left) if STAGES[type(left)] is not None else None
    return NotImplemented if stage is None else stage.or_(left, b)


def not_(a: Any) -> Any:
    """The value of `not a`."""
    if a is True or a is False:
        return not a
    if MEETS:
        a = truth_of(a)
    stage = stage_for(a)
    if stage is not None:
        result = stage.not_(a)
        if result is not NotImplemented:
            return result
    return not a


def if_exp(cond: Any, if_true: Operand, if_false: Operand, expr_repr: str) -> Any:
    """The value of `if_true() if cond else if_false()`."""
    if cond is True:
        return if_true()
    if MEETS:
        cond = truth_of(cond)
    stage = stage_for(cond)
    if stage is not None:
        result = stage.if_exp(cond, if_true, if_false, expr_repr)
        if result is not NotImplemented:
            return result
    return if_true() if cond else if_false()


def if_exp_asked(cond: Any, if_true: Operand, if_false: Operand, expr_repr: str) -> Any:
    """The same, with what is known, for an `and` or `or` that asks it."""
    if MEETS:
        cond = truth_of(cond)
    if stage_for(cond) is not None:
        return if_exp(cond, _Value(if_true), _Value(if_false), expr_repr)
    return if_true() if cond else if_false()
