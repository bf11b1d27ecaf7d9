"""Folders that take another one's name in one step, where the system can do that."""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from graphir.disk.fresh_files import sync_folder

_HERE: Final = -100
"""AT_FDCWD: paths are meant as everywhere else."""
_EXCHANGE: Final = 2
"""RENAME_EXCHANGE: both names stay, with each other's content."""


class FreshFolder:
    """A folder filled under a temporary name, which then replaces an existing folder.

    A reader sees all old files or all new files. Files of the old folder that the fresh
    one lacks are kept. If the system cannot exchange two names, the files are renamed
    one after another, the files ``last`` at the end.

    Args:
      path: the folder to replace; for a link, the folder that the link points to.
      last: names of files without which readers ignore the folder.

    >>> import tempfile
    >>> from pathlib import Path
    >>> old = tempfile.mkdtemp()
    >>> _ = Path(old, "note").write_text("old")
    >>> fresh = FreshFolder(old)
    >>> _ = Path(fresh.path, "note").write_text("new")
    >>> Path(old, "note").read_text()
    'old'
    >>> fresh.commit()
    >>> Path(old, "note").read_text()
    'new'

    Raises:
      OSError: if the folder cannot be created.
    """

    def __init__(self, path: str, last: tuple[str, ...] = ()) -> None:
        self._target = os.path.realpath(path)
        self._last = last
        parent, base = os.path.split(self._target)
        base = os.fsdecode(os.fsencode(base)[:200])
        self.path: str = os.path.join(parent, f".{base}.{secrets.token_hex(6)}")
        os.mkdir(self.path)
        shutil.copymode(self._target, self.path)

    def commit(self) -> None:
        """Replaces the old folder by this one.

        Raises:
          OSError: if it cannot; then the old folder stays.
        """
        own = [*_files_in(self.path)]
        for name in _files_in(self._target):
            if not os.path.lexists(os.path.join(self.path, name)):
                _keep(os.path.join(self._target, name), os.path.join(self.path, name))
        if exchange(self.path, self._target):
            sync_folder(os.path.dirname(self._target))
        else:
            for name in sorted(own, key=self._last.__contains__):
                place = os.path.join(self._target, name)
                os.makedirs(os.path.dirname(place), exist_ok=True)
                os.replace(os.path.join(self.path, name), place)
        self.discard()

    def discard(self) -> None:
        """Removes the folder of the temporary name."""
        shutil.rmtree(self.path, ignore_errors=True)


@contextmanager
def folder_to_fill(path: str, is_there: bool, last: str) -> Iterator[str]:
    """The folder to write into: ``path``, or a fresh one that replaces it at the end.

    A fresh folder is used if ``path`` has a complete set of files already.

    Args:
      path: the folder.
      is_there: whether its files can be read as they are.
      last: the file without which a folder is incomplete.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with folder_to_fill(folder, is_there=False, last="note") as place:
    ...     place == folder
    True

    Raises:
      OSError: if the fresh folder cannot take the other one's place.
    """
    fresh = _fresh_folder(path, last) if is_there else None
    if fresh is None:
        yield path
        return
    try:
        yield fresh.path
        fresh.commit()
    finally:
        fresh.discard()


def _fresh_folder(path: str, last: str) -> FreshFolder | None:
    """A folder beside another one, or None where none can be made."""
    try:
        return FreshFolder(path, (last,))
    except OSError:
        return None  # then the folder itself takes the files, one by one


def exchange(one: str, other: str) -> bool:
    """Exchanges the names of two files or folders atomically; whether that worked.

    >>> exchange("no such file", "no other")
    False
    """
    rename = _renaming()
    if rename is None:
        return False
    names = os.fsencode(one), os.fsencode(other)
    return rename(_HERE, names[0], _HERE, names[1], _EXCHANGE) == 0


@cache
def _renaming() -> Callable[..., int] | None:
    """The C library's `renameat2`, if there is one."""
    try:
        found: Callable[..., int] = ctypes.CDLL(None).renameat2
    except (AttributeError, OSError, TypeError):
        return None
    return found


def _files_in(folder: str) -> Iterator[str]:
    """All files below a folder, links among them, by their paths from it."""
    for place, folders, files in os.walk(folder):
        links = [each for each in folders if os.path.islink(os.path.join(place, each))]
        for name in (*files, *links):
            yield os.path.relpath(os.path.join(place, name), folder)


def _keep(old: str, new: str) -> None:
    os.makedirs(os.path.dirname(new), exist_ok=True)
    try:
        os.link(old, new, follow_symlinks=False)
    except OSError:
        # file systems without links
        shutil.copy2(old, new, follow_symlinks=False)


__all__ = ["FreshFolder", "exchange", "folder_to_fill"]
