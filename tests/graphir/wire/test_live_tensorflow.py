"""What we write, TensorFlow loads and runs; what it writes, we read."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.wire import messages
from graphir.wire.graphdef import from_graph_def, to_graph_def
from graphir.wire.tensors import to_tensor_proto
from graphir.wire.validation import validate_graph_def
from tests.graphir.wire.graph_texts import CALL, LOOP, graph_def

if TYPE_CHECKING:
    from tests.tensorflow_process import TensorFlowProcess

TRACE = """
import base64
@tf.function
def f(x, n):
    {body}
traced = f.get_concrete_function(tf.TensorSpec([None, 2], tf.float32), tf.constant(1))
result = base64.b64encode(traced.graph.as_graph_def().SerializeToString()).decode()
"""

RUN = """
import base64
message = tf.compat.v1.GraphDef.FromString(base64.b64decode(data))
graph = tf.Graph()
# its optimizer loses the result of a loop that starts with a constant
config = tf.compat.v1.ConfigProto()
config.graph_options.rewrite_options.disable_meta_optimizer = True
config.graph_options.optimizer_options.opt_level = -1
with graph.as_default():
    tf.import_graph_def(message, name="")
    with tf.compat.v1.Session(graph=graph, config=config) as session:
        fed = {}
        if feed:
            fed = {"x:0": [[1.0, -2.0], [3.0, 4.0]], "n:0": 3}
        result = [value.tolist() for value in session.run(fetches, fed)]
"""

BODIES = {
    "straight": "return tf.matmul(x, x, transpose_b=True) + tf.cast(n, tf.float32)",
    "branch": (
        "if n > 2:\n        y = x * 2.0\n    else:\n        y = x - 1.0\n    return y"
    ),
    "loop": (
        "i = 0\n    while i < n:\n        x = tf.tanh(x)\n        i += 1\n    return x"
    ),
    "list": (
        "a = tf.TensorArray(tf.float32, n)\n    for i in tf.range(n):\n"
        "        a = a.write(i, tf.cast(i, tf.float32))\n    return a.stack()"
    ),
}


def run(tensorflow: TensorFlowProcess, message: Any, fetches: list[str]) -> Any:
    data = base64.b64encode(message.SerializeToString()).decode()
    feed = any(node.name == "x" for node in message.node)
    return tensorflow.run(RUN, data=data, fetches=fetches, feed=feed)


@pytest.mark.parametrize("name", BODIES)
def test_traced_function_means_the_same_after_a_round_trip(
    tensorflow_python: TensorFlowProcess, name: str
) -> None:
    traced = tensorflow_python.run(TRACE.replace("{body}", BODIES[name]))
    message = messages.parse("GraphDef", base64.b64decode(traced))
    validate_graph_def(message)
    written = to_graph_def(from_graph_def(message))
    expected = run(tensorflow_python, message, ["Identity:0"])
    assert run(tensorflow_python, written, ["Identity:0"]) == expected


@pytest.mark.parametrize("name", BODIES)
def test_traced_function_is_written_as_tensorflow_wrote_it(
    tensorflow_python: TensorFlowProcess, name: str
) -> None:
    traced = tensorflow_python.run(TRACE.replace("{body}", BODIES[name]))
    message = messages.parse("GraphDef", base64.b64decode(traced))
    assert to_graph_def(from_graph_def(message)) == message


@pytest.mark.parametrize(
    ("text", "fetches", "expected"),
    [(LOOP, ["exit:0"], [16.0]), (CALL, ["call:0", "call:1"], [1.0, [2.0]])],
    ids=["loop", "call"],
)
def test_graph_written_by_hand_runs(
    tensorflow_python: TensorFlowProcess,
    text: str,
    fetches: list[str],
    expected: list[Any],
) -> None:
    written = to_graph_def(from_graph_def(graph_def(text)))
    assert run(tensorflow_python, written, fetches) == expected


CONSTANT = """
import base64, numpy as np
message = tf.compat.v1.NodeDef.FromString(base64.b64decode(data))
array = np.array(values).astype(tf.as_dtype(dtype).as_numpy_dtype)
with tf.Graph().as_default() as graph:
    tf.constant(array, dtype=tf.as_dtype(dtype))
theirs = graph.as_graph_def().node[0].attr["value"].tensor
result = theirs == message.attr["value"].tensor
"""


@pytest.mark.parametrize("values", [[], 1, [1, 0], [1, 1, 1], [[1], [0]]], ids=str)
@pytest.mark.parametrize(
    "dtype",
    [
        each.name
        for each in dtypes.ALL
        if each.has_numpy and "fnuz" not in each.name and each is not dtypes.string
    ],
)
def test_constant_is_written_as_tensorflow_writes_it(
    tensorflow_python: TensorFlowProcess, dtype: str, values: Any
) -> None:
    array = np.array(values).astype(dtypes.as_dtype(dtype).numpy_dtype)
    node = messages.get("NodeDef")(name="c", op="Const")
    node.attr["value"].tensor.CopyFrom(to_tensor_proto(array, dtype))
    data = base64.b64encode(node.SerializeToString()).decode()
    assert tensorflow_python.run(CONSTANT, data=data, values=values, dtype=dtype)
