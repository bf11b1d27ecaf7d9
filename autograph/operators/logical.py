"""`and`, `or`, `not` and the conditional expression."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from autograph.operators.class_members import MEETS, truth_of
from autograph.operators.dispatch import STAGES, stage_for, staged

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
    """An operand of which a stage has the truth alone, where the value is not read."""

    def __call__(self) -> Any:
        value = truth_of(self.func())
        return value if stage_for(value) is not None else bool(value)


class _Use(NamedTuple):
    """What becomes of the value of an `and` or `or`."""

    operand: Callable[[Operand], Operand]
    """The second operand for a stage, made of the function that evaluates it."""
    decided: Callable[[Any, bool], Any]
    """The value where the first operand decides, made of it and its truth."""


_READ = _Use(lambda b: b, lambda left, truth: left)
_TESTED = _Use(_Truth, lambda left, truth: truth)
_ASKED = _Use(_Value, _Answered)


def and_(a: Operand, b: Operand) -> Any:
    """The value of `a() and b()`."""
    left = a()
    if left is True:
        return b()
    return left if left is False else _joined(left, b, True, _READ)


def or_(a: Operand, b: Operand) -> Any:
    """The value of `a() or b()`."""
    left = a()
    if left is False:
        return b()
    return left if left is True else _joined(left, b, False, _READ)


def and_test(a: Operand, b: Operand) -> Any:
    """What decides a test of `a() and b()`: False, or `b()`, which is not asked."""
    left = a()
    if left is True:
        return b()
    return left if left is False else _joined(left, b, True, _TESTED)


def or_test(a: Operand, b: Operand) -> Any:
    """What decides a test of `a() or b()`: True, or `b()`, which is not asked."""
    left = a()
    if left is False:
        return b()
    return left if left is True else _joined(left, b, False, _TESTED)


def and_asked(a: Operand, b: Operand) -> Any:
    """The value of `a() and b()`, with what is known, for one that asks it."""
    left = a()
    if left is True:
        return b()
    return left if left is False else _joined(left, b, True, _ASKED)


def or_asked(a: Operand, b: Operand) -> Any:
    """The value of `a() or b()`, with what is known, for one that asks it."""
    left = a()
    if left is False:
        return b()
    return left if left is True else _joined(left, b, False, _ASKED)


def _joined(left: Any, b: Operand, is_and: bool, use: _Use) -> Any:
    """The value of `left and b()`, or of `left or b()`, where `left` is no bool."""
    if type(left) is _Answered:
        return b() if left.truth is is_and else use.decided(*left)
    if STAGES[type(left)] is not None:
        result = _of_stage(left, b, is_and, use)
        if result is not NotImplemented:
            return result
    truth = truth_of(left) if MEETS else left
    if truth is not left and stage_for(truth) is not None:
        return _by_staged_truth(truth, left, b, is_and, use)
    return b() if bool(truth) is is_and else use.decided(left, not is_and)


def _of_stage(left: Any, b: Operand, is_and: bool, use: _Use) -> Any:
    join = "and_" if is_and else "or_"
    return staged((left,), join, left, use.operand(b))


def _by_staged_truth(truth: Any, left: Any, b: Operand, is_and: bool, use: _Use) -> Any:
    """The same, where an object of the user's gave `truth`."""
    if use is _TESTED:
        result = _of_stage(truth, b, is_and, use)
        if result is not NotImplemented:
            return result
    sides = (use.operand(b), lambda: use.decided(left, not is_and))
    first, second = sides if is_and else reversed(sides)
    return if_exp(truth, first, second, "and" if is_and else "or")


def not_(a: Any) -> Any:
    """The value of `not a`."""
    if a is True or a is False:
        return not a
    if MEETS:
        a = truth_of(a)
    if STAGES[type(a)] is None:
        return not a
    result = staged((a,), "not_", a)
    return (not a) if result is NotImplemented else result


def if_exp(cond: Any, if_true: Operand, if_false: Operand, expr_repr: str) -> Any:
    """The value of `if_true() if cond else if_false()`."""
    if cond is True:
        return if_true()
    if MEETS:
        cond = truth_of(cond)
    if STAGES[type(cond)] is not None:
        result = staged((cond,), "if_exp", cond, if_true, if_false, expr_repr)
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
