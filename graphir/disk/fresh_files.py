"""Atomic file writes: a temporary file next to the old one, renamed when complete.

Until then the old file stays as it was, so a full disk, an error or a killed process
loses nothing. Links are followed, the mode is kept, devices and pipes are written to
and never replaced.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from contextlib import suppress
from types import TracebackType
from typing import IO, Any, Final

_ANY_MODE: Final = 0o666
"""What the system takes the process's mask from."""


class FreshFile:
    """A file that gets its name when it is committed.

    It is committed by ``commit``, or at the end of a ``with`` block without an error.

    Args:
      path: the final name; for a link, the name of the file that the link points to.
      sync: whether the disk has the content before the file gets its name.

    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "note")
    >>> with FreshFile(path) as fresh:
    ...     _ = fresh.file.write(b"text")
    ...     os.path.exists(path)
    False
    >>> os.path.exists(path)
    True

    Raises:
      OSError: if the file cannot be created, written or renamed; no file is left
        behind.
    """

    def __init__(self, path: str | os.PathLike[str], sync: bool = True) -> None:
        name = os.fspath(path)
        self.path: str = name
        """Where the content lies: under a name of its own, until it is committed."""
        self._sync = sync
        self._temporary: str | None = None
        self._target = os.path.realpath(name)
        old = _status(name)
        if old is not None and not stat.S_ISREG(old.st_mode):
            # a device or a pipe; a folder says so itself
            self.file: IO[Any] = open(name, "wb")  # noqa: SIM115 - until close
            return
        folder, base = os.path.split(self._target)
        # names have 255 bytes at most
        base = os.fsdecode(os.fsencode(base)[:200])
        fresh = os.path.join(folder, f".{base}.{secrets.token_hex(6)}")
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
        number = os.open(fresh, flags, _ANY_MODE)
        self._temporary = self.path = fresh
        self.file = os.fdopen(number, "w+b")
        if old is not None:
            _keep_mode(fresh, old)

    def settle(self) -> None:
        """Flushes the written data to disk; the file has no name yet."""
        if self.file.closed:
            return  # it was finished
        self.file.flush()
        if self._sync and self._temporary is not None:
            os.fsync(self.file.fileno())

    @property
    def target(self) -> str:
        """The name that the file has when it is committed."""
        return self._target

    def rename(self, name: str) -> None:
        """Changes the last part of the name that the file is to get."""
        self._target = os.path.join(os.path.dirname(self._target), name)

    def finish(self) -> None:
        """Flushes the data to disk and closes the file, which has no name yet."""
        self.settle()
        self.file.close()

    def commit(self, syncs_folder: bool = True) -> None:
        """Renames the file, which stays open, to its name. A second call does nothing.

        Args:
          syncs_folder: whether the disk has the name, too, when this returns.
        """
        self.settle()
        if self._temporary is None:
            return
        os.replace(self._temporary, self._target)
        self._temporary, self.path = None, self._target
        if self._sync and syncs_folder:
            sync_folder(os.path.dirname(self._target))

    def close(self) -> None:
        """Commits and closes.

        Raises:
          OSError: if buffered bytes cannot be written; then the old file stays.
        """
        try:
            self.commit()
        except BaseException:
            self.discard()
            raise
        self.file.close()

    def discard(self) -> None:
        """Closes and removes the unfinished file."""
        try:
            self.file.close()
        except OSError:
            pass  # what waits cannot be written, and is not wanted
        finally:
            if self._temporary is not None:
                with suppress(FileNotFoundError):  # its folder was removed meanwhile
                    os.unlink(self._temporary)
                self._temporary = None

    def __enter__(self) -> FreshFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.discard()


def write_whole(
    path: str | os.PathLike[str], content: bytes | memoryview, sync: bool = True
) -> None:
    """Makes a file hold the content, or leaves it as it was.

    Raises:
      OSError: if it cannot be written.
    """
    with FreshFile(path, sync) as fresh:
        fresh.file.write(content)


def is_unfinished(path: str | os.PathLike[str], of: str) -> bool:
    """Whether a path is that of an unfinished file, left by a process that was killed.

    ``of`` is the name that the file was to get.

    >>> is_unfinished("out/.plan.json.0123456789ab", "plan.json")
    True
    >>> is_unfinished("out/plan.json", "plan.json")
    False
    """
    name = os.path.basename(os.fspath(path))
    return re.fullmatch(rf"\.{re.escape(of)}\.[0-9a-f]{{12}}", name) is not None


def sync_folder(folder: str) -> None:
    """Lets the disk have the names in a folder, where the system can do that."""
    try:
        number = os.open(folder or ".", os.O_RDONLY)
    except OSError:
        return  # systems that open no folders write names at once
    try:
        os.fsync(number)
    except OSError:
        pass  # file systems that cannot, likewise
    finally:
        os.close(number)


def _status(name: str) -> os.stat_result | None:
    try:
        return os.stat(name)
    except FileNotFoundError:
        return None


def _keep_mode(fresh: str, old: os.stat_result) -> None:
    if stat.S_IMODE(os.stat(fresh).st_mode) != stat.S_IMODE(old.st_mode):
        os.chmod(fresh, stat.S_IMODE(old.st_mode))


__all__ = ["FreshFile", "sync_folder", "write_whole"]
