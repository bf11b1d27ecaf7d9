"""Reads checkpoints of version 2: an index of tensors, and data files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import numpy as np

from graphir.disk.folder_locks import locked_folder
from graphir.dtypes import DType
from graphir.errors import (
    DataLossError,
    InvalidArgumentError,
    NotFoundError,
    OpError,
    ParseError,
)
from graphir.wire import messages
from runtime.bundles.slice_keys import slice_key
from runtime.bundles.slice_places import Place, common, overlap, within
from runtime.bundles.table_reader import TableReader
from runtime.bundles.tensors import TensorEntry, decoded, read_entry
from runtime.stateful_kernels.files import refused

OBJECT_GRAPH_KEY: Final = "_CHECKPOINTABLE_OBJECT_GRAPH"
"""The key of the object graph, as bytes of a message."""

"""A part of a tensor as an index into it."""

_MOST_SHARDS: Final = 99_999

_MOST_OPENED: Final = 64
"""So many data files are opened with the index; others when a tensor is asked for."""


class ShortFileError(DataLossError, IndexError):
    """A data file ends before a tensor does; TensorFlow's is an `IndexError`."""


def index_path(prefix: str) -> str:
    """The path of the index file.

    >>> index_path("a/b")
    'a/b.index'
    """
    return f"{prefix}.index"


def data_path(prefix: str, shard: int, count: int) -> str:
    """The path of a data file, which has the elements of some of the tensors.

    >>> data_path("a/b", 0, 1)
    'a/b.data-00000-of-00001'
    """
    return f"{prefix}.data-{shard:05}-of-{count:05}"


