"""Tensors in data files: raw elements, and strings after their lengths."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.dtypes import DType, as_dtype
from graphir.errors import DataLossError, UnimplementedError
from runtime.bundles.checksums import crc32c, masked
from runtime.bundles.varints import BadVarintError, read_varint, varint

_CHECKSUM_BYTES: Final = 4
_MAX_RANK: Final = 64
_PIECE: Final = 1 << 20


@dataclass(frozen=True)
class TensorEntry:
    """The index entry of a tensor, or of a slice of it."""

    key: str
    dtype: DType
    shape: tuple[int, ...]
    shard: int
    offset: int
    size: int
    checksum: int
    """As it is stored, masked."""
    slices: tuple[tuple[tuple[int, int], ...], ...] = ()
    """Start and length by dimension of each part, where it is kept in parts."""

    @property
    def count(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)


def read_entry(key: str, message: Any, path: str) -> TensorEntry:
    """The entry that a message describes.

    Raises:
      DataLossError: for numbers that no tensor can have.
    """
    shape = tuple(dim.size for dim in message.shape.dim)
    bad = message.shape.unknown_rank or len(shape) > _MAX_RANK
    if bad or any(size < 0 for size in shape):
        raise _damaged(path, key, f"it cannot have the shape {list(shape)}")
    try:
        dtype = as_dtype(message.dtype)
    except (TypeError, ValueError):
        dtype = None
    if dtype is None or dtype.is_ref:
        raise _damaged(path, key, f"there is no dtype of number {message.dtype}")
    if min(message.offset, message.size, message.shard_id) < 0:
        raise _damaged(path, key, "it has a negative place")
    parts = tuple(
        tuple(_extent(each, size) for each, size in zip(part.extent, shape))
        for part in message.slices
    )
    entry = TensorEntry(
        key,
        dtype,
        shape,
        message.shard_id,
        message.offset,
        message.size,
        message.crc32c,
        parts,
    )
    _check_size(entry, path)
    return entry


def _extent(message: Any, size: int) -> tuple[int, int]:
    # without a length it is the whole dimension
    if message.WhichOneof("has_length_hack") is None:
        return 0, -1
    return message.start, message.length


def _check_size(entry: TensorEntry, path: str) -> None:
    """Refuses a size that the elements cannot have, before anything is allocated."""
    if entry.slices or entry.dtype.name in ("variant", "resource"):
        return
    if entry.dtype.name == "string":
        if entry.size < entry.count + _CHECKSUM_BYTES:
            raise _damaged(path, entry.key, "it has fewer bytes than strings")
        return
    expected = entry.count * entry.dtype.size
    if entry.size != expected:
        raise _damaged(
            path, entry.key, f"it has {entry.size} bytes instead of {expected}"
        )


def decoded(entry: TensorEntry, data: Any, path: str, is_big_endian: bool) -> Any:
    """The array of an entry from its bytes; an array of numbers shares their memory.

    Raises:
      DataLossError: if the checksum differs, or strings are damaged.
      UnimplementedError: for a variant.
    """
    if entry.dtype.name in ("variant", "resource"):
        raise UnimplementedError(
            None,
            None,
            f"{path}: {entry.key!r} is a {entry.dtype.name}, which is not read here.",
        )
    if entry.dtype.name == "string":
        return _decoded_strings(entry, data, path)
    _check(entry, crc32c(data), path)
    array = np.frombuffer(data, entry.dtype.numpy_dtype)
    if is_big_endian != (sys.byteorder == "big"):
        array = array.byteswap()
    return array.reshape(entry.shape)


def _check(entry: TensorEntry, checksum: int, path: str) -> None:
    if masked(checksum) != entry.checksum:
        raise DataLossError(
            None,
            None,
            f"{path}: checksum does not match for {entry.key!r}: stored "
            f"{entry.checksum:#010x} vs. calculated on the restored bytes "
            f"{masked(checksum):#010x}",
        )


def _decoded_strings(entry: TensorEntry, data: Any, path: str) -> Any:
    data = bytes(data)
    sizes, place = _lengths(entry, data, path)
    checksum = _checksum_of_lengths(sizes)
    stored = data[place : place + _CHECKSUM_BYTES]
    place += _CHECKSUM_BYTES
    if int.from_bytes(stored, "little") != masked(checksum):
        raise _damaged(path, entry.key, "the lengths of its strings are damaged")
    if place + sum(sizes) != len(data):
        raise _damaged(path, entry.key, "its strings have other lengths")
    _check(entry, crc32c(data[place:], crc32c(stored, checksum)), path)
    array = np.empty(entry.count, object)
    for index, size in enumerate(sizes):
        array[index] = data[place : place + size]
        place += size
    return array.reshape(entry.shape)


def _lengths(entry: TensorEntry, data: bytes, path: str) -> tuple[list[int], int]:
    sizes, place = [], 0
    try:
        for _ in range(entry.count):
            size, place = read_varint(data, place)
            sizes.append(size)
    except BadVarintError as error:
        raise _damaged(path, entry.key, f"bad lengths of strings: {error}") from None
    return sizes, place


def _checksum_of_lengths(sizes: list[int]) -> int:
    """Of lengths the numbers are summed, in 4 bytes or (large ones) 8."""
    widths = (4 if size < 1 << 32 else 8 for size in sizes)
    return crc32c(b"".join(n.to_bytes(w, "little") for n, w in zip(sizes, widths)))


def encode(array: Any, dtype: DType, write: Callable[[Any], object]) -> tuple[int, int]:
    """Writes the bytes of a tensor; returns their number and masked checksum.

    Contiguous arrays of numbers are not copied. They are written in pieces that a
    processor's cache holds: so memory is read once for the disk and the checksum, and
    systems take small writes at up to twice the rate of one of many megabytes.

    Raises:
      UnimplementedError: for a dtype that cannot be stored.
    """
    if dtype.name == "string":
        return _encode_strings(array, write)
    if not dtype.has_numpy:
        raise UnimplementedError(
            None, None, f"A tensor of dtype {dtype.name} cannot be saved."
        )
    data, checksum = _bytes_of(array), 0
    for start in range(0, len(data), _PIECE):
        piece = data[start : start + _PIECE]
        checksum = crc32c(piece, checksum)
        write(piece)
    return len(data), masked(checksum)


def _bytes_of(array: Any) -> Any:
    whole = np.ascontiguousarray(array)
    if sys.byteorder == "big":
        whole = whole.byteswap()
    return whole.reshape(-1).view(np.uint8) if whole.size else b""


def _encode_strings(array: Any, write: Callable[[Any], object]) -> tuple[int, int]:
    texts = list(_texts(array))
    sizes = [len(each) for each in texts]
    checksum = _checksum_of_lengths(sizes)
    stored = masked(checksum).to_bytes(_CHECKSUM_BYTES, "little")
    text = b"".join(texts)
    data = b"".join([*map(varint, sizes), stored, text])
    write(data)
    return len(data), masked(crc32c(text, crc32c(stored, checksum)))


def _texts(array: Any) -> Iterator[bytes]:
    if isinstance(array, (bytes, str)):
        yield array.encode() if isinstance(array, str) else array
        return
    for each in np.asarray(array, object).ravel().tolist():
        yield each.encode() if isinstance(each, str) else each


def _damaged(path: str, key: str, reason: str) -> DataLossError:
    return DataLossError(None, None, f"{path}: tensor {key!r} is damaged: {reason}.")


__all__ = ["TensorEntry", "decoded", "encode", "read_entry"]
