"""Traces are recorded node for node as TensorFlow records them.

The files in cases/graphs were written from TensorFlow 2.21's own graphs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf
from tests.runtime import graph_text, traced_functions
from tests.tensorflow_process import TensorFlowProcess

GRAPHS = Path(__file__).parent / "cases" / "graphs"

LIVE = """
functions = dict(tf=tf, __name__="functions")
lines = source.replace("import runtime as tf", "").splitlines(True)
linecache.cache["functions"] = (len(source), None, lines, "functions")
exec(compile("".join(lines), "functions", "exec"), functions)
text = {}
exec(describe, text)
concrete = tf.function(functions[name]).get_concrete_function(
    *functions["arguments"](functions["CASES"][name])
)
result = text["text_of_graph"](concrete.graph.as_graph_def())
"""


def graph_of(name: str) -> str:
    function = getattr(traced_functions, name)
    given = traced_functions.arguments(traced_functions.CASES[name])
    concrete = tf.function(function).get_concrete_function(*given)
    return graph_text.text_of_graph(concrete.graph.as_graph_def())


@pytest.mark.parametrize("name", sorted(traced_functions.CASES))
def test_recorded_graph_is_tensorflows(name: str) -> None:
    assert graph_of(name) == (GRAPHS / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", sorted(traced_functions.CASES))
def test_file_is_what_live_tensorflow_records(
    name: str, tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    text = tensorflow_python.run(
        "import linecache" + LIVE,
        name=name,
        source=Path(traced_functions.__file__).read_text(),
        describe=Path(graph_text.__file__).read_text(),
    )
    path = GRAPHS / f"{name}.txt"
    if update_goldens:
        path.write_text(text)
    assert text == path.read_text()


def test_every_graph_file_has_a_function() -> None:
    stems = {path.stem for path in GRAPHS.glob("*.txt")}
    assert stems == set(traced_functions.CASES)
