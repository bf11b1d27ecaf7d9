"""`assert`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.operators.class_members import MEETS, truth_of
from autograph.operators.dispatch import STAGES, staged

__all__ = ["assert_stmt"]


def assert_stmt(expression1: Any, expression2: Callable[[], Any]) -> None:
    """`assert expression1, expression2()`; the message is made only if needed."""
    if MEETS:
        expression1 = truth_of(expression1)
    if STAGES[type(expression1)] is not None:
        result = staged((expression1,), "assert_stmt", expression1, expression2)
        if result is not NotImplemented:
            return
    if __debug__ and not expression1:
        raise AssertionError(expression2())
