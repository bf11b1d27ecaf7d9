"""Keys and values of tables from the columns of a text file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir import dtypes
from runtime.stateful_kernels.table_files import LINE_NUMBER, WHOLE_LINE, read_columns


@pytest.fixture
def file(tmp_path: Path) -> bytes:
    path = tmp_path / "table.txt"
    path.write_bytes(b"a\t1\r\nb\t2\nc\t3.5\n")
    return str(path).encode()


def columns(file: bytes, key: int, value: int, kinds: Any, **attrs: Any) -> Any:
    given = {"key_index": key, "value_index": value, **attrs}
    names = (getattr(dtypes, each) for each in kinds)
    return [each.tolist() for each in read_columns(file, given, *names)]


def test_lines_their_numbers_and_their_fields(file: bytes) -> None:
    assert columns(file, WHOLE_LINE, LINE_NUMBER, ("string", "int64")) == [
        [b"a\t1", b"b\t2", b"c\t3.5"],
        [0, 1, 2],
    ]
    assert columns(file, LINE_NUMBER, 0, ("string", "string"), offset=5) == [
        [b"5", b"6", b"7"],
        [b"a", b"b", b"c"],
    ]
    assert columns(file, 0, 1, ("string", "float32"))[1] == [1.0, 2.0, 3.5]
    assert columns(file, 0, 1, ("string", "int64"), vocab_size=2)[1] == [1, 2]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((0, 1, ("string", "int64")), "Field 3.5 in line 2 is not a valid int64"),
        ((0, 2, ("string", "int64")), r"line 0 \(a\t1\) : expected at least 3 got 2"),
        ((0, 0, ("string", "string"), 9), "expected 9 but got 3"),
    ],
)
def test_lines_that_do_not_fit(file: bytes, arguments: Any, told: str) -> None:
    size = arguments[3] if len(arguments) > 3 else -1
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        columns(file, *arguments[:3], vocab_size=size)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(tf.errors.NotFoundError, match="absent; No such file"):
        columns(b"absent", 0, 1, ("string", "string"))
