"""Locks on folders, so that files of one set are renamed or opened together."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

_LOCKS: Any = None
"""The module of locks; some systems have none."""
with suppress(ImportError):
    import fcntl

    _LOCKS = fcntl

MOST_SECONDS: Final = 10.0
"""How long others are waited for: what they do under a lock takes milliseconds."""
_PAUSE: Final = 0.001


@contextmanager
def locked_folder(folder: str, is_for_writing: bool) -> Iterator[None]:
    """A shared lock of a folder for reading its files, an exclusive one for renaming.

    The lock is advisory: it binds only processes and threads that use it. On file
    systems without locks, and after a wait of ``MOST_SECONDS``, the block runs without
    the lock.

    >>> import tempfile
    >>> with locked_folder(tempfile.mkdtemp(), is_for_writing=True):
    ...     pass
    """
    number = _opened(folder)
    if number is None:
        yield
        return
    try:
        _wait(number, is_for_writing)
        yield
    finally:
        # the system lets go of the lock, also where a process dies
        os.close(number)


def _opened(folder: str) -> int | None:
    if _LOCKS is None:
        return None
    try:
        return os.open(folder or ".", os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return None


def _wait(number: int, is_for_writing: bool) -> None:
    kind = _LOCKS.LOCK_EX if is_for_writing else _LOCKS.LOCK_SH
    end = time.monotonic() + MOST_SECONDS
    while time.monotonic() < end:
        try:
            _LOCKS.flock(number, kind | _LOCKS.LOCK_NB)
            return
        except BlockingIOError:
            time.sleep(_PAUSE)
        except OSError:
            return


__all__ = ["locked_folder"]
