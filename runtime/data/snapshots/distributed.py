"""Folders whose elements several processes write: in chunks, one by one readable.

Beside the folder ``chunks`` there is metadata from the start, and at the end a file
``DONE`` or ``ERROR``. The name of a chunk has the number of its stream, its own in the
stream, and how many elements are in it.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from typing import Final

from graphir.disk.fresh_files import write_whole
from graphir.dtypes import DType
from runtime.data.snapshots.layout import METADATA, SPEC
from runtime.data.stages.element_files import ElementWriter
from runtime.data.stages.stage import Element

CHUNKS: Final = "chunks"
DONE: Final = "DONE"
ERROR: Final = "ERROR"

_COMPRESSION: Final = re.compile(rb'^compression: "(\w*)"$', re.MULTILINE)
_SPEC: Final = b'element_spec: "'

_LONGEST: Final = 10.0
"""Seconds after which a chunk is complete, so that readers have it."""


def claim_folder(folder: str) -> None:
    """Makes a folder the caller's, who fills it: of several callers one gets it.

    Raises:
      FileExistsError: if it is somebody's already.
    """
    os.makedirs(folder, exist_ok=True)
    if os.path.exists(os.path.join(folder, METADATA)):
        raise FileExistsError(os.path.join(folder, METADATA))
    # making a folder is one step: of several at a time one succeeds
    os.mkdir(os.path.join(folder, CHUNKS))


def begin_folder(folder: str, spec: bytes, compression: str) -> None:
    """Writes the metadata of elements with this serialized spec, in a claimed folder.

    Raises:
      OSError: if it cannot be written; then the folder is nobody's again.
    """
    try:
        write_whole(os.path.join(folder, SPEC), spec)
        _write_metadata(folder, spec, compression)
    except OSError:
        os.rmdir(os.path.join(folder, CHUNKS))
        raise


def _write_metadata(folder: str, spec: bytes, compression: str) -> None:
    escaped = "".join(f"\\{byte:03o}" for byte in spec)
    text = f'element_spec: "{escaped}"\ncompression: "{compression}"\n'
    write_whole(os.path.join(folder, METADATA), text.encode())


def end_folder(folder: str, error: str = "") -> None:
    """Says that there are no more chunks, or why."""
    write_whole(os.path.join(folder, ERROR if error else DONE), error.encode())


def compression_of_chunks(folder: str) -> str | None:
    """How chunks are compressed; None for a folder that one process writes.

    Raises:
      FileNotFoundError: without metadata.
    """
    with open(os.path.join(folder, METADATA), "rb") as file:
        data = file.read()
    found = _COMPRESSION.search(data) if data.startswith(_SPEC) else None
    return None if found is None else found[1].decode()


class ChunkWriter:
    """Writes the elements of one stream; a chunk appears when it is complete."""

    def __init__(
        self, folder: str, stream: int, types: Sequence[DType], compression: str
    ) -> None:
        self._folder, self._stream = folder, stream
        self._types, self._compression = types, compression
        self._count = 0
        self._begun = 0.0
        self._writer: ElementWriter | None = None

    def write(self, element: Element) -> None:
        """Adds an element."""
        if self._writer is None:
            name = f"stream_{self._stream}_{self._count}"
            path = os.path.join(self._folder, "uncommitted", name)
            self._writer = ElementWriter(path, self._types, self._compression)
            self._begun = time.monotonic()
        self._writer.write(element)
        if time.monotonic() - self._begun > _LONGEST:
            self.finish()

    def finish(self) -> None:
        """Completes the last chunk."""
        if self._writer is None:
            return
        name = f"chunk_{self._stream}_{self._count}_{self._writer.count}"
        self._writer.finish(os.path.join(self._folder, CHUNKS, name))
        self._writer = None
        self._count += 1

    def give_up(self) -> None:
        """Removes the chunk that is incomplete."""
        if self._writer is not None:
            self._writer.give_up()
            self._writer = None


__all__ = [
    "CHUNKS",
    "DONE",
    "ERROR",
    "ChunkWriter",
    "begin_folder",
    "claim_folder",
    "compression_of_chunks",
    "end_folder",
]
