"""Tests of compiled programs: values, purity, memory, threads, the text."""

from __future__ import annotations

import linecache
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
from tests.runtime.executor.loops import COLLATZ, FACTORIAL, SWAPPING
from tests.strategies import graphs


def compiled(text: str) -> Program:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs, graph.control_outputs)


def test_loop_with_branch_is_python_with_locals() -> None:
    program = compiled(COLLATZ)
    assert program.source == (
        "def collatz(n):\n"
        "    n_1 = int(n)\n"
        "    k = 0\n"
        "    while n_1 > 1:\n"
        "        if (n_1 % 2) == 0:\n"
        "            n_1 = n_1 // 2\n"
        "        else:\n"
        "            m = n_1 * 3\n"
        "            n_1 = m + 1\n"
        "            if n_1 > 2147483647 or n_1 < -2147483648: n_1 = wrap_int32(n_1)\n"
        "        k = k + 1\n"
        "        if k > 2147483647: k = wrap_int32(k)\n"
        "    k = int32(k)\n"
        "    return (k,)\n"
    )


def test_loop_with_branch_gives_its_value() -> None:
    (steps,) = compiled(COLLATZ)(np.array(27, np.int32))
    assert steps == 111
    assert steps.dtype == np.int32


def test_loop_that_never_turns_gives_its_start() -> None:
    assert compiled(COLLATZ)(np.int32(1)) == (0,)


def test_variables_that_trade_places_are_assigned_at_once() -> None:
    ones = np.ones(2, np.float32)
    a, b = compiled(SWAPPING)(ones, ones, np.int32(5))
    assert a.tolist() == [8.0, 8.0]
    assert b.tolist() == [13.0, 13.0]


def test_function_that_calls_itself_runs() -> None:
    assert compiled(FACTORIAL)(np.int32(10)) == (3628800,)


def test_endless_recursion_is_refused() -> None:
    program = compiled(
        """graph @main(%x: f32[]) -> (%y) {
             %y = PartitionedCall(%x) {f = @f, Tout = [f32]} : f32[] }
           func @f(%x: f32[]) -> (r = %y) {
             %y = PartitionedCall(%x) {f = @f, Tout = [f32]} : f32[] }"""
    )
    with pytest.raises(Exception, match="call each other too deeply"):
        program(np.float32(1))


def test_calls_that_double_at_each_level_take_linear_text() -> None:
    graph = parse_graph(
        "graph @main(%x: i32[4]) -> (%y) {\n"
        "  %y = PartitionedCall(%x) {f = @f0, Tout = [i32]} : i32[4] }\n"
        + "".join(
            f"func @f{level}(%x: i32[4]) -> (r = %s) {{\n"
            f"  %a = PartitionedCall(%x) {{f = @f{level + 1}, Tout = [i32]}} : i32[4]\n"
            f"  %n = Neg(%x)\n"
            f"  %b = PartitionedCall(%n) {{f = @f{level + 1}, Tout = [i32]}} : i32[4]\n"
            "  %s = AddV2(%a, %b) }\n"
            for level in range(40)
        )
        + "func @f40(%x: i32[4]) -> (r = %y) { %y = Neg(%x) }\n"
    )
    program = compile_graph(graph, graph.inputs, graph.outputs)
    assert program.source.count("\n") < 400


def test_loops_nested_deeper_than_python_allows_run() -> None:
    depth = 30
    state = "%i: i32[], %x: i32[]"
    zero = "  %zero = Const() {value = 0 : i32[]} : i32[]\n"
    one = "  %one = Const() {value = 1 : i32[]} : i32[]\n"
    text = "graph @main(%x: i32[]) -> (%w:1) {\n" + zero
    text += "  %w = While(%zero, %x) {cond = @c, body = @b0} : i32[], i32[]\n}\n"
    text += f"func @c({state}) -> (r = %l) {{\n" + one
    text += "  %l = Less(%i, %one)\n}\n"
    for level in range(depth):
        text += f"func @b{level}({state}) -> (i2 = %n, x2 = %w:1) {{\n"
        text += one + "  %n = AddV2(%i, %one)\n"
        text += zero
        text += f"  %w = While(%zero, %x) {{cond = @c, body = @b{level + 1}}}"
        text += " : i32[], i32[]\n}\n"
    text += f"func @b{depth}({state}) -> (i2 = %n, x2 = %y) {{\n"
    text += one
    text += "  %n = AddV2(%i, %one)\n  %y = AddV2(%x, %one)\n}\n"
    assert compiled(text)(np.int32(41)) == (42,)


