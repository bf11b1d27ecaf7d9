"""`autograph model`, and SavedModels as targets of the other verbs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from autograph_tools.main import main


class Scaled(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")
        self.parts = [tf.Variable(1.0, trainable=False)]
        self.same = self.parts

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def __call__(self, x: Any) -> Any:
        return {"y": tf.matmul(x, self.w) + self.parts[0]}

    @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
    def read(self, path: Any) -> Any:
        return tf.io.read_file(path)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("models") / "scaled")
    made = Scaled()
    tf.saved_model.save(made, folder, signatures=made.__call__)
    return folder


def said(capsys: Any, *arguments: str, status: int = 0) -> str:
    assert main(list(arguments)) == status, capsys.readouterr().err
    found = capsys.readouterr()
    return str(found.out if status in (0, 1) else found.err)


def test_objects_and_signatures(model: str, capsys: Any) -> None:
    text = said(capsys, "model", model)
    assert "20 bytes" in text
    lines = [line.split() for line in text.splitlines()]
    assert ["w", "variable", "float32", "(2,", "2)", "16"] in lines
    assert "variable, not trained" in text
    assert ["same", "=", "parts"] in lines
    assert "serving_default  x: float32(None, 2)  y: float32(None, 2)" in text
    data = json.loads(said(capsys, "model", model, "--all", "--json"))
    assert data["tags"] == ["serve"]
    assert {"op": "MatMul", "nodes": 1} in data["ops"]
    assert {each["function"].split("_")[3] for each in data["functions"]} >= {"read"}


def test_scan_lists_what_needs_permission(model: str, capsys: Any) -> None:
    (row,) = json.loads(said(capsys, "model", model, "--scan", "--json"))
    assert row["op"] == "ReadFile"
    assert row["needs --allow"] == "files"
    assert json.loads(said(capsys, "graph", model, "--scan", "--json")) == [row]


def test_a_signature_is_run(model: str, capsys: Any) -> None:
    for verb in (["model", model, "run"], ["run", model]):
        assert "[[5. 7.]]" in said(capsys, *verb, "--arg", "x=[[1.0, 1.0]]")
    text = said(capsys, "run", model, "--signature", "nope", status=2)
    assert "it has: serving_default, __call__, read" in text


def test_whole_numbers_are_taken_in_the_dtype_of_the_input(
    model: str, capsys: Any
) -> None:
    found = said(capsys, "run", model, "--arg", "x=f32=[[1, 2]]")
    assert said(capsys, "run", model, "--arg", "x=[[1, 2]]") == found
    assert said(capsys, "run", model, "--arg", "[[1, 2]]") == found
    for value in ("[[1, 16777217]]", "f64=[[1, 2]]"):
        text = said(capsys, "run", model, "--arg", f"x={value}", status=2)
        assert "input 'x'" in text
        assert "write x=f32=..." in text


def test_files_need_permission(model: str, capsys: Any, tmp_path: Path) -> None:
    path = tmp_path / "note"
    path.write_text("abc")
    command = ["run", model, "--signature", "read", "--arg", f'path="{path}"']
    assert "allow={'files'}" in said(capsys, *command, status=4)
    assert "abc" in said(capsys, *command, "--allow", "files")


def test_diff_says_which_values_differ(model: str, capsys: Any, tmp_path: Path) -> None:
    other, trained = str(tmp_path / "trained"), Scaled()
    trained.w.assign_add(tf.ones_like(trained.w))
    tf.saved_model.save(trained, other, signatures=trained.__call__)
    found = said(capsys, "diff", model, other, status=1)
    assert found == "the same computation, with other values in w\n"
    data = json.loads(said(capsys, "diff", model, other, "--json", status=1))
    assert data["values"] == ["w"]
    assert not data["changed"]


def test_other_verbs_take_a_signature(model: str, capsys: Any, tmp_path: Path) -> None:
    assert "MatMul" in said(capsys, "graph", model)
    assert "ReadFile" in said(capsys, "graph", model, "--signature", "read")
    assert "nodes" in said(capsys, "stats", model)
    assert "identical" in said(capsys, "optimize", model, "--verify")
    assert "the same computation" in said(capsys, "diff", model, model)
    frozen = str(tmp_path / "f.pb")
    said(capsys, "freeze", model, "-o", frozen)
    other = str(tmp_path / "g.pb")
    said(capsys, "model", model, "freeze", "-o", other)
    for each in (frozen, other):
        assert "[[5. 7.]]" in said(capsys, "run", each, "--arg", "x=[[1.0, 1.0]]")
    assert "Const" in said(capsys, "diff", model, frozen, status=1)


def test_what_is_no_model(capsys: Any, tmp_path: Path) -> None:
    assert "there is no SavedModel" in said(capsys, "model", str(tmp_path), status=2)
    (tmp_path / "saved_model.pb").write_bytes(b"\xff")
    assert "saved_model.pb" in said(capsys, "model", str(tmp_path), status=2)
    text = said(capsys, "graph", "m.py:f", "--signature", "x", status=2)
    assert "--signature goes with a SavedModel" in text


def test_composite_results_are_named_by_kind(tmp_path: Path, capsys: Any) -> None:
    parts = tf.Module()
    parts.sparse = tf.function(
        lambda x: (tf.sparse.from_dense([x]), x * tf.ragged.constant([[1.0]])),
        input_signature=[tf.TensorSpec([])],
    )
    folder = str(tmp_path / "parts")
    tf.saved_model.save(parts, folder)
    text = said(capsys, "model", folder)
    assert "output_0: sparse float32(" in text
    assert "output_1: ragged float32(1, None)" in text
