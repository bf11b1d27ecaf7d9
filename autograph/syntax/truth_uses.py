"""The use of a truth: who asks it, so that none is asked more often than in Python."""

from __future__ import annotations

from enum import Enum

from autograph.syntax.annotations import Annotation

__all__ = ["TRUTH_USE", "TruthUse"]


class TruthUse(Enum):
    """Who asks the value of an `and`, `or`, chain or conditional expression.

    >>> import gast
    >>> TRUTH_USE.get(gast.parse("a or b", mode="eval").body)
    <TruthUse.VALUE: 'value'>
    """

    VALUE = "value"
    """Nobody but its own reader."""
    TEST = "test"
    """A test, which goes on by what the operands answered, and asks none again."""
    ASKED = "asked"
    """The `and` or `or` around it, which asks none again and may return the value."""
    PYTHON = "python"
    """The same, where Python itself runs the one around it and must run this one."""


TRUTH_USE = Annotation[TruthUse]("truth_use", TruthUse.VALUE)
"""On an `and`, `or`, chain of comparisons or conditional expression."""
