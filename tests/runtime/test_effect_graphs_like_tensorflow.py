"""Graphs of functions with effects are TensorFlow's, control edges included.

The files in cases/effect_graphs were written from TensorFlow 2.21's own graphs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf
from runtime.tracing import next_number
from tests.runtime import graph_text, traced_effects
from tests.tensorflow_process import TensorFlowProcess

GRAPHS = Path(__file__).parent / "cases" / "effect_graphs"

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


@pytest.fixture(scope="module", autouse=True)
def numbers_of_several_digits() -> None:
    """Numbers in names must not be taken for others in the text."""
    while next_number() < 1000:
        pass


@pytest.mark.parametrize("name", traced_effects.CASES)
def test_recorded_graph_is_tensorflows(name: str) -> None:
    traced = tf.function(getattr(traced_effects, name))
    concrete = traced.get_concrete_function(tf.constant([1.0, 2.0]))
    text = graph_text.text_of_graph(concrete.graph.as_graph_def())
    assert text == (GRAPHS / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", traced_effects.CASES)
def test_file_is_what_live_tensorflow_records(
    name: str, tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    text = tensorflow_python.run(
        LIVE,
        name=name,
        source=Path(traced_effects.__file__).read_text(),
        describe=Path(graph_text.__file__).read_text(),
    )
    path = GRAPHS / f"{name}.txt"
    if update_goldens:
        path.write_text(text)
    assert text == path.read_text()


def test_every_graph_file_has_a_function() -> None:
    assert {path.stem for path in GRAPHS.glob("*.txt")} == set(traced_effects.CASES)