class BundleReader:
    """The tensors of a checkpoint, by key, read and checked on demand.

    Raises:
      NotFoundError: if there is no index of that prefix.
      DataLossError: if the index is damaged; names file and tensor.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self._path = index_path(prefix)
        self._entries: dict[bytes, TensorEntry] = {}
        self._files: dict[int, Any] = {}
        self._divided: set[str] = set()
        """Tensors whose slices are known to have no element in common."""
        self._shards, self._is_big_endian = 1, False
        # data of the index's own checkpoint, though another may replace both
        with locked_folder(os.path.dirname(prefix), is_for_writing=False):
            rows = iter(TableReader(_content(self._path, prefix), self._path))
            first = next(rows, None)
            if first is None or first[0] != b"":
                raise self._damaged("there is no header")
            self._read_header(first[1])
            self._open_first()
        self._read_entries(rows)

    def _open_first(self) -> None:
        """Opens the data files, in the common case that there are few."""
        # an error is said when a tensor is asked for
        with suppress(OpError):
            for shard in range(min(self._shards, _MOST_OPENED)):
                self._file(shard, data_path(self.prefix, shard, self._shards))

    def _read_entries(self, rows: Iterator[tuple[bytes, bytes]]) -> None:
        for key, value in rows:
            self._entries[key] = read_entry(
                _shown(key), self._message("BundleEntryProto", value), self._path
            )
        self._check_places()

    def _read_header(self, data: bytes) -> None:
        header = self._message("BundleHeaderProto", data)
        if not 0 < header.num_shards <= _MOST_SHARDS:
            raise self._damaged(f"it cannot have {header.num_shards} data files")
        if header.endianness not in (0, 1):
            raise self._damaged(f"there is no byte order {header.endianness}")
        if header.version.min_consumer > 1:
            raise self._damaged("it was written for a later version of the format")
        self._shards = header.num_shards
        self._is_big_endian = header.endianness == 1

    def _message(self, name: str, data: bytes) -> Any:
        try:
            return messages.parse(name, data)
        except ParseError as error:
            raise self._damaged(str(error)) from None

    def _check_places(self) -> None:
        """Refuses tensors that share bytes: nothing writes such."""
        kept = [each for each in self._entries.values() if not each.slices]
        kept.sort(key=lambda each: (each.shard, each.offset, each.size))
        shard, end = -1, 0
        for each in kept:
            if each.shard >= self._shards:
                raise self._damaged(f"{each.key!r} is in a file that there is not")
            if each.shard != shard:
                shard, end = each.shard, 0
            if each.offset < end and each.size:
                raise self._damaged(f"{each.key!r} overlaps another tensor")
            end = max(end, each.offset + each.size)

    def _damaged(self, reason: str) -> DataLossError:
        return DataLossError(None, None, f"{self._path}: {reason}")

    # --- what there is

    def __iter__(self) -> Iterator[str]:
        """The keys of the tensors, sorted, without the keys of slices."""
        return (each.key for key, each in self._entries.items() if key[:1] != b"\0")

    def entry(self, key: str) -> TensorEntry:
        """The index entry of a tensor.

        Raises:
          NotFoundError: if there is no tensor with that key.
        """
        found = self._entries.get(key.encode("utf-8", "surrogateescape"))
        if found is None:
            raise NotFoundError(None, None, f"Key {key} not found in checkpoint")
        return found

    def __contains__(self, key: str) -> bool:
        return key.encode("utf-8", "surrogateescape") in self._entries

    def shape(self, key: str) -> tuple[int, ...]:
        """The shape of a tensor."""
        return self.entry(key).shape

    def dtype(self, key: str) -> DType:
        """The dtype of a tensor."""
        return self.entry(key).dtype

    # --- reading

    def read(self, key: str) -> Any:
        """The array of a tensor, in memory of its own, which each call reads anew.

        Raises:
          NotFoundError: if there is no tensor with that key, or its file is gone.
          DataLossError: if the tensor is damaged.
        """
        entry = self.entry(key)
        return self._whole(entry) if entry.slices else self._stored(entry)

    def _stored(self, entry: TensorEntry) -> Any:
        path = data_path(self.prefix, entry.shard, self._shards)
        file, size = self._file(entry.shard, path)
        if entry.offset + entry.size > size:
            raise ShortFileError(
                None,
                None,
                f"{path}: tensor {entry.key!r} reaches to byte "
                f"{entry.offset + entry.size} of a file of {size} bytes.",
            )
        data = np.empty(entry.size, np.uint8)
        try:
            count = _read_at(file, data, entry.offset)
        except OSError as error:
            raise refused(error, path) from None
        if count != entry.size:
            raise DataLossError(None, None, f"{path}: {entry.key!r} is cut off.")
        return decoded(entry, data, path, self._is_big_endian)

    def _whole(self, entry: TensorEntry) -> Any:
        """A tensor that is kept in slices, put together."""
        parts = self._parts(entry)
        if sum(part.count for _, part in parts) != entry.count:
            raise self._damaged(f"the slices of {entry.key!r} are not all of it")
        whole = np.empty(entry.shape, entry.dtype.numpy_dtype)
        for place, part in parts:
            whole[place] = self._stored(part)
        return whole

    def read_part(self, key: str, place: Place) -> Any:
        """The array of a part of a tensor; of its slices only those in it are read.

        Raises:
          NotFoundError: if there is no tensor with that key, or its file is gone.
          InvalidArgumentError: if its slices are not all of the part.
          DataLossError: if the tensor is damaged.
        """
        entry = self.entry(key)
        if not entry.slices:
            return self._stored(entry)[place].copy()
        sizes = [each.stop - each.start for each in place]
        found = np.empty(sizes, entry.dtype.numpy_dtype)
        covered = 0
        for other, part in self._parts(entry):
            shared = common(place, other)
            if shared is None:
                continue
            values = self._stored(part)[within(shared, other)]
            found[within(shared, place)] = values
            covered += values.size
        if covered != found.size:
            raise InvalidArgumentError(
                None,
                None,
                f"Does not have sufficient slices for partitioned tensor {key} to "
                f"restore in slice_spec: {_told(place)}",
            )
        return found

    def _parts(self, entry: TensorEntry) -> list[tuple[Place, TensorEntry]]:
        """The slices of a tensor, and their places in it, none of them in two."""
        found = list(self._places(entry))
        if entry.key not in self._divided:
            if overlap([place for place, _ in found]):
                raise self._damaged(f"slices of {entry.key!r} have elements in common")
            self._divided.add(entry.key)
        return found

    def _places(self, entry: TensorEntry) -> Iterator[tuple[Place, TensorEntry]]:
        for extents in entry.slices:
            part = self._entries.get(slice_key(entry.key, extents))
            if part is None or part.dtype is not entry.dtype or part.slices:
                raise self._damaged(f"a slice of {entry.key!r} is missing")
            place = _place(extents, entry.shape)
            if place is None or part.shape != tuple(s.stop - s.start for s in place):
                raise self._damaged(f"a slice of {entry.key!r} does not fit in it")
            yield place, part

    def _file(self, shard: int, path: str) -> tuple[Any, int]:
        if shard not in self._files:
            try:
                file = open(path, "rb", buffering=0)  # noqa: SIM115 - until close
            except OSError as error:
                raise refused(error, path) from None
            self._files[shard] = file, os.fstat(file.fileno()).st_size
        found: tuple[Any, int] = self._files[shard]
        return found

    def close(self) -> None:
        """Closes the files; they are opened again when needed."""
        files, self._files = self._files, {}
        for file, _ in files.values():
            file.close()

    def __del__(self) -> None:
        if hasattr(self, "_files"):
            self.close()


def _read_at(file: Any, into: Any, offset: int) -> int:
    """Fills memory from a place of a file, wherever others read it; bytes read."""
    view, done = memoryview(into), 0
    while done < len(view):
        count = os.preadv(file.fileno(), [view[done : done + (1 << 30)]], offset + done)
        if not count:
            break
        done += count
    return done


def _place(
    extents: tuple[tuple[int, int], ...], shape: tuple[int, ...]
) -> Place | None:
    if len(extents) != len(shape):
        return None
    place = []
    for (start, length), size in zip(extents, shape):
        stop = size if length < 0 else start + length
        if not 0 <= start <= stop <= size:
            return None
        place.append(slice(start, stop))
    return tuple(place)


def _told(place: Place) -> str:
    return ":".join(f"{each.start},{each.stop - each.start}" for each in place)


def _content(path: str, prefix: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise NotFoundError(
            None,
            None,
            "Unsuccessful TensorSliceReader constructor: Failed to find any matching "
            f"files for {prefix}",
        ) from None
    except OSError as error:
        raise refused(error, path) from None


def _shown(key: bytes) -> str:
    return key.decode("utf-8", "surrogateescape")


__all__ = [
    "OBJECT_GRAPH_KEY",
    "BundleReader",
    "ShortFileError",
    "data_path",
    "index_path",
]
