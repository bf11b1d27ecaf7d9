"""Files of text or bytes, written whole or not at all, in folders made for them."""

from __future__ import annotations

from pathlib import Path

from graphir.disk import fresh_files


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
    fresh_files.write_whole(
        path, content.encode() if isinstance(content, str) else content
    )
