"""Ownership: whether a list or iterator that staged code changes is shared.

A list becomes a tensor only if no other holder would go on with the Python list, and
items are taken beforehand only if nobody else would miss them. Who holds an object is
written down nowhere but in CPython's reference counts: the garbage collector takes
9 ms to look for holders, where a count takes 35 ns, and does not see the variables of
functions that are running. So counts decide, here and nowhere else in this package;
where they are not exact, everything counts as held, which is refused and never wrong.
"""

from __future__ import annotations

import sys
from sys import getrefcount as references
from types import CellType
from typing import Any, Final

__all__ = [
    "has_other_references",
    "is_only_in",
    "part_has_other_references",
    "references",
]

_HAS_LOCK: Final = getattr(sys, "_is_gil_enabled", lambda: True)()
COUNTS_ARE_EXACT: Final = sys.implementation.name == "cpython" and _HAS_LOCK
"""Not in other Pythons, nor without the global lock: those put counting off."""


def _references(iter_: Any, *_: Any) -> int:
    return references(iter_)


_OF_AN_ARGUMENT: Final = _references(iter(()), None)
_A_CELL: Final = CellType([])
_OF_A_CELL: Final = references(_A_CELL.cell_contents)


def has_other_references(count: int) -> bool:
    """Whether an argument has references other than the call, as `references` counts.

    >>> def function(argument):
    ...     return has_other_references(references(argument))
    >>> function(iter([]))
    False
    >>> held = iter([])
    >>> function(held)
    True
    """
    return not COUNTS_ARE_EXACT or count > _OF_AN_ARGUMENT


def part_has_other_references(count: int, times: int) -> bool:
    """The same of an object that its holder, and a list of its parts, hold `times`.

    `count` is what `references` says of the variable of a loop over that list.
    """
    return not COUNTS_ARE_EXACT or count > 2 * times + 2


def is_only_in(cell: CellType) -> bool:
    """Whether nothing but a variable, shared by functions, holds its value.

    >>> is_only_in(CellType([]))
    True
    >>> items = []
    >>> is_only_in(CellType(items))
    False
    """
    return COUNTS_ARE_EXACT and references(cell.cell_contents) <= _OF_A_CELL
