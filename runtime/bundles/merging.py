"""Several checkpoints become one: their data files its parts, their indexes one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from graphir.disk.folder_locks import locked_folder
from graphir.disk.fresh_files import FreshFile, sync_folder
from graphir.errors import DataLossError, InvalidArgumentError, ParseError
from graphir.wire import messages
from runtime.bundles.bundle_reader import BundleReader, data_path, index_path
from runtime.bundles.table_reader import TableReader
from runtime.bundles.table_writer import written_table
from runtime.stateful_kernels.files import refused


def merge_bundles(
    sources: Sequence[str], target: str, deletes_folders: bool = True
) -> None:
    """Moves the data of checkpoints to one of another name.

    Args:
      sources: their prefixes.
      target: the prefix of the new one.
      deletes_folders: whether folders of the sources go, once they are empty.

    Raises:
      InvalidArgumentError: without sources, for a tensor that two of them have, and
        where the target is one of several sources.
      NotFoundError: for a source that there is not.
      DataLossError: for one that is damaged.
    """
    if not sources:
        raise InvalidArgumentError(
            None, None, "There must be at least 1 checkpoint_prefixes."
        )
    if target in sources:
        raise InvalidArgumentError(
            None, None, f"{target!r} is merged into itself: choose another name."
        )
    merged = _Merged()
    for each in sources:
        merged.add(each)
    try:
        with FreshFile(index_path(target)) as index:
            index.file.write(merged.table())
            index.settle()
            with locked_folder(os.path.dirname(target), is_for_writing=True):
                for shard, path in enumerate(merged.files):
                    os.replace(path, data_path(target, shard, len(merged.files)))
                index.commit()
        sync_folder(os.path.dirname(target))
        for each in sources:
            _remove_index(each, os.path.dirname(target), deletes_folders)
    except OSError as error:
        raise refused(error, target) from None


def _remove_index(source: str, kept: str, deletes_folders: bool) -> None:
    os.unlink(index_path(source))
    folder = os.path.dirname(source)
    if deletes_folders and os.path.abspath(folder) != os.path.abspath(kept):
        with suppress(OSError):  # it holds something else
            os.rmdir(folder)


class _Merged:
    """The rows of an index to be, and the data files they speak of."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self._rows: dict[bytes, Any] = {}

    def add(self, source: str) -> None:
        """Takes the rows of a checkpoint, which is read to find damage."""
        BundleReader(source).close()
        path = index_path(source)
        try:
            with open(path, "rb") as file:
                rows = list(TableReader(file.read(), path))
        except OSError as error:
            raise refused(error, path) from None
        header = _message("BundleHeaderProto", rows[0][1], path)
        before = len(self.files)
        for shard in range(header.num_shards):
            self.files.append(data_path(source, shard, header.num_shards))
        for key, value in rows[1:]:
            entry = _message("BundleEntryProto", value, path)
            if not entry.slices:
                entry.shard_id += before
            self._put(key, entry)

    def _put(self, key: bytes, entry: Any) -> None:
        known = self._rows.setdefault(key, entry)
        if known is entry:
            return
        if not (known.slices and entry.slices):
            raise InvalidArgumentError(
                None, None, f"Two checkpoints have the tensor {key!r}."
            )
        known.slices.extend(entry.slices)

    def table(self) -> bytes:
        """The bytes of the index."""
        header = messages.get("BundleHeaderProto")(num_shards=len(self.files))
        header.version.producer = 1
        rows = [(key, each.SerializeToString()) for key, each in self._rows.items()]
        return written_table([(b"", header.SerializeToString()), *sorted(rows)])


def _message(name: str, data: bytes, path: str) -> Any:
    try:
        return messages.parse(name, data)
    except ParseError as error:
        raise DataLossError(None, None, f"{path}: {error}") from None


__all__ = ["merge_bundles"]
