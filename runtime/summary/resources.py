"""The resource of a summary writer."""

from __future__ import annotations

import time
import weakref
from typing import Any

from graphir.errors import NotFoundError
from graphir.ops.contract.handles import handle_class
from runtime.summary.encoding import event_head, field, scalar_frame
from runtime.summary.event_files import EventFile


@handle_class("writer")
class SummaryResource:
    """A writer: without a file at first, with one from ``create`` to ``close``."""

    __slots__ = ("__weakref__", "_ending", "_file")

    shape = ()
    """A resource is a scalar."""

    def __init__(self) -> None:
        self._file: EventFile | None = None
        self._ending: Any = None

    @property
    def path(self) -> str:
        """The name of the file."""
        return self._opened().path

    def create(
        self, folder: str, max_queue: int, flush_millis: int, suffix: str
    ) -> None:
        """Makes the file; a second call has no effect.

        Raises:
          OpError: if it cannot be made.
        """
        if self._file is None:
            self._file = EventFile(folder, max_queue, flush_millis, suffix)
            # events are not lost with the handle, nor when Python ends
            self._ending = weakref.finalize(self, self._file.close)

    def add_scalar(self, step: int, tag: bytes, number: bytes, metadata: bytes) -> None:
        """Adds a scalar: 4 bytes of a float32."""
        head, tail = scalar_frame(tag, metadata)
        event = event_head(time.time(), step) + head + number + tail
        self._opened().add(event)

    def add_summary(self, step: int, summary: bytes) -> None:
        """Adds a Summary message."""
        self._opened().add(event_head(time.time(), step) + field(5, summary))

    def add_graph(self, step: int, graph: bytes) -> None:
        """Adds a GraphDef message."""
        self._opened().add(event_head(time.time(), step) + field(4, graph))

    def add_event(self, event: bytes) -> None:
        """Adds an Event message as it is."""
        self._opened().add(event)

    def flush(self) -> None:
        """Writes the buffered events; has no effect on a writer without a file."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Closes the file; a second call has no effect."""
        file, self._file = self._file, None
        if file is not None:
            self._ending.detach()
            file.close()

    def _opened(self) -> EventFile:
        if self._file is None:
            raise NotFoundError(
                None, None, "The summary writer does not exist: it has been closed."
            )
        return self._file

    def __repr__(self) -> str:
        return "<summary writer>"


__all__ = ["SummaryResource"]
