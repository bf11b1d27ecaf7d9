"""Checkpoints of version 1: tables with the tensors in them, slice by slice."""

from __future__ import annotations

import glob
import math
import os
from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np

from graphir.attributes import TensorValue
from graphir.disk.fresh_files import write_whole
from graphir.dtypes import DType, as_dtype
from graphir.errors import (
    DataLossError,
    GraphirError,
    NotFoundError,
    ParseError,
    UnimplementedError,
)
from graphir.wire import messages
from graphir.wire.elements import LIST_FIELDS
from graphir.wire.tensors import fill_list, from_tensor_proto
from runtime.bundles.bundle_writer import SavedTensor
from runtime.bundles.slice_keys import Extent, slice_key
from runtime.bundles.slice_places import overlap
from runtime.bundles.slice_specs import SliceSpec
from runtime.bundles.table_reader import TableReader
from runtime.bundles.table_writer import written_table
from runtime.stateful_kernels.files import refused

_PARTS: Final = "-?????-of-?????"
_MOST_RANK: Final = 64


def earlier_files(prefix: str) -> list[str]:
    """The files of a checkpoint of version 1: one file, or its shards."""
    name = glob.escape(prefix)
    found = [*glob.glob(name), *sorted(glob.glob(name + _PARTS))]
    return [each for each in found if os.path.isfile(each)]


