"""`autograph run-many`: a model over files of rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from autograph_tools.main import main
from autograph_tools.targets.batch_models import batch_model


@pytest.fixture
def model(tmp_path: Path) -> str:
    module = tf.Module()
    module.double = tf.function(
        lambda x: {"y": 2 * x}, input_signature=[tf.TensorSpec([None], name="x")]
    )
    folder = str(tmp_path / "saved")
    tf.saved_model.save(module, folder, signatures=module.double)
    return folder


def columns() -> dict[str, Any]:
    return {"x": np.arange(5, dtype=np.float32), "id": np.arange(5)}


def test_every_kind_of_model_computes_columns(model: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("def double(x):\n    return {'y': 2 * x}\n")
    graph = str(tmp_path / "double.pb")
    assert main(["freeze", f"{program}:double", "--arg", "f32[?]", "-o", graph]) == 0
    for target in (model, f"{program}:double", graph):
        predict = batch_model(target, None, (), ["id"])
        found = predict(columns())
        assert found.pop("id").tolist() == [0, 1, 2, 3, 4]
        assert [each.tolist() for each in found.values()] == [[0, 2, 4, 6, 8]]


def test_a_column_that_is_missing_is_named(model: str) -> None:
    from autograph_tools.failures import Failure

    predict = batch_model(model, None, (), ["name"])
    with pytest.raises(Failure, match="no column 'name'; there are: x, id"):
        predict(columns())


@pytest.mark.slow
def test_a_folder_of_results_is_filled_and_gone_on_with(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(2):
        np.savez(tmp_path / f"rows{number}.npz", **columns())
    output = tmp_path / "out"
    command = ["run-many", model, "--input", str(tmp_path / "rows*.npz")]
    command += [
        "--output",
        str(output),
        "--keep",
        "id",
        "--rows",
        "3",
        "--workers",
        "2",
    ]
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rows"], told["parts"], told["computed now"]) == (10, 4, 10)
    (output / "part-000002.npz").unlink()
    assert main(command) == 0
    assert "10 rows in 4 files, 3 rows computed now" in capsys.readouterr().out
    files = [np.load(each) for each in sorted(output.glob("*.npz"))]
    assert np.concatenate([each["y"] for each in files]).tolist() == [0, 2, 4, 6, 8] * 2
    assert (
        np.concatenate([each["id"] for each in files]).tolist() == [0, 1, 2, 3, 4] * 2
    )


def test_what_is_refused(model: str, tmp_path: Path, capsys: Any) -> None:
    assert main(["run-many", model, "--input", "none.npz"]) == 2
    assert "--output" in capsys.readouterr().err
    output = str(tmp_path / "out")
    assert main(["run-many", model, "--input", "none.npz", "--output", output]) == 2
    assert "no file is named none.npz" in capsys.readouterr().err
