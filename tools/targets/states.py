"""A name that a program uses, or an op of a graph, and whether it is here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

PRESENT: Final = "present"
MISSING: Final = "missing"


@dataclass(frozen=True)
class NameUsed:
    """One name of `tf` at its first use in a file; or an op, with its first node."""

    path: Path
    line: int
    """Of a program; of a graph the number of the node."""
    name: str
    state: str
    """Whether it is here: `present`, or `missing` and why; or `unreadable`."""
    node: str = ""
    """Of a graph, the name of the node."""

    @property
    def place(self) -> str:
        """The line of a program, or the node of a graph.

        >>> NameUsed(Path("g.pb"), 2, "Add", PRESENT, "total").place
        'g.pb: total'
        """
        if self.node:
            return f"{self.path}: {self.node}"
        return f"{self.path}:{self.line}"
