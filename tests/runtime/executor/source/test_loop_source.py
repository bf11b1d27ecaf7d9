"""Loops become Python's loops over locals."""

from __future__ import annotations

import tracemalloc

import numpy as np

from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph
from tests.runtime.executor.loops import COLLATZ, SWAPPING


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


def test_loop_frees_the_values_of_earlier_turns() -> None:
    program = compiled(SWAPPING)
    array = np.ones(250_000, np.float32)
    tracemalloc.start()
    program(array, array, np.int32(20))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4.5 * array.nbytes
