"""`autograph optimize -o NAME/`: the folder of a SavedModel as the output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from autograph_tools.main import main
from tests.tools.verbs.nets import SOURCE

DATA = """
import runtime as tf

data = tf.data.Dataset.range(3).map(lambda x: x + 1)
"""
GIVEN = [[1.0, 1.0], [0.0, 9.0]]


class Net(tf.Module):
    """A variable, a table and two functions."""

    def __init__(self) -> None:
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
        rows = tf.lookup.KeyValueTensorInitializer(["a"], [1])
        self.table = tf.lookup.StaticHashTable(rows, -1)

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def __call__(self, x: Any) -> Any:
        self.w.assign_add(tf.ones([2, 2]) * 0.0)
        return {"y": x @ self.w + (tf.constant(2.0) * tf.constant(3.0))}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look(self, key: Any) -> Any:
        return self.table.lookup(key)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "nets.py").write_text(SOURCE)
    (tmp_path / "data.py").write_text(DATA)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def save_net() -> Net:
    net = Net()
    signatures = {"serving_default": net.__call__, "look": net.look}
    tf.saved_model.save(net, "net", signatures)
    return net


def test_a_model_keeps_all_but_the_graph(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    net = save_net()
    expected = net(tf.constant(GIVEN))["y"].numpy().tolist()
    assert main(["optimize", "net", "-o", "smaller/"]) == 0
    assert "constant_folding" in capsys.readouterr().out
    loaded = tf.saved_model.load("smaller")
    called = loaded.signatures["serving_default"]
    assert called(x=tf.constant(GIVEN))["y"].numpy().tolist() == expected
    [body] = called.graph.ir.functions.values()
    assert not [node for node in body.body if node.op == "Mul"]
    # the variable still is one, also for the function that was not changed
    loaded.w.assign(loaded.w * 0.0)
    for function in (called, lambda x: loaded(x)):
        assert function(x=tf.constant([[1.0, 1.0]]))["y"].numpy().tolist() == [[6, 6]]
    found = loaded.signatures["look"](tf.constant(["a", "b"]))["output_0"]
    assert found.numpy().tolist() == [1, -1]


def test_another_function_of_the_model(place: Path) -> None:
    save_net()
    assert main(["optimize", "net", "--signature", "__call__", "-o", "new/"]) == 0
    loaded = tf.saved_model.load("new")
    [traced] = loaded.__call__.concrete_functions
    assert not [node for node in traced.graph.ir if node.op == "Mul"]
    assert loaded(tf.constant([[0.0, 0.0]]))["y"].numpy().tolist() == [[6, 6]]


def test_a_function_becomes_a_model_with_constants(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["optimize", "nets.py:dense", "--arg", "f32[?,2]", "-o", "saved/", "-q"]
    assert main(words) == 0
    assert capsys.readouterr().out == ""
    assert main(["run", "saved", "--arg", str(GIVEN)]) == 0
    assert "[[14. 26.]\n [37. 56.]]" in capsys.readouterr().out
    assert main(["explain", "saved", "--node", "layer/Relu"]) == 0
    assert "nets.py:9 in dense" in capsys.readouterr().out


def test_a_graph_file_becomes_a_model(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["nets.py:dense", "--arg", "f32[?,2]"]
    assert main(["convert", *words, "-o", "g.pb"]) == 0
    assert main(["optimize", "g.pb", "-o", "saved/"]) == 0
    capsys.readouterr()
    assert main(["run", "saved", "--arg", str(GIVEN)]) == 0
    assert "[[14. 26.]\n [37. 56.]]" in capsys.readouterr().out


def test_what_is_no_model(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["optimize", "data.py:data", "-o", "saved/"]) == 2
    assert "data.py:data is a dataset: a SavedModel holds" in capsys.readouterr().err
    assert not (place / "saved").exists()
