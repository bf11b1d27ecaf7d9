"""Programs as the explorer shows them: lines, nodes, times."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.executor.program import compile_graph
from runtime.explorer.node_states import Files, NodeStates
from runtime.explorer.programs import NodeNumbers, native_data, program_data, timed_run
from runtime.native.calls.options import NativeOptions
from runtime.native.selection.region_programs import compile_natively


@pytest.fixture
def parts() -> tuple[Any, Any, Any]:
    """A graph, its program without native code, and the numbers of the nodes."""
    spec = tf.TensorSpec([3], tf.float32)
    traced = tf.function(lambda x: tf.nn.softmax(x) + 1.0, input_signature=[spec])
    graph = traced.get_concrete_function().graph.ir
    states = NodeStates(Files())
    states.snapshot(graph)
    program = compile_graph(graph, graph.inputs, graph.outputs)
    return graph, program, NodeNumbers(states, graph)


def test_each_line_names_the_nodes_that_it_runs(parts: Any) -> None:
    graph, program, numbers = parts
    data = program_data(program, numbers)
    assert data["lines"] == program.source.splitlines()
    named = {number for each in data["nodes"].values() for number in each}
    softmax = next(node for node in graph if node.op == "Softmax")
    assert numbers.of(softmax) == numbers.named(softmax.name)
    assert numbers.of(softmax) in named
    assert all(1 <= line <= len(data["lines"]) for line in data["nodes"])
    assert numbers.named("absent") is None


def test_a_timed_run_gives_the_results_and_times(parts: Any) -> None:
    _, program, numbers = parts
    results, times = timed_run(program, [np.zeros(3, np.float32)], numbers)
    np.testing.assert_allclose(results[0], 1 + np.full(3, 1 / 3), rtol=1e-6)
    rows = times["rows"]
    assert {row["op"] for row in rows} >= {"Softmax"}
    assert [row["us"] for row in rows] == sorted(row["us"] for row in rows)[::-1]
    assert all(row["calls"] == 1 for row in rows)


def test_without_native_code_there_is_nothing_to_show(parts: Any) -> None:
    _, program, numbers = parts
    assert (native_data(program, numbers) is None) == (program.report is None)


def test_each_of_several_native_regions_names_its_nodes() -> None:
    pytest.importorskip("llvmlite")

    def two_loops(n: Any) -> Any:
        first = tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t * 3), (0, 1))
        number = tf.strings.to_number(tf.strings.as_string(first[1]), tf.int32)
        second = tf.while_loop(
            lambda i, t: i < n, lambda i, t: (i + 1, t + i), (0, number)
        )
        return second[1]

    traced = tf.function(two_loops, autograph=False)
    graph = traced.get_concrete_function(tf.TensorSpec([], tf.int32)).graph.ir
    states = NodeStates(Files())
    states.snapshot(graph)
    ends = graph, graph.inputs, graph.outputs, graph.control_outputs
    program = compile_natively(*ends, NativeOptions())
    numbers = NodeNumbers(states, graph)
    _, times = timed_run(program, [np.int32(5)], numbers)
    regions = [row["nodes"] for row in times["rows"] if row["op"] == "native code"]
    loops = {numbers.named("while"), numbers.named("while_1")}
    assert len(regions) == 2
    assert loops <= {number for nodes in regions for number in nodes}
    assert not set(regions[0]) & set(regions[1])
    # a line of a body lights the region that runs it
    bodies = [each.body for each in graph.functions.values()]
    sums = {numbers.of(n) for body in bodies for n in body if n.op in ("AddV2", "Mul")}
    assert len(sums) >= 4
    assert sums <= {number for nodes in regions for number in nodes}
