"""Tensors as bytes of data files, and entries that no tensor can have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.wire import messages
from runtime.bundles.tensors import TensorEntry, decoded, encode, read_entry


def stored(array: Any, dtype: Any) -> tuple[TensorEntry, bytes]:
    parts: list[bytes] = []
    size, checksum = encode(array, dtype, lambda data: parts.append(bytes(data)))
    shape = np.shape(array)
    data = b"".join(parts)
    assert size == len(data)
    return TensorEntry("v", dtype, shape, 0, 0, size, checksum), data


ARRAYS = [
    np.float32(1.5),
    np.zeros((0, 2), np.int64),
    np.arange(6, dtype=np.int16).reshape(2, 3).T,
    np.array([True, False]),
    np.array([[b"", b"ab"], ["ä".encode(), b"\0"]], object),
]


@pytest.mark.parametrize("array", ARRAYS)
def test_arrays_come_back(array: Any) -> None:
    dtype = dtypes.string if np.asarray(array).dtype == object else None
    dtype = dtype or dtypes.as_dtype(np.asarray(array).dtype.name)
    entry, data = stored(array, dtype)
    found = decoded(entry, data, "file", False)
    assert (found.shape, found.dtype) == (np.shape(array), np.asarray(array).dtype)
    assert found.tolist() == np.asarray(array).tolist()


def test_big_endian_files_are_read() -> None:
    entry, data = stored(np.arange(3, dtype=">i4").astype("<i4"), dtypes.int32)
    swapped, _ = stored(np.arange(3, dtype="<i4").byteswap(), dtypes.int32)
    other = TensorEntry("v", dtypes.int32, (3,), 0, 0, 12, swapped.checksum)
    big = np.frombuffer(data, "<i4").byteswap().tobytes()
    assert decoded(other, big, "file", True).tolist() == [0, 1, 2]
    assert entry.count == 3


@pytest.mark.parametrize(
    ("array", "place"), [(np.arange(3.0), 5), (np.array([b"ab", b"c"], object), 7)]
)
def test_a_changed_byte_is_data_loss(array: Any, place: int) -> None:
    dtype = dtypes.string if array.dtype == object else dtypes.float64
    entry, data = stored(array, dtype)
    changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
    with pytest.raises(tf.errors.DataLossError, match="'v'"):
        decoded(entry, changed, "file", False)


def test_variants_are_neither_written_nor_read() -> None:
    with pytest.raises(tf.errors.UnimplementedError, match="dtype variant cannot be"):
        encode(np.empty((), object), dtypes.variant, lambda data: None)
    entry = TensorEntry("v", dtypes.variant, (), 0, 0, 0, 0)
    with pytest.raises(tf.errors.UnimplementedError, match="'v' is a variant"):
        decoded(entry, b"", "file", False)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"dtype": 1, "size": 7}, "7 bytes instead of 8"),
        ({"dtype": 7, "size": 3}, "fewer bytes than strings"),
        ({"dtype": 1, "size": 8, "offset": -1}, "a negative place"),
        ({"dtype": 99, "size": 8}, "no dtype of number 99"),
        ({"dtype": 101, "size": 8}, "no dtype of number 101"),
    ],
)
def test_entries_that_no_tensor_can_have(fields: dict[str, int], reason: str) -> None:
    message = messages.get("BundleEntryProto")(**fields)
    message.shape.dim.add(size=2)
    with pytest.raises(tf.errors.DataLossError, match=reason):
        read_entry("v", message, "file")
    message.shape.dim[0].size = -2
    with pytest.raises(tf.errors.DataLossError, match=r"the shape \[-2\]"):
        read_entry("v", message, "file")
