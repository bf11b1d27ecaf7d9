"""What notebooks show: drawings and tables, with every name escaped."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import graphir
import runtime as tf
from graphir.passes.optimizer import optimize_graph

HOSTILE = "<script>alert(1)</script>"


def doubled(x):
    return x + x


@pytest.fixture(scope="module")
def function() -> Any:
    made = tf.function(doubled)
    made(tf.constant([1.0, 2.0]))
    return made


def test_a_function_shows_its_traces_and_the_last_graph(function):
    shown = function._repr_html_()
    assert "1 trace" in shown
    assert "the first call" in shown
    assert "<svg" in shown
    assert "AddV2" in shown


def test_a_concrete_function_shows_what_was_traced_and_what_runs(function):
    concrete = function.get_concrete_function(tf.constant([1.0, 2.0]))
    shown = concrete._repr_html_()
    assert shown.count("<svg") == 2
    assert "as it runs" in shown
    assert "<svg" in concrete.graph._repr_html_()


def test_reports_statistics_and_differences_are_tables(function):
    graph = function.get_concrete_function(tf.constant([1.0, 2.0])).graph.ir.copy()
    before = graph.copy()
    report = optimize_graph(graph)
    assert "<td" in report._repr_html_()
    assert "AddV2" in graphir.stats(before)._repr_html_()
    assert "the same computation" in graphir.diff(before, before)._repr_html_()
    other = graphir.parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Neg(%x) }")
    assert "Neg" in graphir.diff(before, other)._repr_html_()


def test_a_dataset_shows_its_stages_and_reads_nothing():
    read = []
    dataset = tf.data.Dataset.from_tensor_slices([1, 2, 3]).map(
        lambda x: tf.py_function(lambda y: read.append(y) or y, [x], tf.int32)
    )
    shown = dataset.batch(2)._repr_html_()
    assert "BatchDataset" in shown
    assert read == []


def test_a_dataset_inside_a_graph_shows_its_text():
    shown = []

    @tf.function
    def inside():
        dataset = tf.data.Dataset.range(3)
        shown.append(dataset._repr_html_())
        return dataset.cardinality()

    inside()
    assert "element_spec" in shown[0]
    assert "<svg" not in shown[0]


def test_a_module_lists_its_variables():
    class Dense(tf.Module):
        def __init__(self):
            super().__init__(name="dense")
            self.w = tf.Variable([1.0, 2.0], name=HOSTILE)

    shown = Dense()._repr_html_()
    assert "(2,)" in shown
    assert "float32" in shown
    assert HOSTILE not in shown
    assert "&lt;script&gt;" in shown


def test_variables_have_the_paths_of_their_attributes():
    class Unnamed(tf.Module):
        def __init__(self):
            self.layers = [tf.Variable(1.0), {"bias": tf.Variable(2.0)}]

    shown = Unnamed()._repr_html_()
    assert "layers.0" in shown
    assert "layers.1.bias" in shown
    assert "2 variables" in shown


def test_names_of_functions_and_nodes_are_escaped():
    def named(x):
        return x

    named.__name__ = HOSTILE
    made = tf.function(named, autograph=False)
    made(tf.constant(1))
    assert "<script" not in made._repr_html_()


@pytest.mark.slow
def test_an_executed_notebook_shows_them(tmp_path: Path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    assert shutil.which(sys.executable) is not None
    source = tmp_path / "model.py"
    source.write_text("def doubled(x):\n    return x + x\n")
    cells = [
        "import runtime as tf, graphir, model\n"
        "f = tf.function(model.doubled)\nf(tf.constant([1.0]))\nf",
        "c = f.get_concrete_function(tf.constant([1.0]))\nc",
        "c.graph",
        "c.graph.ir",
        "graphir.stats(c.graph.ir)",
        "graphir.diff(c.graph.ir, c.optimized_graph.ir)",
        "graphir.optimize_graph(c.graph.ir.copy())",
        "tf.data.Dataset.range(3).batch(2)",
        "tf.Module()",
    ]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(each) for each in cells]
    )
    client = nbclient.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    for cell in notebook.cells:
        (output,) = [each for each in cell.outputs if "data" in each]
        assert "text/plain" in output.data
        assert 'class="graphir"' in output.data["text/html"], cell.source


@pytest.mark.slow
def test_an_error_in_a_notebook_has_the_users_lines_alone(tmp_path: Path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    cells = ["import runtime as tf\na = tf.ones([2, 3])", "a + tf.ones([4, 5])"]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(each) for each in cells]
    )
    client = nbclient.NotebookClient(notebook, timeout=300, allow_errors=True)
    client.execute(cwd=str(tmp_path))
    (told,) = [each for each in notebook.cells[1].outputs if "traceback" in each]
    text = "\n".join(told.traceback)
    assert told.ename == "InvalidArgumentError"
    assert "tensor_operators.py" not in text
    assert "broadcast together" not in text
