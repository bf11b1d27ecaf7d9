"""Replaces a checkpoint's data files and index by those of a new checkpoint."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from graphir.disk.folder_locks import locked_folder
from graphir.disk.fresh_files import FreshFile, sync_folder
from graphir.errors import DataLossError, ParseError
from graphir.wire import messages
from runtime.bundles.bundle_reader import data_path, index_path
from runtime.bundles.table_reader import TableReader

Table = Callable[[int], bytes]
"""The bytes of an index that says how many data files there are."""


_MOST_SHARDS: Final = 99_999
"""The names of data files have five digits."""


def put_in_place(
    prefix: str,
    held: Sequence[str],
    name_all: Callable[[], None],
    table: Table,
    sync: bool = True,
) -> None:
    """Renames written data files to their final names, and writes the index.

    The names of data files contain their count. So if the checkpoint to replace has as
    many files, the new one first appears with a count of one more (the last file is
    empty): its data files get second names with that count and an index for these
    names; then files with the first names can be replaced. After each step a reader,
    TensorFlow's too, finds either all old tensors or all new tensors.

    Args:
      prefix: the prefix of the checkpoint.
      held: the present paths of the complete data files.
      name_all: a function that renames all data files to their final names.
      table: a function from the number of data files to the bytes of the index.
      sync: whether each step is flushed to disk before the next.

    Raises:
      OSError: if a file cannot be written or renamed.
    """
    count, path = len(held), index_path(prefix)
    with (
        FreshFile(path, sync) as index,
        _passage(path, count, table, sync) as passage,
    ):
        index.file.write(table(count))
        index.settle()
        # nothing can fail any more but the renames, and none comes between
        with locked_folder(os.path.dirname(path), is_for_writing=True):
            before = shard_count(path)
            if before == count and passage is not None:
                _pass_through(prefix, held, passage)
                before = count + 1
            name_all()
            if sync:
                sync_folder(os.path.dirname(path))
            index.commit()
            if before != count:
                _remove_data(prefix, before)


@contextmanager
def _passage(
    path: str, count: int, table: Table, sync: bool
) -> Iterator[FreshFile | None]:
    """The index of the checkpoint between, where another one may be replaced."""
    if not os.path.exists(path) or count >= _MOST_SHARDS:
        yield None
        return
    fresh = FreshFile(path, sync)
    try:
        fresh.file.write(table(count + 1))
        fresh.settle()
        yield fresh
    finally:
        fresh.discard()


def _pass_through(prefix: str, held: Sequence[str], passage: FreshFile) -> None:
    """Makes the index name the data files by second names.

    Where the disk has no links nothing is done: the renames then follow each other at
    once, and a process that is killed between two of them leaves a damaged checkpoint.
    """
    between = len(held) + 1
    _remove_data(prefix, between)  # of a process that was killed
    try:
        for shard, path in enumerate(held):
            os.link(path, data_path(prefix, shard, between))
    except OSError:
        return
    sync_folder(os.path.dirname(prefix))
    passage.commit()


def _remove_data(prefix: str, count: int) -> None:
    """Removes the data files that no index names any more."""
    for shard in range(count):
        with suppress(FileNotFoundError):
            os.unlink(data_path(prefix, shard, count))


def shard_count(path: str) -> int:
    """The number of data files of an index; 0 without a readable index."""
    try:
        with open(path, "rb") as file:
            rows = iter(TableReader(file.read(), path))
        header = messages.parse("BundleHeaderProto", next(rows, (b"", b""))[1])
    except (OSError, DataLossError, ParseError):
        return 0
    return min(int(header.num_shards), _MOST_SHARDS)


__all__ = ["put_in_place", "shard_count"]
