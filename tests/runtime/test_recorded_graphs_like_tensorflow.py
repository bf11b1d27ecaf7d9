"""Graphs of functions with effects and variables are TensorFlow's, edge by edge.

The files in cases/…_graphs were written from TensorFlow 2.21's own graphs.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

import runtime as tf
from runtime.tracing.graph_trace import next_number
from tests.runtime import graph_text, traced_effects, traced_variables
from tests.tensorflow_process import TensorFlowProcess

CASES = Path(__file__).parent / "cases"
FOLDERS = {traced_effects: "effect_graphs", traced_variables: "variable_graphs"}
FUNCTIONS = [
    pytest.param(family, name, id=f"{FOLDERS[family]}-{name}")
    for family in FOLDERS
    for name in family.CASES
]

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


@pytest.mark.parametrize(("family", "name"), FUNCTIONS)
def test_recorded_graph_is_tensorflows(family: ModuleType, name: str) -> None:
    traced = tf.function(getattr(family, name))
    concrete = traced.get_concrete_function(tf.constant([1.0, 2.0]))
    text = graph_text.text_of_graph(concrete.graph.as_graph_def())
    assert text == (CASES / FOLDERS[family] / f"{name}.txt").read_text()


@pytest.mark.parametrize(("family", "name"), FUNCTIONS)
def test_file_is_what_live_tensorflow_records(
    family: ModuleType,
    name: str,
    tensorflow_python: TensorFlowProcess,
    update_goldens: bool,
) -> None:
    assert family.__file__ is not None
    text = tensorflow_python.run(
        LIVE,
        name=name,
        source=Path(family.__file__).read_text(),
        describe=Path(graph_text.__file__).read_text(),
    )
    path = CASES / FOLDERS[family] / f"{name}.txt"
    if update_goldens:
        path.write_text(text)
    assert text == path.read_text()


@pytest.mark.parametrize("family", FOLDERS)
def test_every_graph_file_has_a_function(family: ModuleType) -> None:
    files = {path.stem for path in (CASES / FOLDERS[family]).glob("*.txt")}
    assert files == set(family.CASES)
