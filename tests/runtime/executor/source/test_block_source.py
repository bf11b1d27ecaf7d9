"""Element-wise runs over large arrays are written in blocks, with a way without."""

from __future__ import annotations

import numpy as np

from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph
from runtime.executor.planning.blocks import LEAST_SIZE

TEXT = """
graph @g(%x: f32[?], %y: f32[?]) -> (%c) {
  %a = Mul(%x, %y)
  %b = Tanh(%a)
  %c = AddV2(%b, %x)
}
"""


def compiled(text: str) -> Program:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs)


def test_a_run_has_both_forms() -> None:
    source = compiled(TEXT).source
    assert "flat = flat_arrays(x, y)" in source
    assert "if flat is None:" in source
    assert "in_blocks(blocks, " in source
    assert source.count("op_Tanh(") == 2


def test_both_forms_give_the_same() -> None:
    program = compiled(TEXT)
    for size in (3, LEAST_SIZE + 7):
        x = np.linspace(-2, 2, size, dtype=np.float32)
        (found,) = program(x, x)
        np.testing.assert_array_equal(found, np.tanh(x * x) + x)
        (spread,) = program(x, x[:1])
        np.testing.assert_array_equal(spread, np.tanh(x * x[:1]) + x)


def test_one_operation_alone_is_no_run() -> None:
    source = compiled("graph @g(%x: f32[?]) -> (%y) { %y = Tanh(%x) }").source
    assert "flat" not in source
