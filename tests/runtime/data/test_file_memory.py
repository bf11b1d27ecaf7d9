"""Files are read in parts: an epoch takes little memory, however long the file is."""

from __future__ import annotations

import gc
import gzip
import os
import threading
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset
MEGABYTE = 1 << 20


@pytest.mark.parametrize("compression", ["", "GZIP"])
@pytest.mark.parametrize(("header", "footer"), [(0, 0), (7, 0), (0, 5), (300_000, 9)])
def test_records_of_one_size_are_between_header_and_footer(
    tmp_path: Path, compression: str, header: int, footer: int
) -> None:
    """Also where a record begins in one part of the file and ends in the next."""
    rows = [os.urandom(70_001) for _ in range(9)]
    content = b"h" * header + b"".join(rows) + b"f" * footer
    path = tmp_path / "rows"
    path.write_bytes(gzip.compress(content) if compression else content)
    read = tf.data.FixedLengthRecordDataset
    given = (str(path), 70_001, header, footer, None, compression or None)
    assert [x.numpy() for x in read(*given)] == rows
    found = iter(read(str(path), 70_000, header, footer, None, compression or None))
    with pytest.raises(tf.errors.InvalidArgumentError, match="not an exact multiple"):
        list(found)
    with pytest.raises(tf.errors.NotFoundError):
        list(read(str(tmp_path / "none"), 3))


def long_files(folder: Path, size: int) -> dict[str, Any]:
    """Datasets of files of so many bytes."""
    row = b"x" * 1023
    lines, records = str(folder / "lines"), str(folder / "records")
    with open(lines, "wb") as file:
        for _ in range(size // 1024):
            file.write(row + b"\n")
    with tf.io.TFRecordWriter(records) as writer:
        for _ in range(size // 1024):
            writer.write(row)
    rows = Dataset.from_tensors(row).repeat(size // 1024)
    rows.save(str(folder / "saved"))
    return {
        "lines": tf.data.TextLineDataset(lines),
        "records": tf.data.TFRecordDataset(records),
        "fixed": tf.data.FixedLengthRecordDataset(lines, 1024),
        "saved": Dataset.load(str(folder / "saved")),
        "batches": tf.data.TFRecordDataset(records).shuffle(64).batch(32).prefetch(2),
    }


@pytest.mark.slow
def test_an_epoch_over_a_long_file_takes_little_memory(tmp_path: Path) -> None:
    """The buffers, which do not grow with the file."""
    for name, dataset in long_files(tmp_path, 10 * MEGABYTE).items():
        next(iter(dataset))
        gc.collect()
        tracemalloc.start()
        try:
            for _ in dataset:
                pass
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most < 2 * MEGABYTE, name


@pytest.mark.slow
def test_ten_thousand_iterators_leave_nothing(tmp_path: Path) -> None:
    """No thread, no open file, no object."""
    path = tmp_path / "lines"
    path.write_bytes(b"one\ntwo\n" * 100)
    lines = tf.data.TextLineDataset(str(path)).shuffle(4).batch(2).prefetch(2)
    dataset = Dataset.zip((lines, Dataset.range(50).map(lambda x: x + 1)))

    def make(count: int) -> int:
        for _ in range(count):
            iterator = iter(dataset)
            next(iterator)
            del iterator
        gc.collect()
        return len(gc.get_objects())

    make(100)
    before, threads, files = make(100), threading.active_count(), open_files()
    assert make(10_000) - before < 500
    assert threading.active_count() == threads
    assert open_files() == files


def open_files() -> int:
    """How many files this process has open; 0 where the system does not tell."""
    folder = "/proc/self/fd"
    return len(os.listdir(folder)) if os.path.isdir(folder) else 0
