"""Golden texts: compared with a file as a whole, rewritten on request."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


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
        """Whether the file is there."""
        return self.path.is_file()

    @property
    def agrees(self) -> bool:
        """Whether the file is there and says the text."""
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

    def write(self) -> None:
        """Make the file say the text: under a temporary name first, then renamed."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            temporary.write_text(self._wanted(), encoding="utf-8", newline="\n")
            temporary.replace(self.path)
        finally:
            temporary.unlink(missing_ok=True)

    def _recorded(self) -> str:
        return self.path.read_text(encoding="utf-8").rstrip("\n") + "\n"

    def _wanted(self) -> str:
        return self.text.rstrip("\n") + "\n"
