"""The table in `docs/saving.md` is what its cells are, and they are all good."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.keras import saving_matrix as keras_matrix
from tests.runtime.checkpoints.saved_kinds import KINDS
from tests.runtime.checkpoints.saving_matrix import (
    BEGIN,
    END,
    NEEDS_TENSORFLOW,
    NOT_SAVED,
    PAGE,
    cells,
    place_of,
    recorded,
    table,
    whole,
)
from tests.tensorflow_process import TensorFlowProcess


def test_the_page_has_the_table_of_the_cells() -> None:
    assert [*recorded()] == [*KINDS]
    on_page = PAGE.read_text().partition(BEGIN)[2].partition(END)[0]
    assert on_page == table(recorded())


def test_the_page_has_the_recorded_table_of_keras() -> None:
    rows = json.loads(keras_matrix.OUTCOMES.read_text())
    after = PAGE.read_text().partition(keras_matrix.BEGIN)[2]
    assert after.partition(keras_matrix.END)[0] == keras_matrix.table(rows)
    cells = [each for row in rows.values() for each in row]
    assert all(each.startswith("yes") for each in cells)


@pytest.mark.parametrize("kind", KINDS)
def test_cells_that_need_no_tensorflow(kind: str) -> None:
    known = recorded()[kind]
    found = cells(kind, place_of(kind), known["answer"], None)
    expected = [
        None if place in NEEDS_TENSORFLOW and cell != NOT_SAVED else cell
        for place, cell in enumerate(known["cells"])
    ]
    assert found == expected


@pytest.mark.slow
def test_every_cell_with_live_tensorflow(
    tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    assert whole(tensorflow_python, tmp_path) == recorded()
