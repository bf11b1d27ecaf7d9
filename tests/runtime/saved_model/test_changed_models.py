"""A loaded model is written with another graph for one function."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphir
import runtime as tf
from graphir.errors import InvalidGraphError
from runtime.saved_model.frozen_graphs import save_with_graph
from tests.tensorflow_process import TensorFlowProcess


class Counted(tf.Module):
    """Counts its calls."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = tf.Variable(0)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def double(self, x: Any) -> Any:
        self.calls.assign_add(1)
        return x * 2.0 * 1.0 + 0.0


def loaded(tmp_path: Path) -> tuple[Any, Any]:
    tf.saved_model.save(Counted(), str(tmp_path / "before"))
    model = tf.saved_model.load(str(tmp_path / "before"))
    return model, model.signatures["serving_default"]


def write(tmp_path: Path) -> str:
    model, function = loaded(tmp_path)
    graph = function.graph.ir.copy()
    graphir.optimize_graph(graph)
    save_with_graph(model, function, graph, tmp_path / "after")
    return str(tmp_path / "after")


def test_effects_and_variables_stay(tmp_path: Path) -> None:
    model = tf.saved_model.load(write(tmp_path))
    called = model.signatures["serving_default"]
    assert called(x=tf.constant([1.5]))["output_0"].numpy().tolist() == [3.0]
    assert model.double(tf.constant([2.5])).numpy().tolist() == [5.0]
    assert model.calls.numpy() == 2
    [body] = called.graph.ir.functions.values()
    assert sum(node.op in {"Mul", "AddV2"} for node in body.body) < 3


def test_a_graph_with_other_ends_is_refused(tmp_path: Path) -> None:
    model, function = loaded(tmp_path)
    build = graphir.GraphBuilder("other")
    build.output(build.input("x", "float32", [None]))
    with pytest.raises(InvalidGraphError, match="has the inputs"):
        save_with_graph(model, function, build.graph, tmp_path / "after")
    assert not (tmp_path / "after").exists()


CALLED = """
model = tf.saved_model.load(path)
first = model.signatures["serving_default"](x=tf.constant([1.5]))["output_0"]
second = model.double(tf.constant([2.5]))
result = [first.numpy().tolist(), second.numpy().tolist(), int(model.calls.numpy())]
"""


@pytest.mark.slow
def test_tensorflow_loads_it(
    tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    found = tensorflow_python.run(CALLED, path=write(tmp_path))
    assert found == [[3.0], [5.0], 2]
