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
    name: str
    state: str
    """Whether it is here: `present`, or `missing` and why; or `unreadable`."""
