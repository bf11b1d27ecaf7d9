"""Tests of compiled programs: values, purity, memory, threads, the text."""

from __future__ import annotations

import threading
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.errors import InvalidArgumentError, InvalidGraphError, MissingKernelError
from graphir.graph import Graph
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph
from tests.graphir.same_values import assert_same_bits, random_array, results_or_error
from tests.runtime.executor.loops import COLLATZ
from tests.strategies import graphs


def compiled(text: str) -> Program:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs, graph.control_outputs)


def test_node_without_kernel_is_refused_when_compiled() -> None:
    with pytest.raises(MissingKernelError, match="'OpOfNobody' of node 'y'"):
        compiled("graph @g(%x: f32[]) -> (%y) { %y = OpOfNobody(%x) : f32[] }")


def test_what_no_output_needs_is_not_run() -> None:
    text = """graph @g(%x: f32[]) -> (%y) {
                %no = OpOfNobody(%x) : f32[]
                %y = Neg(%x) }"""
    assert compiled(text)(np.float32(2)) == (-2.0,)


def test_any_value_can_be_an_input() -> None:
    graph = parse_graph(
        """graph @g(%x: f32[]) -> (%z) {
             %y = OpOfNobody(%x) : f32[]
             %z = Neg(%y) }"""
    )
    program = compile_graph(graph, [graph.value("y")], graph.outputs)
    assert program(np.float32(3)) == (-3.0,)


def test_missing_function_is_refused() -> None:
    with pytest.raises(InvalidGraphError, match="no function 'gone'"):
        compiled(
            """graph @g(%x: f32[]) -> (%y) {
                 %y = PartitionedCall(%x) {f = @gone, Tout = [f32]} : f32[] }"""
        )


def test_inputs_and_constants_may_be_read_only() -> None:
    graph = Graph("chain")
    x = graph.add_input("x", dtypes.float32, Shape([None]))
    build = GraphBuilder(graph)
    constant = build.constant(np.ones(3, np.float32))
    y = build.node("Relu", [build.node("Mul", [x, constant]).output]).output
    z = build.node("Sub", [y, x]).output
    array = np.arange(3, dtype=np.float32) - 1
    array.flags.writeable = False
    (result,) = compile_graph(graph, [x], [z])(array)
    assert result.tolist() == [1.0, 0.0, 0.0]
    assert array.tolist() == [-1.0, 0.0, 1.0]


def test_dead_values_are_freed() -> None:
    graph = Graph("chain")
    x = value = graph.add_input("x", dtypes.float32, Shape([None]))
    build = GraphBuilder(graph)
    for _ in range(20):
        value = build.node("Neg", [value]).output
    program = compile_graph(graph, [x], [value])
    array = np.ones(250_000, np.float32)
    tracemalloc.start()
    program(array)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2.5 * array.nbytes


def test_threads_run_one_program_at_once() -> None:
    program = compiled(COLLATZ)
    results: dict[int, int] = {}

    def work(start: int) -> None:
        results[start] = int(program(np.int32(start))[0])

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {n: int(program(np.int32(n))[0]) for n in range(1, 40)}


def test_integers_wrap_around_silently() -> None:
    program = compiled("graph @g(%x: i32[]) -> (%y) { %y = Mul(%x, %x) : i32[] }")
    assert program(np.int32(2**31 - 1)) == (1,)


def test_floats_divide_by_zero_silently() -> None:
    program = compiled(
        "graph @g(%x: f32[], %y: f32[]) -> (%z) { %z = RealDiv(%x, %y) : f32[] }"
    )
    assert program(np.float32(1), np.float32(0)) == (np.inf,)


def test_integers_refuse_to_divide_by_zero() -> None:
    program = compiled(
        """graph @g(%x: i32[]) -> (%z) {
             %zero = Const() {value = 0 : i32[]} : i32[]
             %z = FloorMod(%x, %zero) : i32[] }"""
    )
    with pytest.raises(InvalidArgumentError, match="(?i)division by zero"):
        program(np.int32(1))


def test_cycle_is_refused_with_its_nodes() -> None:
    graph = parse_graph(
        """graph @g(%x: f32[]) -> (%a) {
             %a = AddV2(%x, %b) : f32[]
             %b = Neg(%a) : f32[] }"""
    )
    with pytest.raises(InvalidGraphError, match="cycle: .*a.*b"):
        compile_graph(graph, graph.inputs, graph.outputs)


@given(graphs(), st.integers(0, 2**32 - 1))
def test_compiled_graph_agrees_with_the_evaluator(graph: Graph, seed: int) -> None:
    rng = np.random.default_rng(seed)
    arrays = [random_array(each.dtype, each.shape, rng) for each in graph.inputs]
    feeds = {
        each.node.name: array for each, array in zip(graph.inputs, arrays, strict=True)
    }
    expected = results_or_error(graph, feeds)
    if isinstance(expected, type):
        return
    program = compile_graph(graph, graph.inputs, graph.outputs)
    assert_same_bits(list(expected), [np.asarray(each) for each in program(*arrays)])
