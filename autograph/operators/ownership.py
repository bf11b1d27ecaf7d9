"""Ownership: whether a list or iterator that staged code changes is shared.

A list becomes a tensor only if no other reference would go on using the Python list,
and an iterator is consumed in advance only if no other code would miss the items. The
only record of an object's referrers is CPython's reference count: the garbage collector
takes 9 ms to search for referrers, where a count takes 35 ns, and it does not see the
variables of running functions. So counts decide, here and nowhere else in this package;
where they are not exact, every object counts as shared, so staging is refused and the
result is never wrong.
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
    """Whether a part of an object has references other than the object's own.

    The object refers to the part `times`, and so does a list of its parts; `count` is
    the result of `references` for the variable of a loop over that list.
    """
    return not COUNTS_ARE_EXACT or count > 2 * times + 2


def is_only_in(cell: CellType) -> bool:
    """Whether the value of a cell has no reference besides the cell.

    >>> is_only_in(CellType([]))
    True
    >>> items = []
    >>> is_only_in(CellType(items))
    False
    """
    return COUNTS_ARE_EXACT and references(cell.cell_contents) <= _OF_A_CELL
