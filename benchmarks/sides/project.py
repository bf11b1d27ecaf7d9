"""Work outside of traced calls: eager operations, a tape, converting, passes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from sides import inputs, tensors

Call = Callable[[], Any]

tf: Any = None


def use(library: Any) -> None:
    """Chooses the library."""
    global tf
    tf = library
    tensors.use(library)


def eager_add() -> Call:
    """A sum of two scalars."""
    a, b = tf.constant(1.5), tf.constant(2.5)
    return lambda: a + b


def eager_layer() -> Call:
    """A product, a sum and an activation, of 32 rows."""
    x, w = tf.ones([32, 64]), tf.ones([64, 64]) * 0.01
    b = tf.ones([64])
    return lambda: tf.nn.relu(tf.matmul(x, w) + b)


def taped_step() -> Call:
    """The value and the gradient of a small function, eagerly."""
    x = tf.Variable(inputs.vector(16))

    def step() -> Any:
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.tanh(x * x) + x)
        return tape.gradient(y, x)

    return step


def converting() -> Call:
    """The generated text of a function of 100 lines."""
    from samples.nested_control_flow import sample

    import autograph

    return lambda: len(autograph.to_code(sample))


def graph_of(count: int) -> Any:
    """The GraphDef of so many operations and its last node."""
    function = tf.function(tensors.unrolled(count))
    graph = function.get_concrete_function(tf.TensorSpec([16])).graph
    graph_def = graph.as_graph_def()
    return graph_def, f"{graph_def.node[-1].name}:0"


def optimizing() -> Call:
    """The passes over a graph of 1,000 operations."""
    import graphir

    graph_def, fetch = graph_of(1000)
    return lambda: len(graphir.optimize(graph_def, [fetch]).node)


def running() -> Call:
    """Reading, optimizing, compiling and running a GraphDef of 200 operations."""
    graph_def, fetch = graph_of(200)
    name = f"{graph_def.node[0].name}:0"
    feeds = {name: inputs.vector(16)}
    return lambda: tf.run_graph(graph_def, feeds, [fetch])


def importing() -> Call:
    """A new process that imports the runtime."""
    command = [sys.executable, "-c", "import runtime"]
    return lambda: subprocess.run(command, check=True).returncode


def calls() -> dict[str, Callable[[], Call]]:
    """What makes the call of each workload."""
    return {
        "eager a + b, scalars": eager_add,
        "eager layer of 64": eager_layer,
        "eager gradient": taped_step,
        "to_code, 100 lines": converting,
        "optimize, 1,000 nodes": optimizing,
        "run_graph, 200 nodes": running,
        "import runtime": importing,
    }


def as_arrays(result: Any) -> list[Any]:
    """The results as NumPy arrays."""
    parts = result if isinstance(result, (list, tuple)) else [result]
    return [
        np.asarray(each.numpy() if hasattr(each, "numpy") else each) for each in parts
    ]
