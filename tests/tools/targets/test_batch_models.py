"""Functions over columns: which columns they need, and names of their results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autograph_tools.failures import Failure
from autograph_tools.targets.batch_models import batch_model

SOURCE = """\
def scaled(x, factor=2.0, *more, offset=0.0, **named):
    return x * factor + offset


def several(x):
    return {"twice": x + x, "x": x}


def listed(x):
    return [x, x * 2.0]
"""
X = np.array([1.0, 2.0], np.float32)
Made = Callable[..., Any]


@pytest.fixture
def model(tmp_path: Path) -> Made:
    path = tmp_path / "models_of_rows.py"
    path.write_text(SOURCE)
    return lambda name, keep=(): batch_model(f"{path}:{name}", None, (), keep)


def test_arguments_with_a_default_need_no_column(model: Made) -> None:
    scaled = model("scaled")
    assert scaled({"x": X})["output"].tolist() == [2.0, 4.0]
    columns = {"x": X, "factor": X, "offset": X, "other": X}
    assert scaled(columns)["output"].tolist() == [2.0, 6.0]


def test_a_missing_column_is_named(model: Made) -> None:
    with pytest.raises(Failure, match="no column 'x'; there are: y"):
        model("scaled")({"y": X})
    with pytest.raises(Failure, match="no column 'id'"):
        model("scaled", ("id",))({"x": X})


def test_results_have_their_names(model: Made) -> None:
    assert list(model("several")({"x": X})) == ["twice", "x"]
    assert list(model("listed")({"x": X})) == ["output_0", "output_1"]
    found = model("listed", ("id",))({"x": X, "id": np.array([7, 8])})
    assert found["id"].tolist() == [7, 8]


def test_no_rows_are_rows(model: Made) -> None:
    assert model("scaled")({"x": X[:0]})["output"].shape == (0,)
