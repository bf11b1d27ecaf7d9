"""Origin: the stack frames of the user's code that created a node."""

from __future__ import annotations

import linecache
import os
from dataclasses import dataclass
from itertools import islice
from types import CodeType


@dataclass(frozen=True, slots=True)
class Frame:
    """One place in user code.

    >>> str(Frame("m.py", 7, 8, "step"))
    'm.py:7:8'
    """

    filename: str
    line: int
    column: int = 0
    """Zero-based; 0 where it is not known."""
    function: str = ""

    @property
    def text(self) -> str:
        """The source line, stripped; empty if the file is gone, or is no plain file.

        The name may come from a graph file: a device would be read without end.
        """
        if self.filename not in linecache.cache and not os.path.isfile(self.filename):
            return ""
        return linecache.getline(self.filename, self.line).strip()

    def __str__(self) -> str:
        return f"{self.filename}:{self.line}:{self.column}"


class Origin:
    """The user's source line that made a node: stack frames, innermost first.

    Recorded as code objects and instruction offsets, which costs about a microsecond
    and keeps no function or globals alive; lines and columns are looked up when they
    are read. Rewrites copy the origin, so a node made by a pass still points at the
    user's line; the origin of a node that replaces several nodes has several
    ``sources``, and ``frames`` are the frames of the first.

    >>> Origin.from_frames([Frame("m.py", 7, 8, "step")]).frame.line
    7
    """

    __slots__ = ("__weakref__", "_frames", "_locations", "_merged", "variable")

    def __init__(
        self, locations: tuple[tuple[CodeType, int], ...], variable: str = ""
    ) -> None:
        self._locations = locations
        self.variable = variable
        """The name in the user's code of what the node stands for, where it is known:
        of a loop variable for an input of the loop's body."""
        self._frames: tuple[Frame, ...] | None = None
        self._merged: tuple[Origin, ...] = ()

    @classmethod
    def from_frames(cls, frames: list[Frame] | tuple[Frame, ...]) -> Origin:
        """An origin with known places (read from a file)."""
        origin = cls(())
        origin._frames = tuple(frames)
        return origin

    def naming(self, variable: str) -> Origin:
        """The same places, for a node that stands for a variable of the user's.

        >>> Origin.from_frames([Frame("m.py", 7)]).naming("total").variable
        'total'
        """
        named = Origin(self._locations, variable)
        named._frames, named._merged = self._frames, self._merged
        return named

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The user frames, innermost first."""
        if self._frames is None:
            self._frames = tuple(_frame_at(*place) for place in self._locations)
        return self._frames

    @property
    def frame(self) -> Frame:
        """The innermost user frame."""
        return self.frames[0]

    @property
    def sources(self) -> tuple[tuple[Frame, ...], ...]:
        """The frames of all merged origins: its own first, then by source position."""
        if not self._merged:
            return (self.frames,)
        found: set[tuple[Frame, ...]] = set()
        seen: set[int] = set()
        waiting: list[Origin] = [self]
        # a long chain of rewrites nests deeply: no recursion
        while waiting:
            each = waiting.pop()
            if id(each) not in seen:
                seen.add(id(each))
                found.add(each.frames)
                waiting += each._merged
        found.discard(self.frames)
        return (self.frames, *sorted(found, key=_reading_order))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Origin) and self.sources == other.sources

    def __hash__(self) -> int:
        return hash(self.frames)

    def __str__(self) -> str:
        return str(self.frame)


def merged_origin(first: Origin | None, *others: Origin | None) -> Origin | None:
    """The origin of a node that replaces several nodes; ``first`` comes first.

    The cost does not depend on the number of sources that each origin has.

    >>> here, there = (Origin.from_frames([Frame("m.py", line)]) for line in (7, 3))
    >>> [str(frames[0]) for frames in merged_origin(here, there, None).sources]
    ['m.py:7:0', 'm.py:3:0']
    """
    known = {id(each): each for each in (first, *others) if each is not None}
    distinct = tuple(known.values())
    if len(distinct) < 2:
        return distinct[0] if distinct else None
    merged = Origin(distinct[0]._locations, distinct[0].variable)
    merged._frames = distinct[0]._frames
    merged._merged = distinct
    return merged


def _reading_order(frames: tuple[Frame, ...]) -> list[tuple[str, int, int]]:
    return [(each.filename, each.line, each.column) for each in frames]


def _frame_at(code: CodeType, instruction: int) -> Frame:
    line, column = _position(code, instruction)
    return Frame(code.co_filename, line, column, code.co_name)


def _position(code: CodeType, instruction: int) -> tuple[int, int]:
    positions = getattr(code, "co_positions", None)
    if positions is not None:
        # one entry per code unit of two bytes (Python 3.11 and later)
        line, _, column, _ = next(islice(positions(), instruction // 2, None))
        return line or code.co_firstlineno, column or 0
    for start, end, line in code.co_lines():
        if start <= instruction < end:
            return line or code.co_firstlineno, 0
    return code.co_firstlineno, 0
