"""`autograph convert`: a graph in another format of files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograph_tools.main import main
from autograph_tools.output.format_table import FORMATS
from graphir.files import load_graph_def
from tests.tools.verbs.nets import SOURCE, UNKNOWN


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "nets.py").write_text(SOURCE)
    (tmp_path / "unknown.pbtxt").write_text(UNKNOWN)
    monkeypatch.chdir(tmp_path)
    return "nets.py:dense"


def traced(target: str, *words: str) -> int:
    return main(["graph", target, "--arg", "f32[?,2]", *words])


@pytest.mark.parametrize("order", [("pb", "pbtxt"), ("pbtxt", "json"), ("json", "pb")])
def test_convert_writes_what_it_read(
    target: str, order: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = (f"g.{suffix}" for suffix in order)
    assert traced(target, "-o", first) == 0
    assert main(["convert", first, "-o", second, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["file"] == second
    assert load_graph_def(first) == load_graph_def(second)


def test_a_function_becomes_a_saved_model(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["convert", target, "--arg", "f32[?,2]", "-o", "saved/"]
    assert main(words) == 0
    assert (tmp_path / "saved" / "saved_model.pb").is_file()
    capsys.readouterr()
    assert main(["run", "saved", "--arg", "[[1.0, 1.0], [0.0, 9.0]]"]) == 0
    assert "[[14. 26.]\n [37. 56.]]" in capsys.readouterr().out
    assert main(["explain", "saved", "--node", "layer/add"]) == 0
    assert "nets.py:9 in dense" in capsys.readouterr().out


@pytest.mark.parametrize("middle", ["g.pb", "g.onnx"])
def test_a_graph_file_becomes_a_saved_model(
    target: str, middle: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if middle.endswith("onnx"):
        pytest.importorskip("onnx", reason="the extra onnx is not installed")
    assert main(["convert", target, "--arg", "f32[?,2]", "-o", middle]) == 0
    assert main(["convert", middle, "-o", "saved/"]) == 0
    capsys.readouterr()
    assert main(["run", "saved", "--arg", "[[1.0, 1.0]]"]) == 0
    assert "[[14. 26.]]" in capsys.readouterr().out


def test_variables_of_a_graph_file_are_frozen_first(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("v.pbtxt").write_text(VARIABLE)
    assert main(["convert", "v.pbtxt", "-o", "saved/"]) == 2
    assert "The variable" in capsys.readouterr().err
    assert not Path("saved").exists()


def test_a_name_without_a_format_is_told_of_folders(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", target, "--arg", "f32[?,2]", "-o", "saved"]) == 2
    assert "NAME/ is the folder of a SavedModel" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["convert", "graph"])
def test_help_has_the_table_of_formats(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verb, "--help"]) == 0
    assert FORMATS in capsys.readouterr().out


VARIABLE = """
node { name: "v" op: "VarHandleOp"
       attr { key: "dtype" value { type: DT_FLOAT } }
       attr { key: "shape" value { shape { dim { size: 2 } } } } }
node { name: "r" op: "ReadVariableOp" input: "v"
       attr { key: "dtype" value { type: DT_FLOAT } } }
"""
