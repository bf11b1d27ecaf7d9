"""Graphs that we change by hand mean to TensorFlow what they should."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from graphir.analysis.verifier import verify
from graphir.editing.freezing import freeze
from graphir.editing.importing import import_graph_def
from graphir.editing.subgraphs import extract_sub_graph
from graphir.graph import Graph
from graphir.wire import messages
from graphir.wire.graphdef import from_graph_def

if TYPE_CHECKING:
    from tests.tensorflow_process import TensorFlowProcess

VARIABLES = """
import base64
w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
rows = tf.Variable([[5.0, 6.0], [7.0, 8.0], [9.0, 10.0]])
@tf.function
def scale(x, by):
    return tf.matmul(x, by)
@tf.function
def f(x, ids):
    count = tf.constant(0)
    while count < 3:
        x = scale(x, w)
        count += 1
    if tf.reduce_sum(x) > 0.0:
        x = x + tf.nn.embedding_lookup(rows, ids)
    else:
        x = x - w
    return x, tf.shape(w)
traced = f.get_concrete_function(
    tf.TensorSpec([2, 2], tf.float32), tf.TensorSpec([2], tf.int32)
)
captured = {}
for outside, inside in traced.graph.captures:
    for variable in (w, rows):
        if variable.handle is outside:
            captured[inside.op.name] = variable.numpy().tolist()
message = base64.b64encode(traced.graph.as_graph_def().SerializeToString()).decode()
x = tf.constant([[1.0, 0.5], [0.25, 2.0]])
answers = [each.numpy().tolist() for each in f(x, tf.constant([0, 2]))]
result = [message, captured, answers]
"""

RUN = """
import base64
message = tf.compat.v1.GraphDef.FromString(base64.b64decode(data))
graph = tf.Graph()
with graph.as_default():
    tf.import_graph_def(message, name="")
    with tf.compat.v1.Session(graph=graph) as session:
        fed = {prefix + "x:0": [[1.0, 0.5], [0.25, 2.0]], prefix + "ids:0": [0, 2]}
        result = [value.tolist() for value in session.run(fetches, fed)]
"""


def run(tensorflow: TensorFlowProcess, message: Any, prefix: str = "") -> Any:
    data = base64.b64encode(message.SerializeToString()).decode()
    fetches = [f"{prefix}Identity:0", f"{prefix}Identity_1:0"]
    return tensorflow.run(RUN, data=data, fetches=fetches, prefix=prefix)


@pytest.fixture(scope="module")
def traced(request: pytest.FixtureRequest) -> Any:
    """Message, values of the variables, answers."""
    tensorflow = request.getfixturevalue("tensorflow_python")
    data, captured, answers = tensorflow.run(VARIABLES)
    message = messages.parse("GraphDef", base64.b64decode(data))
    values = {name: np.float32(value) for name, value in captured.items()}
    return message, values, answers


def test_a_frozen_graph_gives_the_same_answers(
    tensorflow_python: TensorFlowProcess, traced: Any
) -> None:
    """Variables are followed through calls, loops and branches."""
    message, values, answers = traced
    graph = freeze(from_graph_def(message, ["Identity:0", "Identity_1:0"]), values)
    verify(graph)
    assert run(tensorflow_python, graph.as_graph_def()) == answers


def test_an_imported_graph_gives_the_same_answers(
    tensorflow_python: TensorFlowProcess, traced: Any
) -> None:
    message, values, answers = traced
    frozen = freeze(from_graph_def(message, ["Identity:0", "Identity_1:0"]), values)
    into = Graph("whole")
    import_graph_def(into, frozen, name="part")
    verify(into)
    assert run(tensorflow_python, into.as_graph_def(), "part/") == answers


EXTRACT = """
import base64
message = tf.compat.v1.GraphDef.FromString(base64.b64decode(data))
part = tf.compat.v1.graph_util.extract_sub_graph(message, names)
result = base64.b64encode(part.SerializeToString(deterministic=True)).decode()
"""


def test_extract_sub_graph_is_tensorflows(
    tensorflow_python: TensorFlowProcess, traced: Any
) -> None:
    message, _, _ = traced
    data = base64.b64encode(message.SerializeToString()).decode()
    theirs = tensorflow_python.run(EXTRACT, data=data, names=["while", "Shape"])
    expected = messages.parse("GraphDef", base64.b64decode(theirs))
    assert extract_sub_graph(message, ["while", "Shape"]) == expected
