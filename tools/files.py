"""Files written whole or not at all: under a temporary name first, then renamed."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Makes the file hold the content; on failure the old file stays as it was.

    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "made" / "note.txt"
    >>> write_whole(target, "text")
    >>> target.read_text()
    'text'

    Raises:
      OSError: if the folder cannot be made or written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    data = content.encode() if isinstance(content, str) else content
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
