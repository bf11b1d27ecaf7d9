"""Beside TensorFlow's optimizer: not more nodes, and the same values."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest

import runtime as tf
from graphir.passes.optimizer import default_pipeline, optimize
from graphir.wire import messages
from tests.graphir.grappler_programs import PROGRAMS
from tests.graphir.same_values import assert_same_bits

if TYPE_CHECKING:
    from tests.tensorflow_process import TensorFlowProcess

ROUNDED_DIFFERENTLY: Final = {"float_constants"}
"""Where TensorFlow regroups sums and products of floats, which changes last bits."""

OPTIMIZE = """
import base64
from tensorflow.core.protobuf import config_pb2, meta_graph_pb2
from tensorflow.python.grappler import tf_optimizer

def grappler(graph_def, fetch):
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(graph_def, name="")
    meta = tf.compat.v1.train.export_meta_graph(graph=graph, graph_def=graph_def)
    meta.collection_def["train_op"].node_list.value.append(fetch)
    config = config_pb2.ConfigProto()
    config.graph_options.rewrite_options.min_graph_nodes = -1
    return tf_optimizer.OptimizeGraph(config, meta)

floats = tf.TensorSpec([4, 4], tf.float32)
integers = tf.TensorSpec([4, 4], tf.int32)
@tf.function(input_signature=[floats, floats, integers, integers])
def f(x, y, i, j):
    {body}
graph_def = f.get_concrete_function().graph.as_graph_def()
small = grappler(graph_def, "Identity")
result = [base64.b64encode(each.SerializeToString()).decode()
          for each in (graph_def, small)]
"""

RUN = """
import base64, numpy as np
config = tf.compat.v1.ConfigProto()
config.graph_options.rewrite_options.disable_meta_optimizer = True
config.graph_options.optimizer_options.opt_level = -1
result = []
for data in graphs:
    message = tf.compat.v1.GraphDef.FromString(base64.b64decode(data))
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
        with tf.compat.v1.Session(graph=graph, config=config) as session:
            fed = {name + ":0": np.array(value) for name, value in feeds.items()
                   if name in {node.name for node in message.node}}
            result.append(session.run("Identity:0", fed).tolist())
"""


def count(message: Any) -> int:
    """Nodes of the graph and of its functions."""
    functions = message.library.function
    return len(message.node) + sum(len(each.node_def) for each in functions)


def feeds() -> dict[str, Any]:
    """An array for each argument."""
    rng = np.random.default_rng(5)
    floats = {name: rng.normal(size=(4, 4)).astype(np.float32) for name in "xy"}
    integers = {name: rng.integers(-9, 9, (4, 4)).astype(np.int32) for name in "ij"}
    return floats | integers


def fed(message: Any) -> dict[str, Any]:
    """Those that the graph has."""
    names = {node.name for node in message.node}
    return {f"{name}:0": each for name, each in feeds().items() if name in names}


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_more_nodes_and_equal_values(
    tensorflow_python: TensorFlowProcess, name: str
) -> None:
    both = tensorflow_python.run(OPTIMIZE.replace("{body}", PROGRAMS[name]))
    given, theirs = (messages.parse("GraphDef", base64.b64decode(d)) for d in both)
    numerics = "fast" if name in ROUNDED_DIFFERENTLY else "exact"
    ours = optimize(given, ["Identity"], default_pipeline({"numerics": numerics}))

    assert count(ours) <= count(theirs)
    graphs = [both[0], base64.b64encode(ours.SerializeToString()).decode()]
    lists = {key: each.tolist() for key, each in feeds().items()}
    there = tensorflow_python.run(RUN, graphs=graphs, feeds=lists)
    np.testing.assert_allclose(there[1], there[0], rtol=1e-5, atol=1e-6)
    if numerics == "exact":
        here = [tf.run_graph(m, fed(m), ["Identity:0"]) for m in (given, ours)]
        assert_same_bits(*([np.asarray(v) for v in values] for values in here))


@pytest.mark.parametrize("name", ["two_layers", "dense_relu", "gradient"])
def test_graph_of_mixed_precision_runs(
    tensorflow_python: TensorFlowProcess, name: str
) -> None:
    both = tensorflow_python.run(OPTIMIZE.replace("{body}", PROGRAMS[name]))
    given = messages.parse("GraphDef", base64.b64decode(both[0]))
    pipeline = default_pipeline({"auto_mixed_precision": True})
    ours = optimize(given, ["Identity"], pipeline)

    has_product = any("MatMul" in node.op for node in ours.node)
    assert has_product == any(node.op == "Cast" for node in ours.node)
    graphs = [both[0], base64.b64encode(ours.SerializeToString()).decode()]
    lists = {key: each.tolist() for key, each in feeds().items()}
    there = tensorflow_python.run(RUN, graphs=graphs, feeds=lists)
    np.testing.assert_allclose(there[1], there[0], rtol=2e-2, atol=2e-2)


def test_there_are_programs() -> None:
    assert len(PROGRAMS) >= 30
    assert len(ROUNDED_DIFFERENTLY) <= 1
