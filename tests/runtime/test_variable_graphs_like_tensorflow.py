"""Graphs that read and change variables are TensorFlow's, control edges included.

The files in cases/variable_graphs were written from TensorFlow 2.21's own graphs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf
from tests.runtime import graph_text, traced_variables
from tests.tensorflow_process import TensorFlowProcess

GRAPHS = Path(__file__).parent / "cases" / "variable_graphs"

LIVE = """
import linecache
functions = dict(tf=tf, __name__="functions")
lines = source.replace("import runtime as tf", "").splitlines(True)
linecache.cache["functions"] = (len(source), None, lines, "functions")
exec(compile("".join(lines), "functions", "exec"), functions)
text = {}
exec(describe, text)
concrete = tf.function(functions[name]).get_concrete_function(tf.constant([1., 2.]))
result = text["text_of_graph"](concrete.graph.as_graph_def())
"""


@pytest.mark.parametrize("name", traced_variables.CASES)
def test_recorded_graph_is_tensorflows(name: str) -> None:
    traced = tf.function(getattr(traced_variables, name))
    concrete = traced.get_concrete_function(tf.constant([1.0, 2.0]))
    text = graph_text.text_of_graph(concrete.graph.as_graph_def())
    assert text == (GRAPHS / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", traced_variables.CASES)
def test_file_is_what_live_tensorflow_records(
    name: str, tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    text = tensorflow_python.run(
        LIVE,
        name=name,
        source=Path(traced_variables.__file__).read_text(),
        describe=Path(graph_text.__file__).read_text(),
    )
    path = GRAPHS / f"{name}.txt"
    if update_goldens:
        path.write_text(text)
    assert text == path.read_text()


def test_every_graph_file_has_a_function() -> None:
    assert {path.stem for path in GRAPHS.glob("*.txt")} == set(traced_variables.CASES)
