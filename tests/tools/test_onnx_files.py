"""ONNX models wherever the command line takes a graph."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.main import main

pytest.importorskip("onnx", reason="the extra onnx is not installed")

RELU = "examples/relu.py:simple_relu"


def test_a_function_becomes_a_model_which_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "relu.onnx")
    assert main(["convert", RELU, "--arg", "i32[]", "-o", path, "--opset", "17"]) == 0
    capsys.readouterr()
    assert main(["run", path, "--arg", "x=i32=5"]) == 0
    assert "5" in capsys.readouterr().out


def test_a_model_becomes_a_graph_def_and_a_model_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = str(tmp_path / "a.onnx"), str(tmp_path / "b.onnx")
    middle = str(tmp_path / "a.pbtxt")
    assert main(["convert", RELU, "--arg", "i32[]", "-o", first]) == 0
    assert main(["convert", first, "-o", middle]) == 0
    assert main(["convert", middle, "-o", second]) == 0
    assert main(["stats", second]) == 0
    capsys.readouterr()
    assert main(["run", second, "--arg", "x=i32=-4"]) == 0
    assert "0" in capsys.readouterr().out


def test_help_lists_the_formats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "--help"]) == 0
    text = capsys.readouterr().out
    for suffix in (".pb", ".pbtxt", ".json", ".onnx", "SavedModel"):
        assert suffix in text
