"""The text of a program: a function with a line a node, and the functions it calls."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph
from runtime.executor.source.python_source import SMALL_BYTES, is_small


def compiled(text: str) -> Program:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs)


def test_names_are_those_of_the_nodes() -> None:
    program = compiled("graph @main(%x: f32[2]) -> (%out) { %out = Tanh(%x) }")
    head, line, end = program.source.splitlines()
    assert head == "def main(x):"
    assert line.strip() == "out = op_Tanh(x)"
    assert end.strip() == "return (out,)"


@pytest.mark.parametrize(
    ("results", "count"), [("", 0), ("%y", 1), ("%y, %x", 2), ("%y, %y", 2)]
)
def test_the_main_function_gives_a_tuple(results: str, count: int) -> None:
    program = compiled(f"graph @g(%x: f32[]) -> ({results}) {{ %y = Neg(%x) }}")
    found = program(np.float32(2))
    assert isinstance(found, tuple)
    assert list(found) == [-2, 2, -2][:count] if results != "%y, %y" else [-2, -2]


def test_large_values_are_dropped_after_their_last_reader() -> None:
    size = SMALL_BYTES
    program = compiled(
        f"graph @g(%x: f32[{size}]) -> (%c) {{\n"
        "  %axis = Const() {value = 0 : i32[]} : i32[]\n"
        "  %a = Cumsum(%x, %axis)\n  %b = Cumsum(%a, %axis)\n  %c = Cumsum(%b, %axis) }"
    )
    lines = [line.strip() for line in program.source.splitlines()]
    assert any(line.startswith("del ") and "a" in line for line in lines)


def test_a_function_of_two_calls_is_written_once() -> None:
    nodes = " ".join(
        f"%n{i} = Tanh({'%x' if not i else f'%n{i - 1}'})" for i in range(9)
    )
    program = compiled(
        "graph @g(%x: f32[2]) -> (%b) {\n"
        "  %a = PartitionedCall(%x) {f = @f} : f32[2]\n"
        "  %b = PartitionedCall(%a) {f = @f} : f32[2] }\n"
        f"func @f(%x: f32[2]) -> (r = %n8) {{ {nodes} }}"
    )
    assert program.source.count("def ") == 2
    assert program.source.count("op_Tanh(") == 9


@pytest.mark.parametrize(
    ("type_", "small"),
    [("f32[10]", True), ("f32[1025]", False), ("f32[?]", False), ("str[]", True)],
)
def test_small_values(type_: str, small: bool) -> None:
    graph = parse_graph(f"graph @g(%x: {type_}) -> (%x) {{}}")
    assert is_small(graph.inputs[0]) is small
