"""Event files: records of events, buffered in memory before they are written.

A file is named after the time, the host, the process and a number of its own. It only
grows, and holds whole records after every write, so readers may follow it.
"""

from __future__ import annotations

import itertools
import os
import socket
import struct
import time
import weakref
from functools import lru_cache
from threading import Lock
from typing import Final

from runtime.bundles.checksums import masked_crc32c
from runtime.stateful_kernels.files import refused
from runtime.summary.encoding import version_event

_NUMBERS: Final = itertools.count()
_CHECKSUM: Final = struct.Struct("<I")
_LENGTH: Final = struct.Struct("<Q")
_OPEN: Final[weakref.WeakSet[EventFile]] = weakref.WeakSet()


@lru_cache(maxsize=1024)
def _record_head(length: int) -> bytes:
    packed = _LENGTH.pack(length)
    return packed + _CHECKSUM.pack(masked_crc32c(packed))


def record_of(data: bytes) -> bytes:
    """The record of an event: length, data and the checksums of both."""
    return _record_head(len(data)) + data + _CHECKSUM.pack(masked_crc32c(data))


class EventFile:
    """A file that events are added to.

    Args:
      folder: the folder of the file, which is made if it does not exist.
      max_queue: the number of events that may be buffered.
      flush_millis: the longest time in the buffer; checked when an event is added.
      suffix: the end of the file's name.

    Raises:
      OpError: if it cannot be made.
    """

    __slots__ = (
        "__weakref__",
        "_descriptor",
        "_due",
        "_flush_seconds",
        "_folder",
        "_lock",
        "_max_queue",
        "_size",
        "_suffix",
        "_waiting",
        "path",
    )

    def __init__(
        self, folder: str, max_queue: int, flush_millis: int, suffix: str
    ) -> None:
        self._folder = folder
        self._suffix = suffix
        self._max_queue = max_queue
        self._flush_seconds = flush_millis / 1000
        self._lock = Lock()
        self._waiting: list[bytes] = []
        self._descriptor: int | None = None
        self._size = 0
        self._due = time.monotonic() + self._flush_seconds
        self.path = ""
        with self._lock:
            self._open()
        _OPEN.add(self)

    def add(self, event: bytes) -> None:
        """Adds an event.

        Raises:
          OpError: if the buffered events cannot be written; they stay in the buffer.
        """
        with self._lock:
            waiting = self._waiting
            waiting.append(event)
            if len(waiting) > self._max_queue or time.monotonic() > self._due:
                self._write()

    def flush(self) -> None:
        """Writes the buffered events.

        Raises:
          OpError: if they cannot be written.
        """
        with self._lock:
            self._write()

    def close(self) -> None:
        """Writes the buffered events and closes the file; a second call has no effect.

        Raises:
          OpError: if they cannot be written.
        """
        with self._lock:
            try:
                self._write()
            finally:
                self._waiting = []
                if self._descriptor is not None:
                    os.close(self._descriptor)
                self._descriptor = None

    def begin_in_child(self) -> None:
        """A forked process has a file of its own, without its parent's events."""
        self._lock = Lock()
        self._waiting = []
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _open(self) -> int:
        try:
            os.makedirs(self._folder or ".", exist_ok=True)
            self._descriptor = self._new_file()
        except OSError as error:
            raise refused(error, self.path or self._folder) from None
        self._size = 0
        self._put(record_of(version_event(time.time())))
        return self._descriptor

    def _new_file(self) -> int:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        flags |= getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        while True:
            name = (
                f"events.out.tfevents.{int(time.time()):010d}.{socket.gethostname()}."
                f"{os.getpid()}.{next(_NUMBERS)}{self._suffix}"
            )
            self.path = os.path.join(self._folder, name)
            try:
                # what stands there, a link perhaps, is never written to
                return os.open(self.path, flags, 0o666)
            except FileExistsError:
                continue

    def _write(self) -> None:
        self._due = time.monotonic() + self._flush_seconds
        if self._waiting:
            self._put(b"".join(map(record_of, self._waiting)))
            self._waiting = []

    def _put(self, data: bytes) -> None:
        descriptor = self._descriptor
        if descriptor is None:
            descriptor = self._open()
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        except OSError as error:
            # half a record would hide all that is written after it
            os.ftruncate(descriptor, self._size)
            os.lseek(descriptor, self._size, os.SEEK_SET)
            raise refused(error, self.path) from None
        self._size += len(data)


def _begin_in_child() -> None:
    for each in list(_OPEN):
        each.begin_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_in_child)


__all__ = ["EventFile", "record_of"]
