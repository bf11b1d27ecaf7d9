"""Bundles: parts of tensors, compressed blocks, and files that are damaged."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from graphir.errors import DataLossError, NotFoundError
from graphir.wire import messages
from runtime.bundles.bundle_reader import BundleReader, data_path, index_path
from runtime.bundles.table_writer import written_table
from tests.runtime.bundles.saved_tensors import STRINGS, values, written


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


@pytest.mark.parametrize("dtype", [1, 7, 10])
@pytest.mark.parametrize("size", [10**9, 2**40, 2**61])
def test_no_memory_beyond_the_file(tmp_path: Path, dtype: int, size: int) -> None:
    """Sizes that an index claims are looked at before anything is allocated."""
    prefix = str(tmp_path / "bad")
    claimed = messages.get("BundleEntryProto")(dtype=dtype, size=size)
    claimed.shape.dim.add(size=size // 4 if dtype == 1 else size)
    index_of(prefix, a=claimed)
    tracemalloc.start()
    try:
        with pytest.raises(DataLossError):
            values(prefix)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20


def test_no_file_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="Failed to find any matching files"):
        BundleReader(str(tmp_path / "none"))
