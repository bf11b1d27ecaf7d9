"""Nodes of one graph, copied into the trace that is current, with other inputs."""

from __future__ import annotations

import numpy as np

import runtime as tf
from graphir.text.parser import parse_graph
from runtime.gradients.backward.replaying import replayed

GRAPH = parse_graph(
    """
    graph @g(%x: f32[2], %k: f32[]) -> (%z) {
      %y = Mul(%x, %k) at m.py:3:4
      %z = PartitionedCall(%y) {f = @negated} : f32[2]
      %unread = Exp(%x)
    }
    func @negated(%x: f32[2]) -> (r = %y) { %y = Neg(%x) }
    """
)


def test_outputs_are_computed_again_from_other_inputs() -> None:
    @tf.function
    def twice(x):
        first, same = replayed(
            GRAPH,
            GRAPH.inputs,
            [*GRAPH.outputs, GRAPH.inputs[0]],
            [x, tf.constant(3.0)],
        )
        (second,) = replayed(GRAPH, GRAPH.inputs, GRAPH.outputs, [first, x[0]])
        return first, second, same

    x = np.float32([1, 2])
    first, second, same = twice(tf.constant(x))
    np.testing.assert_array_equal(first, -3 * x)
    np.testing.assert_array_equal(second, 3 * x)
    np.testing.assert_array_equal(same, x)
    recorded = twice.get_concrete_function(tf.constant(x)).graph.ir
    assert [each.op for each in recorded].count("Exp") == 0
    products = [each for each in recorded if each.op == "Mul"]
    assert len(products) == 2
    assert products[0].origin.frame.filename == "m.py"
    assert "negated" in recorded.functions
