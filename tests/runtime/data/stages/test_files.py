"""Records, lines, separated values and database rows of files."""

from __future__ import annotations

import gzip
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from tests.runtime.data.whole_reads import check_reads, plain

data = tf.data
UNKNOWN = -2
PACKED = {"": lambda x: x, "GZIP": gzip.compress, "ZLIB": zlib.compress}


def written(folder: Path, *contents: bytes) -> list[str]:
    for number, content in enumerate(contents):
        (folder / f"file_{number}").write_bytes(content)
    return [str(folder / f"file_{number}") for number in range(len(contents))]


@pytest.mark.parametrize("kind", PACKED)
def test_lines_end_where_they_end(tmp_path: Path, kind: str) -> None:
    contents = [b"a\r\nb\n\nlast", b"", b"more\n"]
    names = written(tmp_path, *map(PACKED[kind], contents))
    check_reads(
        lambda: data.TextLineDataset(names, kind),
        [b"a", b"b", b"", b"last", b"more"],
        UNKNOWN,
    )


@pytest.mark.parametrize("kind", PACKED)
def test_records_of_one_size_between_header_and_footer(
    tmp_path: Path, kind: str
) -> None:
    names = written(tmp_path, *map(PACKED[kind], [b"H1122F", b"HF", b"H33F"]))
    check_reads(
        lambda: data.FixedLengthRecordDataset(names, 2, 1, 1, compression_type=kind),
        [b"11", b"22", b"33"],
        UNKNOWN,
    )
    wrong = data.FixedLengthRecordDataset(names[:1], 3, 1, 1, compression_type=kind)
    with pytest.raises(tf.errors.InvalidArgumentError, match="body length 4 bytes"):
        list(wrong)


def test_records(tmp_path: Path) -> None:
    path = str(tmp_path / "records")
    with tf.io.TFRecordWriter(path) as writer:
        for each in (b"one", b"", b"three"):
            writer.write(each)
    check_reads(
        lambda: data.TFRecordDataset([path, path]),
        [b"one", b"", b"three"] * 2,
        UNKNOWN,
    )
    content = Path(path).read_bytes()
    Path(path).write_bytes(content[:-1])
    with pytest.raises(tf.errors.DataLossError, match=path):
        list(data.TFRecordDataset(path))


def test_separated_values_go_on_within_quotes(tmp_path: Path) -> None:
    names = written(tmp_path, b'n,t\n1,"a\nb"\n,"c,d"\n')
    make: Callable[..., Any] = data.experimental.CsvDataset
    check_reads(
        lambda: make(names, [tf.constant([5]), tf.string], header=True),
        [(1, b"a\nb"), (5, b"c,d")],
        UNKNOWN,
    )
    check_reads(
        lambda: make(names, [tf.string], header=True, select_cols=[1]),
        [(b"a\nb",), (b"c,d",)],
        UNKNOWN,
    )
    check_reads(
        lambda: make(names, [tf.string], header=True, exclude_cols=[0]),
        [(b"a\nb",), (b"c,d",)],
        UNKNOWN,
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match="only one char"):
        make(names, [tf.string], field_delim=";;")


def test_rows_of_a_database(tmp_path: Path) -> None:
    path = str(tmp_path / "rows.db")
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (n integer, x real, s text)")
        rows = [(1, 0.5, "a"), (2, None, None)]
        connection.executemany("insert into t values (?, ?, ?)", rows)
    connection.close()
    types = (tf.int32, tf.float64, tf.string)

    def make(query: str, kinds: Any = types, driver: str = "sqlite") -> Any:
        return data.experimental.SqlDataset(driver, path, query, kinds)

    check_reads(
        lambda: make("select * from t order by n"),
        [(1, 0.5, b"a"), (2, 0.0, b"")],
        UNKNOWN,
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"columns in query \(1\)"):
        list(make("select n from t"))
    with pytest.raises(tf.errors.UnknownError, match="no such table"):
        list(make("select * from u"))
    with pytest.raises(tf.errors.UnimplementedError, match="holds text, not int32"):
        list(make("select s, x, s from t"))
    with pytest.raises(tf.errors.InvalidArgumentError, match="unsupported SQL driver"):
        make("select * from t", types, "postgres")


def test_names_that_match_and_files_that_are_not_there(tmp_path: Path) -> None:
    names = written(tmp_path, b"", b"")
    found = tf.raw_ops.MatchingFilesDataset(patterns=[str(tmp_path / "file_*")])
    made = data.experimental.from_variant(found, tf.TensorSpec([], tf.string))
    assert [plain(each).decode() for each in made] == names
    for kind in (data.TextLineDataset, data.TFRecordDataset):
        with pytest.raises(tf.errors.NotFoundError, match="absent"):
            list(kind(str(tmp_path / "absent")))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unsupported compression"):
        list(data.TextLineDataset(names, "RAR"))
