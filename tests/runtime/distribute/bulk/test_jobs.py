"""One part of a job: read, computed in batches, written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runtime.distribute.bulk.jobs import compute_part
from runtime.distribute.bulk.plans import Part
from runtime.distribute.bulk.tables import read_rows, write_columns


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "rows.npz"
    write_columns(path, {"x": np.arange(7), "y": np.arange(14).reshape(7, 2)})
    return path


def part(source: Path, first: int, last: int) -> Part:
    return Part(0, str(source), first, last, str(source.with_name("result.npz")))


def test_rows_are_computed_in_batches_and_joined(source: Path) -> None:
    sizes: list[int] = []

    def predict(columns: Any) -> Any:
        sizes.append(len(columns["x"]))
        return {"sum": columns["x"] + columns["y"].sum(1)}

    made = part(source, 1, 6)
    assert compute_part(predict, made, 2) == 5
    assert sizes == [2, 2, 1]
    found = read_rows(Path(made.result), 0, 5)
    assert found["sum"].tolist() == [x + (4 * x + 1) for x in range(1, 6)]


@pytest.mark.parametrize("result", [np.zeros(3), np.float32(1)])
def test_a_model_gives_a_row_for_each(source: Path, result: Any) -> None:
    with pytest.raises(ValueError, match="rows 0 to 4: the model gives 'z' of shape"):
        compute_part(lambda columns: {"z": result}, part(source, 0, 4), 4)
    assert not source.with_name("result.npz").exists()
