"""Writes checkpoints of version 2: data files, then the index."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import IO, Any

import numpy as np

from graphir.disk.fresh_files import FreshFile
from graphir.dtypes import DType
from graphir.errors import FailedPreconditionError
from graphir.wire import messages
from runtime.bundles.bundle_reader import data_path, index_path
from runtime.bundles.replacing import put_in_place
from runtime.bundles.slice_keys import Extent, slice_key
from runtime.bundles.table_writer import written_table
from runtime.bundles.tensors import encode
from runtime.stateful_kernels.files import refused


@dataclass(frozen=True)
class SavedTensor:
    """A tensor to be written; for a slice, with its position in the whole tensor."""

    key: str
    dtype: DType
    array: Any
    whole: tuple[int, ...] | None = None
    extents: tuple[Extent, ...] = ()


def write_bundle(
    prefix: str, tensors: Iterable[SavedTensor], sync: bool = True
) -> None:
    """Writes a checkpoint; the data file keeps the order of the mapping.

    The index, which makes the files a checkpoint, gets its name last.

    Raises:
      NotFoundError, PermissionDeniedError, ResourceExhaustedError: if it cannot be
        written; then nothing is left behind.
      UnimplementedError: for a tensor that cannot be saved.
      ValueError: for two tensors of one key.
    """
    write_shards(prefix, [tensors], sync)


def write_shards(
    prefix: str, shards: Sequence[Iterable[SavedTensor]], sync: bool = True
) -> None:
    """Writes a checkpoint of several data files, one per mapping of tensors.

    The index, which makes the files a checkpoint, gets its name last. When another
    checkpoint is replaced, readers see either the old or the new one at any moment
    (``put_in_place``).

    Raises:
      NotFoundError, PermissionDeniedError, ResourceExhaustedError: if it cannot be
        written; then nothing is left behind.
      UnimplementedError: for a tensor that cannot be saved.
      ValueError: for two tensors of one key.
    """
    path = data_path(prefix, 0, len(shards))
    entries: dict[bytes, Any] = {}
    try:
        with ExitStack() as opened:
            files = []
            for shard, tensors in enumerate(shards):
                path = data_path(prefix, shard, len(shards))
                fresh = opened.enter_context(FreshFile(path, sync))
                _write_tensors(fresh.file, tensors, shard, entries)
                # closed: there may be more files than a process may have open
                fresh.finish()
                files.append(fresh)
            path = index_path(prefix)
            put_in_place(
                prefix,
                [fresh.path for fresh in files],
                partial(_commit, files),
                index_of(entries),
                sync,
            )
    except OSError as error:
        raise refused(error, path) from None


def _commit(files: Sequence[FreshFile]) -> None:
    for fresh in files:
        fresh.commit(syncs_folder=False)


def index_of(entries: Mapping[bytes, Any]) -> Callable[[int], bytes]:
    """A function from the number of data files to the bytes of an index file."""
    rows = sorted((key, value.SerializeToString()) for key, value in entries.items())

    def table(shards: int) -> bytes:
        header = messages.get("BundleHeaderProto")(num_shards=shards)
        header.version.producer = 1
        return written_table([(b"", header.SerializeToString()), *rows])

    return table


def _write_tensors(
    file: IO[bytes],
    tensors: Iterable[SavedTensor],
    shard: int,
    entries: dict[bytes, Any],
) -> None:
    offset = 0
    for tensor in tensors:
        size, checksum = encode(tensor.array, tensor.dtype, file.write)
        shape = np.shape(tensor.array)
        entry = _entry(tensor.dtype, shape)
        entry.shard_id = shard
        entry.offset, entry.size, entry.crc32c = offset, size, checksum
        key = tensor.key.encode("utf-8", "surrogateescape")
        if tensor.whole is not None:
            _add_slice(entries, key, tensor)
            key = slice_key(tensor.key, tensor.extents)
        if key in entries:
            raise ValueError(f"Two tensors have the key {tensor.key!r}.")
        entries[key] = entry
        offset += size


def _entry(dtype: DType, shape: Sequence[int]) -> Any:
    entry = messages.get("BundleEntryProto")(dtype=dtype.number)
    # a scalar's shape is there, with no dimensions
    entry.shape.SetInParent()
    for size in shape:
        entry.shape.dim.add(size=size)
    return entry


def _add_slice(entries: dict[bytes, Any], key: bytes, tensor: SavedTensor) -> None:
    """Notes a slice with the whole, which has no bytes of its own."""
    if key not in entries:
        entries[key] = _entry(tensor.dtype, tensor.whole or ())
    part = entries[key].slices.add()
    for start, length in tensor.extents:
        extent = part.extent.add()
        if length >= 0:
            extent.start, extent.length = start, length


def make_folder(prefix: str) -> None:
    """Makes the folder of a checkpoint, if it is missing.

    Raises:
      PermissionDeniedError, FailedPreconditionError: if it cannot be made.
    """
    folder = os.path.dirname(prefix)
    if not folder:
        return
    try:
        os.makedirs(folder, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise FailedPreconditionError(
            None, None, f"{folder} is not a directory"
        ) from None
    except OSError as error:
        raise refused(error, folder) from None


__all__ = ["SavedTensor", "index_of", "make_folder", "write_bundle", "write_shards"]
