"""Replicas are one call that runs their functions on threads."""

from __future__ import annotations

import numpy as np

from graphir.attributes import FunctionRef
from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph

FUNCTIONS = """
func @double(%x: f32[]) -> (r = %y) { %y = AddV2(%x, %x) }
func @negate(%x: f32[]) -> (r = %y, s = %x) { %y = Neg(%x) }
"""


def compiled(outputs: int) -> Program:
    graph = parse_graph("graph @g(%a: f32[], %b: f32[]) -> (%a) { }" + FUNCTIONS)
    float32 = graph.inputs[0].dtype
    node = graph.add_node(
        "_RunReplicas",
        graph.inputs,
        {
            "replicas": [FunctionRef("double"), FunctionRef("negate")],
            "input_counts": [1, 1],
            "output_counts": [1, 2],
            "in_turns": True,
            "Tin": [float32] * 2,
            "Tout": [float32] * 3,
        },
        [(float32, graph.inputs[0].shape)] * 3,
        "replicas",
    )
    graph.outputs = list(node.outputs)[:outputs]
    return compile_graph(graph, graph.inputs, graph.outputs)


def test_results_come_in_the_order_of_the_replicas() -> None:
    program = compiled(3)
    assert (
        "run_replicas((double, negate), ((a,), (b,)), (1, 2), True)" in program.source
    )
    assert program(np.float32(3), np.float32(5)) == (6, -5, 5)


def test_unused_results_are_named_too() -> None:
    program = compiled(1)
    assert "[replicas, replicas_1, replicas_2] = " in program.source
    assert program(np.float32(3), np.float32(5)) == (6,)