def test_results_of_a_call_that_hands_on_its_arguments_are_apart() -> None:
    program = compiled(
        """graph @main(%x: f32[*]) -> (%p, %p:1, %n) {
             %p = PartitionedCall(%x) {f = @f, Tout = [f32, f32]} : f32[*], f32[*]
             %n = Neg(%p) }
           func @f(%x: f32[*]) -> (a = %x, b = %x) { }"""
    )
    first, second, third = program(np.ones(2, np.float32))
    assert first.tolist() == second.tolist() == [1.0, 1.0]
    assert third.tolist() == [-1.0, -1.0]


def test_branch_gives_one_value_twice() -> None:
    program = compiled(
        """graph @main(%c: bool[], %x: f32[*]) -> (%i, %i:1) {
             %i = If(%c, %x) {then_branch = @t, else_branch = @e, Tout = [f32, f32]}
                : f32[*], f32[*] }
           func @t(%x: f32[*]) -> (a = %n, b = %n) { %n = Neg(%x) }
           func @e(%x: f32[*]) -> (a = %x, b = %n) { %n = Neg(%x) }"""
    )
    x = np.ones(1, np.float32)
    assert [each.tolist() for each in program(np.True_, x)] == [[-1.0], [-1.0]]
    assert [each.tolist() for each in program(np.False_, x)] == [[1.0], [-1.0]]


@pytest.mark.parametrize(
    ("index", "expected"), [(0, -3), (1, 9), (2, 3), (-1, 3), (7, 3)]
)
def test_case_takes_the_last_branch_when_out_of_range(
    index: int, expected: int
) -> None:
    program = compiled(
        """graph @main(%i: i32[], %x: i32[]) -> (%c) {
             %c = Case(%i, %x) {branches = [@neg, @square, @same], Tout = [i32]} : i32[]
           }
           func @neg(%x: i32[]) -> (r = %n) { %n = Neg(%x) }
           func @square(%x: i32[]) -> (r = %m) { %m = Mul(%x, %x) }
           func @same(%x: i32[]) -> (r = %x) { }"""
    )
    assert program(np.int32(index), np.int32(3)) == (expected,)


def test_branch_not_taken_may_lack_a_kernel() -> None:
    program = compiled(
        """graph @main(%c: bool[], %x: f32[]) -> (%i) {
             %i = If(%c, %x) {then_branch = @t, else_branch = @e, Tout = [f32]} : f32[]
           }
           func @t(%x: f32[]) -> (a = %x) { }
           func @e(%x: f32[]) -> (a = %n) { %n = OpOfNobody(%x) : f32[] }"""
    )
    assert program(np.True_, np.float32(1)) == (1.0,)
    with pytest.raises(MissingKernelError, match="OpOfNobody"):
        program(np.False_, np.float32(1))


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


def test_loop_frees_the_values_of_earlier_turns() -> None:
    program = compiled(SWAPPING)
    array = np.ones(250_000, np.float32)
    tracemalloc.start()
    program(array, array, np.int32(20))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4.5 * array.nbytes


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


def test_text_is_known_to_linecache_while_the_program_lives() -> None:
    text = "graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) }"
    program = compiled(text)
    name = program.filename
    assert linecache.getline(name, 1) == "def g(x):\n"
    del program
    compiled(text)
    assert name not in linecache.cache


def test_linecache_may_be_in_a_loop_while_a_program_dies() -> None:
    program = compiled("graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) }")
    names = list(linecache.cache)
    del program
    assert [name for name in names if name not in linecache.cache] == []


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
