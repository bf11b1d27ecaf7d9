"""Large writes on a thread, so that checksums are computed meanwhile."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any, Final

_LARGE: Final = 1 << 22
"""From so many bytes on the thread is worth its start."""


class WriteBehind:
    """Writes to a file in order; large writes run in the background.

    The bytes of a write must not change before the next write returns, or the context
    ends.

    >>> import io
    >>> file = io.BytesIO()
    >>> with WriteBehind(file) as behind:
    ...     behind.write(bytes(5_000_000))
    ...     behind.write(b"end")
    >>> len(file.getvalue())
    5000003

    Raises:
      OSError: for a failed background write, at the next write or the end.
    """

    def __init__(self, file: Any) -> None:
        self._file = file
        self._pool: ThreadPoolExecutor | None = None
        self._pending: Future[Any] | None = None

    def write(self, data: Any) -> None:
        """Appends the bytes to the file."""
        self._wait()
        if len(data) < _LARGE:
            self._file.write(data)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, "checkpoint-data")
        self._pending = self._pool.submit(self._file.write, data)

    def _wait(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.result()

    def __enter__(self) -> WriteBehind:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self._wait()
        finally:
            if self._pool is not None:
                # waits: the file is closed next
                self._pool.shutdown()


__all__ = ["WriteBehind"]
