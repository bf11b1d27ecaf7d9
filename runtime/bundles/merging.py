"""Merges checkpoints: their data files are renamed, their indexes combined."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

from graphir.errors import DataLossError, InvalidArgumentError, ParseError
from graphir.wire import messages
from runtime.bundles.bundle_reader import BundleReader, data_path, index_path
from runtime.bundles.bundle_writer import index_of
from runtime.bundles.replacing import put_in_place
from runtime.bundles.table_reader import TableReader
from runtime.stateful_kernels.files import refused


def merge_bundles(
    sources: Sequence[str], target: str, deletes_folders: bool = True
) -> None:
    """Moves the data of several checkpoints to a new checkpoint.

    The sources stay whole until the new index has its name: their data files get second
    names first (or copies, where the disk has no links), and lose the old ones last.

    Args:
      sources: the prefixes of the checkpoints.
      target: the prefix of the new checkpoint.
      deletes_folders: whether folders of the sources are removed once they are empty.

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
    if _place(target) in map(_place, sources):
        raise InvalidArgumentError(
            None, None, f"{target!r} is merged into itself: choose another name."
        )
    merged = _Merged()
    for each in sources:
        merged.add(each)
    try:
        count = len(merged.files)
        names = [data_path(target, shard, count) for shard in range(count)]
        with ExitStack() as placed:
            seconds = [
                placed.enter_context(_second_name(path, name))
                for path, name in zip(merged.files, names)
            ]
            rename = partial(_rename_all, seconds, names)
            put_in_place(target, seconds, rename, merged.index())
        for each in sources:
            os.unlink(index_path(each))
        for path in merged.files:
            os.unlink(path)
        for each in sources:
            _remove_folder(each, os.path.dirname(target), deletes_folders)
    except OSError as error:
        raise refused(error, target) from None


def _place(prefix: str) -> tuple[str, str]:
    """The folder and the name: one checkpoint, however its path is spelled."""
    folder, name = os.path.split(prefix)
    return os.path.realpath(folder), name


def _rename_all(paths: Sequence[str], names: Sequence[str]) -> None:
    for path, name in zip(paths, names):
        os.replace(path, name)


@contextmanager
def _second_name(path: str, name: str) -> Iterator[str]:
    """A second name of a file, in the folder of its new name.

    The second name is removed at the end, if it still exists.
    """
    folder, base = os.path.split(name)
    second = os.path.join(folder, f".{base}.{secrets.token_hex(6)}")
    try:
        try:
            os.link(path, second)
        except OSError:
            # another disk, or one without links
            shutil.copyfile(path, second)
            _sync_file(second)
        yield second
    finally:
        # a rename over the same file, of a merge that was cut off, does nothing
        with suppress(FileNotFoundError):
            os.unlink(second)


def _sync_file(path: str) -> None:
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def _remove_folder(source: str, kept: str, deletes_folders: bool) -> None:
    folder = os.path.dirname(source)
    if deletes_folders and os.path.abspath(folder) != os.path.abspath(kept):
        with suppress(OSError):  # it holds something else, or is gone
            os.rmdir(folder)


class _Merged:
    """The rows of an index to be, and the data files they speak of."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self._rows: dict[bytes, Any] = {}

    def add(self, source: str) -> None:
        """Adds the index rows of a checkpoint, whose data is read to find damage."""
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

    def index(self) -> Callable[[int], bytes]:
        """A function from the number of data files to the bytes of the index."""
        return index_of(self._rows)


def _message(name: str, data: bytes, path: str) -> Any:
    try:
        return messages.parse(name, data)
    except ParseError as error:
        raise DataLossError(None, None, f"{path}: {error}") from None


__all__ = ["merge_bundles"]
