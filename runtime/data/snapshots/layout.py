"""Folders of saved elements: where the files are, and the metadata about them.

A folder has a file ``snapshot.metadata`` and a folder for each run that wrote elements,
with one for each shard. The metadata names the run that is complete, and is written
last.
"""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Sequence
from typing import Any, Final

from graphir.disk.fresh_files import write_whole
from graphir.dtypes import DType
from graphir.errors import DataLossError, ParseError
from graphir.wire import messages
from runtime.data.stages.element_files import ElementWriter
from runtime.data.stages.stage import Element

METADATA: Final = "snapshot.metadata"
SPEC: Final = "dataset_spec.pb"
"""The file of the spec of the elements."""
_VERSION: Final = 2
"""Of the files: records of serialized components."""


def read_metadata(folder: str) -> Any:
    """The metadata of a folder, or None without a complete run.

    Raises:
      DataLossError: if the metadata is damaged.
    """
    name = os.path.join(folder, METADATA)
    try:
        with open(name, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return None
    try:
        found = messages.parse("SnapshotMetadataRecord", data)
    except ParseError as error:
        raise DataLossError(None, None, f"{name} is damaged: {error}") from None
    if not found.finalized:
        return None
    if not found.run_id.isdigit():
        raise DataLossError(None, None, f"{name} is damaged: it names no run.")
    return found


def shards_of(folder: str, run: str) -> list[str]:
    """The folders of the shards that a run wrote, in order."""
    inside = os.path.join(folder, run)
    if not os.path.isdir(inside):
        return []
    names = [name for name in os.listdir(inside) if name.endswith(".shard")]
    return [os.path.join(inside, name) for name in sorted(names)]


def files_of(shard: str) -> list[str]:
    """The files of a shard's folder, in order; for a file, the file itself."""
    if not os.path.isdir(shard):
        return [shard]
    names = [name for name in os.listdir(shard) if name.endswith(".snapshot")]
    return [os.path.join(shard, name) for name in sorted(names)]


class FolderWriter:
    """Writes the elements of one run; readers see them when it is finished."""

    def __init__(
        self,
        folder: str,
        types: Sequence[DType],
        compression: str,
        graph_hash: str = "",
    ) -> None:
        self._folder = folder
        self._types = types
        self._compression = compression
        self._hash = graph_hash
        self._run = str(secrets.randbits(64))
        self._shards: dict[int, ElementWriter] = {}
        self.count = 0

    def write(self, element: Element, shard: int = 0) -> None:
        """Adds an element to a shard."""
        if shard not in self._shards:
            name = os.path.join(f"{shard:08d}.shard", "00000000.snapshot")
            path = os.path.join(self._folder, self._run, name)
            self._shards[shard] = ElementWriter(path, self._types, self._compression)
        self._shards[shard].write(element)
        self.count += 1

    def finish(self) -> None:
        """Moves all files to their final names, then writes the metadata."""
        for each in self._shards.values():
            each.finish()
        os.makedirs(self._folder, exist_ok=True)
        record = messages.get("SnapshotMetadataRecord")(
            graph_hash=self._hash,
            run_id=self._run,
            creation_timestamp=time.time_ns() // 1000,
            version=_VERSION,
            dtype=[dtype.number for dtype in self._types],
            num_elements=self.count,
            finalized=True,
        )
        write_whole(os.path.join(self._folder, METADATA), record.SerializeToString())

    def give_up(self) -> None:
        """Removes the files of a run that nobody can read: it was not finished."""
        for each in self._shards.values():
            each.give_up()
        self._shards.clear()
        found = read_metadata(self._folder)
        if found is None or found.run_id != self._run:
            # some shards may have their names already
            shutil.rmtree(os.path.join(self._folder, self._run), ignore_errors=True)


__all__ = ["METADATA", "SPEC", "FolderWriter", "files_of", "read_metadata", "shards_of"]
