"""Random programs: derivatives in a graph, outside of it, eagerly, and TensorFlow's."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import optimize_graph
from graphir.wire.graphdef import to_graph_def
from tests.runtime.gradients.backward.control_flow_programs import (
    DERIVATIVES,
    ROUNDS,
    program,
)
from tests.tensorflow_process import TensorFlowProcess

POINT = [0.9, -0.4, 0.6]
FEW = [
    pytest.param(seed, marks=[pytest.mark.slow] if seed % 16 else [])
    for seed in range(0, ROUNDS, 4)
]
"""Programs that are tried without TensorFlow too."""
SEEDS = [seed for seed in range(ROUNDS) if seed != 44]
"""Of program 44 TensorFlow's own graph adds up truth values, and fails."""

LIVE = (
    DERIVATIVES
    + """
result = numbers(tf.function(names["curvature"])(x, weights))
"""
)

RUN = """
import base64

message = tf.compat.v1.GraphDef.FromString(base64.b64decode(encoded))
with tf.Graph().as_default() as graph:
    tf.import_graph_def(message, name="")
    with tf.compat.v1.Session(graph=graph) as session:
        found = session.run(fetches, dict(zip(feeds, values)))
result = [each.tolist() for each in found]
"""


def names_of(seed: int) -> dict[str, Any]:
    """What the text of a program defines, here."""
    label = f"<control flow program {seed}>"
    names = {"tf": tf, "source": program(seed), "label": label, "point": POINT}
    exec(DERIVATIVES, names)
    return names


def ours(seed: int) -> list[Any]:
    """The value, its slope and the slope's, all in one graph."""
    names = names_of(seed)
    traced = tf.function(names["names"]["curvature"])
    found: list[Any] = names["numbers"](traced(names["x"], names["weights"]))
    return found


def assert_close(found: list[Any], expected: list[Any], text: str) -> None:
    for mine, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-9, atol=1e-11, err_msg=text)


def from_outside(seed: int) -> list[Any]:
    """The same, by tapes around a traced function."""
    names = names_of(seed)
    traced = tf.function(names["names"]["program"])
    x, weights = names["x"], names["weights"]
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = traced(x)
        slope = inner.gradient(y, x, output_gradients=weights)
        slope = tf.convert_to_tensor(slope)
    second = outer.gradient(slope, x, unconnected_gradients="zero")
    found: list[Any] = names["numbers"]([y, slope, second])
    return found


def eagerly(seed: int) -> list[Any]:
    """The same, with every op run at once."""
    names = names_of(seed)
    tf.config.run_functions_eagerly(True)
    try:
        found = names["names"]["curvature"](names["x"], names["weights"])
    finally:
        tf.config.run_functions_eagerly(False)
    result: list[Any] = names["numbers"](found)
    return result


@pytest.mark.parametrize("seed", FEW)
def test_graph_tape_and_eager_code_agree(seed: int) -> None:
    expected = ours(seed)
    assert_close(from_outside(seed), expected, program(seed))
    assert_close(eagerly(seed), expected, program(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_derivatives_are_those_of_live_tensorflow(
    seed: int, tensorflow_python: TensorFlowProcess
) -> None:
    text = program(seed)
    label = f"<control flow program {seed}>"
    expected = tensorflow_python.run(LIVE, source=text, label=label, point=POINT)
    assert_close(ours(seed), expected, text)
    assert_close(from_outside(seed), expected, text)


@pytest.mark.parametrize("seed", range(0, ROUNDS, 5))
@pytest.mark.parametrize("is_optimized", [False, True])
def test_live_tensorflow_runs_our_graphs_of_gradients(
    seed: int, is_optimized: bool, tensorflow_python: TensorFlowProcess
) -> None:
    names = names_of(seed)
    traced = tf.function(names["names"]["curvature"])
    x, weights = names["x"], names["weights"]
    concrete = traced.get_concrete_function(x, weights)
    graph = concrete.trace.graph.copy()
    if is_optimized:
        optimize_graph(graph)
    message = to_graph_def(graph)
    found = tensorflow_python.run(
        RUN,
        encoded=base64.b64encode(message.SerializeToString()).decode(),
        feeds=[f"{value.node.name}:{value.index}" for value in graph.inputs],
        fetches=[f"{value.node.name}:{value.index}" for value in graph.outputs],
        values=[x.numpy().tolist(), weights.numpy().tolist()],
    )
    assert_close(names["numbers"](traced(x, weights)), found, program(seed))
