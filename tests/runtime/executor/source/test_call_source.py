"""The line of a node: a kernel's call, an operator, arithmetic of Python's numbers."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph


def compiled(text: str) -> Program:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs)


@pytest.mark.parametrize(
    ("call", "line"),
    [
        ("%y = Tanh(%x)", "y = op_Tanh(x)"),
        ("%y = Neg(%x)", "y = -x"),
        ("%y = AddV2(%x, %x)", "y = x + x"),
        ("%y, %k = Unique(%v) : f32[?], i32[?]", "y, y_1 = op_Unique(v)"),
    ],
)
def test_lines(call: str, line: str) -> None:
    program = compiled(f"graph @g(%x: f32[], %v: f32[3]) -> (%y) {{ {call} }}")
    text = program.source.splitlines()[1].strip()
    assert text == line


def test_constants_are_scalars_of_the_text() -> None:
    program = compiled(
        "graph @g(%x: f32[]) -> (%y) { %c = Const() {value = -2.5 : f32[]} : f32[]\n"
        "%y = Mul(%x, %c) }"
    )
    assert "y = x * float32_minus_2_5" in program.source
    assert program(np.float32(2)) == (-5,)


COUNT = """
graph @g(%n: i32[]) -> (%w:1) {{
  %zero = Const() {{value = 0 : i32[]}} : i32[]
  %one = Const() {{value = 1 : i32[]}} : i32[]
  %w = StatelessWhile(%zero, %one, %n) {{cond = @c, body = @b}} : i32[], i32[], i32[]
}}
func @c(%i: i32[], %x: i32[], %n: i32[]) -> (r = %t) {{ %t = Less(%i, %n) }}
func @b(%i: i32[], %x: i32[], %n: i32[]) -> (i2 = %j, x2 = %y, n2 = %n) {{
  %one = Const() {{value = 1 : i32[]}} : i32[]
  %k = Const() {{value = {factor} : i32[]}} : i32[]
  %j = AddV2(%i, %one)
  %y = {step}(%x, %k)
}}
"""


@pytest.mark.parametrize("turns", [0, 1, 40])
@pytest.mark.parametrize(("step", "factor"), [("Mul", 7), ("Sub", 2000000000)])
def test_numbers_in_loops_wrap_around(step: str, factor: int, turns: int) -> None:
    program = compiled(COUNT.format(step=step, factor=factor))
    assert "wrap_int32" in program.source
    expected = np.int32(1)
    with np.errstate(over="ignore"):
        for _ in range(turns):
            change = np.int32(factor)
            expected = expected * change if step == "Mul" else expected - change
    (found,) = program(np.int32(turns))
    assert (found, found.dtype) == (expected, np.int32)


def test_a_result_that_nobody_reads_is_not_kept() -> None:
    graph = parse_graph("graph @g(%x: f32[3]) -> (%x) ctrl(%y) { %y = Tanh(%x) }")
    program = compile_graph(graph, graph.inputs, graph.outputs, graph.control_outputs)
    assert "    op_Tanh(x)\n" in program.source
