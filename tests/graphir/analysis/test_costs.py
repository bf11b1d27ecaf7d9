"""Operations, bytes and memory, as counted by hand."""

from __future__ import annotations

import json

import pytest

from graphir.analysis.costs import CostModel, flops_of
from graphir.analysis.statistics import peak_bytes, stats
from graphir.text.parser import parse_graph


@pytest.mark.parametrize(
    ("line", "flops"),
    [
        ("%r = MatMul(%a, %b)", 2 * 2 * 3 * 4),
        ("%r = MatMul(%a, %c) {transpose_a = true}", 2 * 3 * 2 * 5),
        ("%r = BatchMatMulV2(%t, %b)", 2 * 7 * 2 * 3 * 4),
        ("%r = AddV2(%a, %a)", 6),
        ("%r = Identity(%a)", 0),
        ("%r = Sum(%a, %axis)", 6),
        ("%r = Softmax(%a)", 30),
        ("%r = Transpose(%a, %perm)", 0),
        (
            '%r = Conv2D(%image, %filter) {strides = [1, 1, 1, 1], padding = "SAME"}',
            2 * (1 * 5 * 5 * 8) * (3 * 3 * 2),
        ),
        (
            "%r = DepthwiseConv2dNative(%image, %filter) "
            '{strides = [1, 1, 1, 1], padding = "SAME"}',
            2 * (1 * 5 * 5 * 16) * 9,
        ),
    ],
)
def test_operations_are_those_of_the_formula(line: str, flops: int) -> None:
    graph = parse_graph(
        f"""graph @g(%a: f32[2,3], %b: f32[3,4], %c: f32[2,5], %t: f32[7,2,3],
                     %image: f32[1,5,5,2], %filter: f32[3,3,2,8]) -> (%r) {{
          %axis = Const() {{value = [0] : i32[1]}}
          %perm = Const() {{value = [1, 0] : i32[2]}}
          {line}
        }}"""
    )
    assert flops_of(graph.node("r")) == flops


def test_calls_cost_what_they_call() -> None:
    """A call its function, a branch the dearer one, a loop one turn."""
    graph = parse_graph(
        """graph @g(%x: f32[10], %p: bool[]) -> (%if) {
          %call = PartitionedCall(%x) {f = @two, Tout = [f32]} : f32[10]
          %if = StatelessIf(%p, %call) {then_branch = @one, else_branch = @two,
            Tout = [f32]} : f32[10]
          %loop = StatelessWhile(%x) {cond = @test, body = @two, T = [f32]} : f32[10]
        }
        func @one(%v: f32[10]) -> (%r) { %r = Neg(%v) }
        func @two(%v: f32[10]) -> (%r) {
          %n = PartitionedCall(%v) {f = @one, Tout = [f32]} : f32[10]
          %r = Exp(%n)
        }
        func @test(%v: f32[10]) -> (%r) {
          %axis = Const() {value = [0] : i32[1]}
          %s = Sum(%v, %axis)
          %r = Greater(%s, %s)
        }"""
    )
    model = CostModel(graph)
    assert model.of(graph.node("call")).flops == 20
    assert model.of(graph.node("if")).flops == 20
    assert model.of(graph.node("loop")).flops == 20 + 10 + 1


def test_peak_memory_drops_values_after_their_last_use() -> None:
    graph = parse_graph(
        """graph @g(%x: f32[10]) -> (%d) {
          %a = Neg(%x)
          %b = Exp(%a)
          %c = Neg(%b)
          %d = Exp(%c)
        }"""
    )
    assert peak_bytes(graph) == 3 * 40


def test_unknown_sizes_are_counted_and_told() -> None:
    graph = parse_graph("graph @g(%x: f32[?,4]) -> (%y) { %y = Neg(%x) }")
    found = stats(graph)
    assert (found.flops, found.unknown_shapes) == (4, 2)
    assert json.loads(json.dumps(found.as_data()))["critical_path"] == ["x", "y"]


def test_functions_that_call_each_other_end() -> None:
    graph = parse_graph(
        """graph @g(%x: f32[10]) -> (%y) {
          %y = PartitionedCall(%x) {f = @f, Tout = [f32]} : f32[10]
        }
        func @f(%x: f32[10]) -> (%y) {
          %n = Neg(%x)
          %y = PartitionedCall(%n) {f = @h, Tout = [f32]} : f32[10]
        }
        func @h(%x: f32[10]) -> (%y) {
          %y = PartitionedCall(%x) {f = @f, Tout = [f32]} : f32[10]
        }"""
    )
    assert stats(graph).flops == 10