class EarlierReader:
    """The tensors of a checkpoint of version 1, by name.

    Raises:
      NotFoundError: if there is no file of that name.
      DataLossError: if one is damaged; names it.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self._slices: dict[str, list[tuple[Extent, ...]]] = {}
        self._kinds: dict[str, tuple[DType, tuple[int, ...]]] = {}
        self._rows: dict[bytes, bytes] = {}
        files = earlier_files(prefix)
        if not files:
            raise NotFoundError(
                None,
                None,
                "Unsuccessful TensorSliceReader constructor: Failed to find any "
                f"matching files for {prefix}",
            )
        for path in files:
            self._read_file(path)

    def _read_file(self, path: str) -> None:
        try:
            with open(path, "rb") as file:
                content = file.read()
        except OSError as error:
            raise refused(error, path) from None
        rows = dict(TableReader(content, path))
        if b"" not in rows:
            raise self._damaged("there is no list of its tensors")
        for each in self._message(rows.pop(b"")).meta.tensor:
            self._note(each)
        self._rows.update(rows)

    def _note(self, message: Any) -> None:
        shape = tuple(dim.size for dim in message.shape.dim)
        try:
            dtype = as_dtype(message.type)
        except (TypeError, ValueError):
            raise self._damaged(f"there is no dtype {message.type}") from None
        if message.shape.unknown_rank or len(shape) > _MOST_RANK or min((0, *shape)):
            raise self._damaged(f"{message.name!r} cannot have the shape {shape}")
        known = self._kinds.setdefault(message.name, (dtype, shape))
        if known != (dtype, shape):
            raise self._damaged(f"{message.name!r} has two shapes or dtypes")
        slices = self._slices.setdefault(message.name, [])
        for part in message.slice:
            extents = tuple(
                (each.start, each.length) if each.HasField("length") else (0, -1)
                for each in part.extent
            )
            slices.append(extents or ((0, -1),) * len(shape))

    def _message(self, data: bytes) -> Any:
        try:
            return messages.parse("SavedTensorSlices", data)
        except ParseError as error:
            raise self._damaged(str(error)) from None

    def _damaged(self, reason: str) -> DataLossError:
        return DataLossError(None, None, f"{self.prefix}: {reason}")

    def __iter__(self) -> Iterator[str]:
        """The names of the tensors, sorted."""
        return iter(sorted(self._kinds))

    def __contains__(self, key: str) -> bool:
        return key in self._kinds

    def _kind(self, key: str) -> tuple[DType, tuple[int, ...]]:
        if key not in self._kinds:
            raise NotFoundError(None, None, f"Key {key} not found in checkpoint")
        return self._kinds[key]

    def shape(self, key: str) -> tuple[int, ...]:
        """The shape of a tensor."""
        return self._kind(key)[1]

    def dtype(self, key: str) -> DType:
        """The dtype of a tensor."""
        return self._kind(key)[0]

    def read(self, key: str) -> Any:
        """The array of a tensor.

        Raises:
          NotFoundError: if there is no tensor of that name.
          DataLossError: if the tensor is damaged.
        """
        dtype, shape = self._kind(key)
        parts = [self._part(key, dtype, shape, each) for each in self._slices[key]]
        if sum(array.size for _, array in parts) != math.prod(shape):
            raise self._damaged(f"the slices of {key!r} are not all of it")
        if overlap([place for place, _ in parts]):
            raise self._damaged(f"slices of {key!r} have elements in common")
        whole = np.empty(shape, dtype.numpy_dtype)
        for place, array in parts:
            whole[place] = array
        return whole

    def read_part(self, key: str, place: tuple[slice, ...]) -> Any:
        """The array of a part of a tensor.

        Raises:
          NotFoundError: if there is no tensor of that name.
          DataLossError: if the tensor is damaged.
        """
        return self.read(key)[place].copy()

    def _part(
        self,
        key: str,
        dtype: DType,
        shape: tuple[int, ...],
        extents: tuple[Extent, ...],
    ) -> tuple[tuple[slice, ...], Any]:
        spec = SliceSpec(shape, extents)
        row = self._rows.get(slice_key(key, extents))
        if row is None or len(extents) != len(shape):
            raise self._damaged(f"a slice of {key!r} is missing")
        if any(not 0 <= s.start <= s.stop <= n for s, n in zip(spec.place, shape)):
            raise self._damaged(f"a slice of {key!r} does not fit in it")
        stored = self._message(row).data.data
        count = math.prod(spec.shape)
        self._check_count(key, stored, dtype, count)
        stored.dtype = dtype.number
        del stored.tensor_shape.dim[:]
        stored.tensor_shape.dim.add(size=count)
        try:
            return spec.place, from_tensor_proto(stored).array.reshape(spec.shape)
        except GraphirError as error:
            raise self._damaged(f"{key!r}: {error}") from None

    def _check_count(self, key: str, stored: Any, dtype: DType, count: int) -> None:
        """Refuses fewer elements than there are: here none is repeated."""
        field = LIST_FIELDS.get(dtype.name)
        if field is None or stored.tensor_content:
            raise UnimplementedError(
                None, None, f"{self.prefix}: {key!r} is {dtype.name}, not read here."
            )
        is_pair = dtype.name in ("complex64", "complex128")
        if len(getattr(stored, field)) != count * (2 if is_pair else 1):
            raise self._damaged(f"{key!r} has another number of elements")

    def close(self) -> None:
        """Does nothing: the files were read whole."""


def write_earlier(path: str, tensors: Iterable[SavedTensor]) -> None:
    """Writes a checkpoint of version 1, one file.

    Raises:
      NotFoundError, PermissionDeniedError, ResourceExhaustedError: if it cannot be
        written; then nothing is left behind.
      UnimplementedError: for a tensor that cannot be saved.
    """
    first = messages.get("SavedTensorSlices")()
    first.meta.versions.producer = 1
    known: dict[str, Any] = {}
    rows = {}
    for each in tensors:
        shape = np.shape(each.array)
        extents = each.extents or ((0, -1),) * len(shape)
        if each.key not in known:
            known[each.key] = _described(first, each, each.whole or shape)
        _fill_slice(known[each.key].slice.add(), extents)
        rows[slice_key(each.key, extents)] = _row(each, extents)
    content = written_table([(b"", first.SerializeToString()), *sorted(rows.items())])
    try:
        write_whole(path, content)
    except OSError as error:
        raise refused(error, path) from None


def _described(message: Any, tensor: SavedTensor, shape: tuple[int, ...]) -> Any:
    if tensor.dtype.name not in LIST_FIELDS:
        raise UnimplementedError(
            None,
            None,
            f"A tensor of dtype {tensor.dtype.name} has no place in a checkpoint of "
            "version 1.",
        )
    made = message.meta.tensor.add(name=tensor.key, type=tensor.dtype.number)
    made.shape.SetInParent()
    for size in shape:
        made.shape.dim.add(size=size)
    return made


def _fill_slice(message: Any, extents: Iterable[Extent]) -> None:
    message.SetInParent()
    for start, length in extents:
        part = message.extent.add()
        if length >= 0:
            part.start, part.length = start, length


def _row(tensor: SavedTensor, extents: tuple[Extent, ...]) -> bytes:
    row = messages.get("SavedTensorSlices")()
    row.data.name = tensor.key
    _fill_slice(row.data.slice, extents)
    row.data.data.SetInParent()
    value = TensorValue(np.asarray(tensor.array), tensor.dtype)
    fill_list(row.data.data, value)
    data: bytes = row.SerializeToString()
    return data


__all__ = ["EarlierReader", "earlier_files", "write_earlier"]
