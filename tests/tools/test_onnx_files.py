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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("graph a.onnx", "a.onnx:"),
        ("graph a.onnx --format svg", "<svg"),
        ("stats a.onnx", "StatelessIf"),
        ("explain a.onnx --node cond/StatelessIf", "a.onnx:"),
        ("optimize a.onnx", "StatelessIf"),
        ("diff a.onnx a.onnx", "the same computation"),
        ("run a.onnx --arg x=i32=5 --jit", "5"),
        ("edit a.onnx --open-batch -o b.onnx", "b.onnx:"),
        ("freeze a.onnx -o b.pb", "b.pb:"),
        ("convert a.onnx -o b/", "b/:"),
    ],
)
def test_every_verb_takes_a_model(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    said: str,
) -> None:
    path = tmp_path / "a.onnx"
    assert main(["convert", RELU, "--arg", "i32[]", "-o", str(path)]) == 0
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    assert main(words.split()) == 0
    assert said in capsys.readouterr().out
