"""Which functions are written in place: text stays linear, recursion is a call."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph
from tests.runtime.executor.loops import FACTORIAL


def compiled(text: str) -> Program:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs, graph.control_outputs)


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
