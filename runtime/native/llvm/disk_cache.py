"""The disk cache of compiled code: one process compiles, the next process loads.

A file is named by a digest of the code's LLVM text, the machine, and the versions of
LLVM and of this project, and begins with a digest of its other bytes: a damaged file
counts as missing. The process executes the code that it reads here, so a folder or a
file that another user owns, or that others may write to, is not used.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from graphir.disk.fresh_files import FreshFile

LOG: Final = logging.getLogger("runtime")
VARIABLE: Final = "AUTOGRAPH_JIT_CACHE"
OFF: Final = ("", "0")
"""Values of the variable with which there is no cache."""
MOST_BYTES: Final = 1 << 28
"""Of all files; those that were not used for longest go first."""
_ONE_IN: Final = 64
"""The first write of a process, and one in so many, looks at the size of all."""
_ABANDONED_SECONDS: Final = 3600
"""An unfinished file of this age is of a process that is gone."""
_MAGIC: Final = b"autograph native 1\n"
_OWN_NAMES: Final = re.compile(r"[0-9a-f]{64}\.o|\.[0-9a-f]{64}\.o\.[0-9a-f]{12}")
"""Finished files, and ones that are being written; others are none of the cache's."""
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


@dataclass(slots=True)
class _Writes:
    """How many files this process has written."""

    count: int = 0


_WRITES: Final = _Writes()


def folder() -> Path | None:
    """The cache folder, or None if the cache is off."""
    named = os.environ.get(VARIABLE)
    if named is None:
        return _own_folder()
    return None if named in OFF else Path(named)


def _own_folder() -> Path | None:
    """The place for it among the user's caches; None for a user without a home."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local, "autograph-toolkit", "native") if local else None
    with suppress(RuntimeError):
        home = Path.home()
        if sys.platform == "darwin":
            return home / "Library" / "Caches" / "autograph-toolkit" / "native"
        named = os.environ.get("XDG_CACHE_HOME", "")
        caches = Path(named) if os.path.isabs(named) else home / ".cache"
        return caches / "autograph-toolkit" / "native"
    return None


def refusal(place: Path) -> str:
    """Why code in a folder is not trusted; empty for a trusted or a missing folder.

    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp())
    >>> refusal(place)
    ''
    """
    try:
        found = os.stat(place)
    except OSError:
        return ""
    return _refusal_of(found)


def _refusal_of(found: os.stat_result) -> str:
    if sys.platform == "win32":
        return ""  # the folder is in the user's own profile
    if found.st_uid != os.geteuid():
        return "another user owns it"
    return "others may write to it" if found.st_mode & _OTHERS_WRITE else ""


@cache
def _warn(place: Path, reason: str) -> None:
    """Says once that a folder is not used."""
    LOG.warning("native code is not cached in %s: %s.", place, reason)


def _trusted_folder() -> Path | None:
    place = folder()
    if place is None:
        return None
    reason = refusal(place)
    if reason:
        _warn(place, reason)
        return None
    return place


def read_object(digest: str) -> bytes | None:
    """The object code under a digest; None if it is missing, damaged or untrusted."""
    place = _trusted_folder()
    if place is None:
        return None
    path = place / f"{digest}.o"
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            if _refusal_of(os.fstat(file.fileno())):
                return None
            content = file.read()
    except OSError:
        return None
    head, code = content[: len(_MAGIC) + 32], content[len(_MAGIC) + 32 :]
    if head != _MAGIC + hashlib.sha256(digest.encode() + code).digest():
        return None
    with suppress(OSError):
        os.utime(path)  # used last
    return code


def write_object(digest: str, code: bytes) -> None:
    """Keeps code; a folder that cannot be written to is passed over."""
    place = _trusted_folder()
    if place is None:
        return
    checksum = hashlib.sha256(digest.encode() + code).digest()
    with suppress(OSError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if refusal(place):
            return  # made with a mask that lets others write, or by another meanwhile
        # without waiting for the disk: what a crash leaves behind is found damaged
        with FreshFile(place / f"{digest}.o", sync=False) as fresh:
            if hasattr(os, "fchmod"):
                os.fchmod(fresh.file.fileno(), 0o600)
            fresh.file.write(_MAGIC + checksum + code)
        if _WRITES.count % _ONE_IN == 0:
            prune(place)
        _WRITES.count += 1


def size(place: Path) -> tuple[int, int]:
    """How many files of code a folder has, and their bytes."""
    found = [
        status.st_size for path, status in _files(place) if not _is_unfinished(path)
    ]
    return len(found), sum(found)


def prune(place: Path, most_bytes: int = MOST_BYTES) -> None:
    """Removes the least recently used entries, until a quarter of the room is free.

    Nothing is removed while there is room. Other processes may prune concurrently.
    """
    now, files = time.time(), []
    for path, status in _files(place):
        if not _is_unfinished(path):
            files.append((status.st_mtime, status.st_size, path))
        elif now - status.st_mtime > _ABANDONED_SECONDS:
            _remove(path)
    total = sum(each[1] for each in files)
    if total <= most_bytes:
        return
    for _, bytes_of_one, path in sorted(files):
        if total <= most_bytes * 3 // 4:
            return
        _remove(path)
        total -= bytes_of_one


def _files(place: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """The cache's own files: finished ones, and ones that are being written."""
    try:
        paths = [path for path in place.iterdir() if _OWN_NAMES.fullmatch(path.name)]
    except OSError:
        return
    for path in paths:
        with suppress(OSError):  # another process has removed it
            yield path, path.lstat()


def _is_unfinished(path: Path) -> bool:
    return path.name.startswith(".")


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


__all__ = [
    "MOST_BYTES",
    "VARIABLE",
    "folder",
    "prune",
    "read_object",
    "refusal",
    "size",
    "write_object",
]
