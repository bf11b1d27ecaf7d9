"""Files of rows: blank lines, marks, wide numbers, odd names, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runtime.distribute.bulk.tables import read_rows, row_count, write_columns


def columns_of(path: Path, first: int = 0, last: int = 1 << 40) -> dict[str, Any]:
    return {name: each.tolist() for name, each in read_rows(path, first, last).items()}


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("ends", ["", "\n", "\n\n"])
@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        ("csv", "a,b\n1,x\n\n2,y"),
        ("jsonl", '{"a": 1, "b": "x"}\n\n{"b": "y", "a": 2}'),
    ],
)
def test_lines_without_text_are_no_rows(
    suffix: str, text: str, ends: str, mark: str, tmp_path: Path
) -> None:
    path = tmp_path / f"rows.{suffix}"
    path.write_text(mark + text + ends, encoding="utf-8")
    assert row_count(path) == 2
    assert columns_of(path) == {"a": [1, 2], "b": ["x", "y"]}
    assert columns_of(path, 1, 2) == {"a": [2], "b": ["y"]}


def test_numbers_are_as_narrow_as_they_can_be(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(
        'i,f,big,t,"q,""d"\n1,1,99999999999999999999,a,"x\ny"\n-2,.5,1,1,z\n'
    )
    assert columns_of(path) == {
        "i": [1, -2],
        "f": [1.0, 0.5],
        "big": [1e20, 1.0],
        "t": ["a", "1"],
        'q,"d': ["x\ny", "z"],
    }
    assert row_count(path) == 2


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("r.csv", "a,b\n1,2\n3\n", "row 1 has 1 values for 2 columns"),
        ("r.csv", "a\n1,2\n", "row 0 has 2 values for 1 columns"),
        ("r.jsonl", '{"a": 1}\n{"b": 1}\n', "row 1 has b instead of a"),
        ("r.jsonl", '{"a": 1}\n{"a": 1, "b": 2}\n', "row 1 has a, b instead of a"),
        ("r.jsonl", "3\n", "row 0 has 3 instead of"),
        ("r.txt", "", "ends in .npz"),
    ],
)
def test_rows_of_other_columns_are_refused(
    name: str, text: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ValueError, match=told):
        read_rows(path, 0, 10)


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_an_empty_file_has_no_rows(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"empty.{suffix}"
    path.touch()
    assert (row_count(path), columns_of(path)) == (0, {})


def test_columns_have_any_name_and_texts_any_letter(tmp_path: Path) -> None:
    path = tmp_path / "rows.npz"
    texts = np.array(["é", b"\xff"], object)
    write_columns(path, {"file": [1, 2], "allow_pickle": texts})
    assert columns_of(path) == {
        "file": [1, 2],
        "allow_pickle": ["é".encode(), b"\xff"],
    }
    assert row_count(path) == 2


def test_columns_of_other_lengths_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.npz"
    with pytest.raises(ValueError, match="different numbers of rows"):
        write_columns(path, {"a": [1, 2], "b": [1]})
    with pytest.raises(ValueError, match="without rows"):
        write_columns(path, {"a": 1})
    assert not path.exists()
    np.save(tmp_path / "one.npy", np.float32(1))
    with pytest.raises(ValueError, match="without rows"):
        row_count(tmp_path / "one.npy")
