"""Files of rows and their parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runtime.distribute.bulk.jobs import compute_part
from runtime.distribute.bulk.plans import planned
from runtime.distribute.bulk.tables import read_rows, row_count, write_columns

ROWS = {"a": np.arange(7), "b": np.arange(7) / 2}


def written(folder: Path, kind: str) -> Path:
    path = folder / f"rows.{kind}"
    lines = zip(*(each.tolist() for each in ROWS.values()))
    if kind == "csv":
        path.write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in lines))
    elif kind == "jsonl":
        path.write_text("".join(f'{{"a": {a}, "b": {b}}}\n\n' for a, b in lines))
    else:
        if kind == "parquet":
            pytest.importorskip("pyarrow")
        write_columns(path, ROWS)
    return path


@pytest.mark.parametrize("kind", ["npz", "csv", "jsonl", "parquet"])
@pytest.mark.parametrize(("first", "last"), [(0, 7), (2, 5), (6, 7)])
def test_rows_of_every_kind_of_file(
    tmp_path: Path, kind: str, first: int, last: int
) -> None:
    path = written(tmp_path, kind)
    assert row_count(path) == 7
    found = read_rows(path, first, last)
    for name, column in ROWS.items():
        assert np.array_equal(found[name], column[first:last])
        assert found[name].dtype == column.dtype


def test_rows_of_an_array_file(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.arange(6).reshape(3, 2))
    assert row_count(tmp_path / "x.npy") == 3
    assert read_rows(tmp_path / "x.npy", 1, 2)["x"].tolist() == [[2, 3]]


def test_parquet_keeps_texts_and_rows_of_arrays(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    columns = {
        "text": np.array(["a", "b", "c"], object),
        "cube": np.arange(12.0).reshape(3, 2, 2),
    }
    path = tmp_path / "x.parquet"
    write_columns(path, columns)
    assert read_rows(path, 0, 3)["text"].tolist() == ["a", "b", "c"]
    assert np.array_equal(read_rows(path, 1, 3)["cube"], columns["cube"][1:])
    groups = tmp_path / "groups.parquet"
    arrow.write_table(arrow.read_table(path), groups, row_group_size=1)
    assert np.array_equal(read_rows(groups, 1, 2)["cube"], columns["cube"][1:2])


def test_what_is_no_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="ends in"):
        row_count(tmp_path / "x.txt")
    with pytest.raises(ValueError, match="different numbers of rows"):
        write_columns(tmp_path / "x.npz", {"a": [1], "b": [1, 2]})
    assert not list(tmp_path.iterdir())


def parts_of(folder: Path, rows: int = 3, job: Any = "job") -> Any:
    pattern = str(folder / "*.npz")
    return planned([pattern], str(folder / "out"), rows, "npz", {"job": job})


def test_parts_are_rows_of_files_in_order(tmp_path: Path) -> None:
    for name in "ba":
        write_columns(tmp_path / f"{name}.npz", ROWS)
    plan = parts_of(tmp_path)
    assert plan.rows == 14
    assert [(Path(x.source).name, x.first, x.last) for x in plan.parts] == [
        ("a.npz", 0, 3), ("a.npz", 3, 6), ("a.npz", 6, 7),
        ("b.npz", 0, 3), ("b.npz", 3, 6), ("b.npz", 6, 7),
    ]  # fmt: skip
    assert len({each.result for each in plan.parts}) == 6


def test_a_plan_that_was_killed_while_it_was_written_is_made_anew(
    tmp_path: Path,
) -> None:
    write_columns(tmp_path / "a.npz", ROWS)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / ".plan.json.0123456789ab").write_text("{")
    assert len(parts_of(tmp_path).parts) == 3


def test_what_has_a_result_does_not_wait(tmp_path: Path) -> None:
    write_columns(tmp_path / "a.npz", ROWS)
    first, second, third = parts_of(tmp_path).parts
    compute_part(lambda batch: {"c": batch["a"] + 1}, second, 2)
    assert parts_of(tmp_path).waiting() == [first, third]
    assert np.load(second.result)["c"].tolist() == [4, 5, 6]


def test_results_of_another_job_are_not_mixed_in(tmp_path: Path) -> None:
    write_columns(tmp_path / "a.npz", ROWS)
    parts_of(tmp_path)
    with pytest.raises(ValueError, match="results of another job"):
        parts_of(tmp_path, job="other")
    with pytest.raises(ValueError, match="results of another job"):
        parts_of(tmp_path, rows=2)
    (tmp_path / "out" / "plan.json").unlink()
    (tmp_path / "out" / "mine").touch()
    with pytest.raises(ValueError, match="is not empty"):
        parts_of(tmp_path)
    with pytest.raises(FileNotFoundError, match="no file is named"):
        planned([str(tmp_path / "none*")], str(tmp_path / "x"), 1, "npz", {})


def test_a_model_gives_as_many_rows_as_it_takes(tmp_path: Path) -> None:
    write_columns(tmp_path / "a.npz", ROWS)
    part = parts_of(tmp_path).parts[0]
    with pytest.raises(ValueError, match=r"'c' of shape \(\) for a batch of 3 rows"):
        compute_part(lambda batch: {"c": batch["a"].sum()}, part, 10)
    assert not Path(part.result).exists()
