"""Files of text or bytes, written whole or not at all, in folders made for them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from graphir.disk import fresh_files

from ..failures import cannot


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


def write_all(contents: Mapping[str, str | bytes]) -> None:
    """Makes each file hold its content; if one cannot, all stay as they were.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> write_all({f"{folder}/a": "text", f"{folder}/b": b"bytes"})
    >>> sorted(path.name for path in folder.iterdir())
    ['a', 'b']

    Raises:
      Failure: if a file cannot be written; names it.
    """
    with ExitStack() as opened:
        for path, content in contents.items():
            data = content.encode() if isinstance(content, str) else content
            try:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                fresh = opened.enter_context(fresh_files.FreshFile(path))
                fresh.file.write(data)
                fresh.settle()
            except OSError as error:
                raise cannot("write", path, error) from error
