"""Sets of names as bit masks, and the transfer function of each statement.

Control flow is nested here: `break`, `continue` and `return` are lowered before any
analysis runs. So a fixed point needs no more than a summary per statement, combined in
sequence and in parallel: a loop adds the variables that one iteration of its body reads
from the previous one.
"""

from __future__ import annotations

from collections.abc import Iterable

from autograph.syntax.names import QualifiedName

__all__ = ["EVERYTHING", "NameTable", "Summary"]

EVERYTHING = -1
"""The mask of all names."""


class NameTable:
    """A bit for each name.

    >>> table = NameTable()
    >>> mask = table.mask(["b", "a"])
    >>> table.names(mask)
    ['a', 'b']
    """

    __slots__ = ("_bits",)

    def __init__(self) -> None:
        self._bits: dict[str, int] = {}

    def bit(self, name: str) -> int:
        """The mask of one name."""
        found = self._bits.get(name)
        if found is None:
            found = self._bits[name] = 1 << len(self._bits)
        return found

    def mask(self, names: Iterable[str]) -> int:
        """The mask of several names."""
        result = 0
        for name in names:
            result |= self.bit(name)
        return result

    def names(self, mask: int) -> list[str]:
        """The names in `mask`, in alphabetical order."""
        return sorted(name for name, bit in self._bits.items() if mask & bit)


class Summary:
    """The effect of one or more statements on variables.

    Sets of variables: `needs`, read before the statement assigns them; `keeps`, not
    surely overwritten; `gives`, possibly assigned; `holds`, not deleted; `reads` and
    `writes`, read or written anywhere in the statement; `captured`, read by functions
    that the statement defines.
    """

    __slots__ = (
        "captured",
        "composites",
        "gives",
        "holds",
        "keeps",
        "needs",
        "reads",
        "writes",
    )

    def __init__(self) -> None:
        self.needs = self.gives = self.reads = self.writes = self.captured = 0
        self.keeps = self.holds = EVERYTHING
        self.composites: dict[str, QualifiedName] = {}

    def then(self, other: Summary) -> None:
        """Extend `self` by `other`, which runs afterwards."""
        self.needs |= other.needs & self.keeps
        self.keeps &= other.keeps
        self.gives = (self.gives & other.holds) | other.gives
        self.holds &= other.holds
        self._add(other)

    def beside(self, other: Summary) -> None:
        """Extend `self` by `other`, an alternative to it."""
        self.needs |= other.needs
        self.keeps |= other.keeps
        self.gives |= other.gives
        self.holds |= other.holds
        self._add(other)

    def maybe(self) -> None:
        """Accounts for the case that none of these statements runs."""
        self.keeps = self.holds = EVERYTHING

    def _add(self, other: Summary) -> None:
        self.reads |= other.reads
        self.writes |= other.writes
        self.captured |= other.captured
        if other.composites:
            self.composites = {**self.composites, **other.composites}
