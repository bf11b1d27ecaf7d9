"""Bundles: parts of tensors, compressed blocks, and files that are damaged."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from graphir import dtypes
from graphir.errors import DataLossError, NotFoundError
from graphir.wire import messages
from runtime.bundles.bundle_reader import BundleReader, data_path, index_path
from runtime.bundles.bundle_writer import SavedTensor, write_bundle
from runtime.bundles.slice_keys import slice_key
from runtime.bundles.snappy import (
    BadSnappyError,
    compressed,
    compression_library,
    decompressed,
)
from runtime.bundles.table_reader import TableReader
from runtime.bundles.table_writer import written_table

STRINGS = np.array([b"ab", b"", b"c" * 300], object)


def written(tmp_path: Path) -> str:
    prefix = str(tmp_path / "k")
    numbers = np.arange(6, dtype=np.float32).reshape(2, 3)
    write_bundle(
        prefix,
        [
            SavedTensor("numbers", dtypes.float32, numbers),
            SavedTensor("text", dtypes.string, STRINGS),
            SavedTensor("nothing", dtypes.int8, np.zeros((0, 2), np.int8)),
        ],
    )
    return prefix


def values(prefix: str):
    reader = BundleReader(prefix)
    return {key: reader.read(key).tolist() for key in reader}


def test_tensors_come_back(tmp_path: Path) -> None:
    assert values(written(tmp_path)) == {
        "numbers": [[0, 1, 2], [3, 4, 5]],
        "text": STRINGS.tolist(),
        "nothing": [],
    }


def values_or_none(prefix: str):
    try:
        return values(prefix)
    except DataLossError:
        return None


@pytest.mark.parametrize("suffix", ["index", "data"])
def test_every_damaged_byte_is_noticed_or_does_not_matter(
    tmp_path: Path, suffix: str
) -> None:
    prefix = written(tmp_path)
    path = Path(index_path(prefix) if suffix == "index" else data_path(prefix, 0, 1))
    whole, content = values(prefix), path.read_bytes()
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 0x5A
        path.write_bytes(damaged)
        if (found := values_or_none(prefix)) is not None:
            assert found == whole


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    prefix = written(tmp_path)
    for path in (Path(index_path(prefix)), Path(data_path(prefix, 0, 1))):
        content = path.read_bytes()
        for size in range(len(content)):
            path.write_bytes(content[:size])
            with pytest.raises(DataLossError):
                values(prefix)
        path.write_bytes(content)


def entry(**fields):
    made = messages.get("BundleEntryProto")(dtype=1, **fields)
    made.shape.SetInParent()
    return made


def index_of(prefix: str, **entries) -> None:
    header = messages.get("BundleHeaderProto")(num_shards=1)
    rows = [(b"", header.SerializeToString())]
    rows += [(k.encode(), e.SerializeToString()) for k, e in sorted(entries.items())]
    Path(index_path(prefix)).write_bytes(written_table(rows))
    Path(data_path(prefix, 0, 1)).write_bytes(bytes(64))


def huge():
    made = entry(size=8)
    for _ in range(3):
        made.shape.dim.add(size=1 << 62)
    return made


def negative():
    made = entry(size=4)
    made.shape.dim.add(size=-1)
    return made


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({"a": entry(size=4), "b": entry(size=4, offset=2)}, "overlaps"),
        ({"a": huge()}, "bytes instead of"),
        ({"a": negative()}, "cannot have the shape"),
        ({"a": entry(size=4, offset=-8)}, "negative place"),
        ({"a": entry(size=4, offset=1 << 62)}, "of a file of 64 bytes"),
        ({"a": entry(size=4, shard_id=3)}, "a file that there is not"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, entries, reason: str) -> None:
    prefix = str(tmp_path / "bad")
    index_of(prefix, **entries)
    with pytest.raises(DataLossError, match=reason):
        values(prefix)


def test_keys_must_be_in_order(tmp_path: Path) -> None:
    table = written_table([(b"b", b"1"), (b"a", b"2")])
    with pytest.raises(DataLossError, match="not in order"):
        list(TableReader(table, "t"))


def test_no_file_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="Failed to find any matching files"):
        BundleReader(str(tmp_path / "none"))


def test_slices_are_put_together(tmp_path: Path) -> None:
    prefix = str(tmp_path / "s")
    whole = np.arange(12, dtype=np.int64).reshape(4, 3)
    parts = [((0, 3), (0, -1)), ((3, 1), (0, -1))]
    rows = [
        SavedTensor("w", dtypes.int64, whole[a : a + n], (4, 3), extents)
        for extents in parts
        for a, n in extents[:1]
    ]
    write_bundle(prefix, rows)
    np.testing.assert_array_equal(BundleReader(prefix).read("w"), whole)
    assert values(prefix) == {"w": whole.tolist()}
    write_bundle(prefix, rows[:1])
    with pytest.raises(DataLossError, match="not all of it"):
        values(prefix)


@pytest.mark.parametrize(
    ("number", "code"),
    [(0, "80"), (63, "bf"), (64, "c040"), (-1, "7f"), (-64, "40"), (-65, "3fbf"),
     (8191, "dfff"), (8192, "e02000")],
)  # fmt: skip
def test_numbers_of_slices_sort_as_bytes(number: int, code: str) -> None:
    assert slice_key("", [(number, 0)])[5:-1].hex() == code


def test_snappy_blocks() -> None:
    long = b"\xff" * 70
    block = bytes([70, 60 << 2, 69]) + long
    assert decompressed(block, 100) == long
    copy2 = bytes([10, 0b100, 97, 98, 0b11110, 2, 0])
    assert decompressed(copy2, 100) == b"ab" * 5
    for bad in (b"", b"\x05", bytes([6, 0b100, 97, 98, 0b1, 9]), bytes([1 << 7, 1])):
        with pytest.raises(BadSnappyError):
            decompressed(bad, 100)
    with pytest.raises(BadSnappyError, match="more than a block"):
        decompressed(bytes([0xFF, 0xFF, 0x7F]), 100)


REPEATED = b"abcdefgh" * 40 + bytes(range(70)) + b"x" * 90 + b"end"
BLOCK = bytes.fromhex(
    "e3031c6162636465666768fe0800fe0800fe0800fe0800de0800f049"
    + bytes(range(70)).hex()
    + "78787878fe030056030008656e64"
)
"""What the library of the extra made of it; TensorFlow reads a file of such blocks."""


def test_a_block_with_copies_is_read() -> None:
    """By the library or without it, whichever is here."""
    assert decompressed(BLOCK, 1000) == REPEATED
    for end in range(1, len(BLOCK)):
        with pytest.raises(BadSnappyError):
            decompressed(BLOCK[:end], 1000)


def test_bytes_are_compressed_where_the_library_is() -> None:
    zeros = bytes(200_000)
    for data in (b"", b"a", REPEATED, zeros):
        assert decompressed(compressed(data), len(data)) == data
    is_smaller = len(compressed(zeros)) < len(zeros)
    assert is_smaller == (compression_library() is not None)


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    prefix = written(tmp_path)
    before = values(prefix)

    def tensors():
        yield SavedTensor("a", dtypes.float32, np.float32(1))
        raise KeyError("stopped")

    with pytest.raises(KeyError):
        write_bundle(prefix, tensors())
    assert values(prefix) == before
    assert len(os.listdir(tmp_path)) == 2
