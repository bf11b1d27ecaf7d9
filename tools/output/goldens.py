"""Golden texts: compared with a file as a whole, rewritten on request."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .files import write_whole

FORMATS: Final = {"graph": 1, "passes": 1}
"""The formats that this release writes; goldens of code have TensorFlow's text."""

_HEADER: Final = re.compile(r"# autograph (\w+), format (\d+)\n")


@dataclass(frozen=True)
class Golden:
    """A file and the text that it should hold.

    Both end in one newline when compared, so an editor's habits do not matter.

    >>> Golden(Path("missing.txt"), "text").difference().splitlines()[-1]
    '+text'
    """

    path: Path
    text: str

    @property
    def exists(self) -> bool:
        """Whether the file exists."""
        return self.path.is_file()

    @property
    def agrees(self) -> bool:
        """Whether the file exists and contains the text."""
        return self.exists and self._recorded() == self._wanted()

    def difference(self) -> str:
        """The change to the file, as a unified diff; empty if it agrees."""
        from difflib import unified_diff

        recorded = self._recorded() if self.exists else ""
        lines = unified_diff(
            recorded.splitlines(),
            self._wanted().splitlines(),
            f"{self.path} (recorded)",
            f"{self.path} (now)",
            lineterm="",
        )
        return "\n".join(lines)

    @property
    def state(self) -> str:
        """The reason for a mismatch: no file, other text, or another format."""
        if not self.exists:
            return "does not exist"
        found, wanted = (_format_of(t) for t in (self._recorded(), self.text))
        if found is None or found == wanted:
            return "differs"
        return f"has format {found}, where this release writes {wanted}"

    def write(self) -> None:
        """Makes the file hold the text."""
        write_whole(self.path, self._wanted())

    def _recorded(self) -> str:
        """The text of the file; goldens of graphs had no header before format 1."""
        text = self.path.read_text(encoding="utf-8").rstrip("\n") + "\n"
        header = _HEADER.match(self.text)
        is_older = header is not None and _HEADER.match(text) is None
        return header.group() + text if header and is_older else text

    def _wanted(self) -> str:
        return self.text.rstrip("\n") + "\n"


def graph_text(graph: Any) -> str:
    """The golden of a graph: its listing, with its functions numbered from 1.

    The numbers in their own names count all functions that the process has traced.
    """
    from .listing import listing

    text = str(listing(graph, nested=True))
    for number, name in enumerate(graph.functions, 1):
        base = re.sub(r"_\d+(_\d+)?$", "", name)
        text = re.sub(rf"(?<![\w/]){re.escape(name)}(?!\w)", f"{base}_{number}", text)
    return _headed("graph", text)


def passes_text(report: Any) -> str:
    """The golden of an optimization: the passes that changed the graph."""
    return _headed("passes", report.log())


def _headed(kind: str, text: str) -> str:
    return f"# autograph {kind}, format {FORMATS[kind]}\n{text}"


def _format_of(text: str) -> int | None:
    found = _HEADER.match(text)
    return int(found.group(2)) if found else None
