"""Which nodes native code takes, and the reasons why it does not take others."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from graphir.text.parser import parse_graph
from runtime.native.selection.coverage import (
    Coverage,
    is_costly,
    is_large,
    is_small_constant,
    moves_only,
)


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        ("%y = Exp(%x)", ""),
        ("%y = Unique(%x) : f32[?], i32[?]", "op Unique is not covered"),
        ("%y = RandomUniform(%n) {dtype = f32} : f32[?]", "op RandomUniform is not"),
        ("%y = Exp(%x) ctrl(%n)", "it waits for other nodes"),
        ("%y = Neg(%z)", "dtype complex64 is not covered"),
        ("%y = Identity(%s)", "dtype string is not covered"),
    ],
)
def test_reasons(node: str, reason: str) -> None:
    graph = parse_graph(
        "graph @g(%x: f32[3], %n: i32[1], %z: c64[3], %s: str[3]) -> (%y) { "
        + node
        + " }"
    )
    found = Coverage(graph.functions).refusal(graph.node("y"))
    assert found.startswith(reason)
    assert bool(found) is bool(reason)


def test_what_stands_in_a_branch_is_named() -> None:
    graph = parse_graph(
        "graph @g(%c: bool[], %x: f32[3]) -> (%y) {\n"
        "  %y = StatelessIf(%c, %x) {then_branch = @f, else_branch = @h} : f32[3] }\n"
        "func @f(%x: f32[3]) -> (r = %y) { %y = Neg(%x) }\n"
        "func @h(%x: f32[3]) -> (r = %u) { %u, %i = Unique(%x) : f32[3], i32[3] }"
    )
    found = Coverage(graph.functions).refusal(graph.node("y"))
    assert found == "node u inside: op Unique is not covered"


def test_a_missing_function_is_a_reason() -> None:
    graph = parse_graph(
        "graph @g(%x: f32[3]) -> (%y) { %y = PartitionedCall(%x) {f = @f} : f32[3] }"
    )
    found = Coverage(graph.functions).refusal(graph.node("y"))
    assert found == "there is no function f"


def test_facts_of_nodes() -> None:
    graph = parse_graph(
        "graph @g(%x: f32[3], %u: f32[?]) -> (%x) {\n"
        "  %c = Const() {value = 1.0 : f32[]} : f32[]\n"
        "  %e = Exp(%x)\n  %n = Neg(%x)\n"
        "  %s = Const() {value = [3, 1] : i32[2]} : i32[2]\n"
        "  %r = Reshape(%x, %s)\n}"
    )
    costly = [each.name for each in graph if is_costly(each)]
    assert costly == ["e"]
    assert moves_only(graph.node("r"))
    assert not moves_only(graph.node("n"))
    assert is_small_constant(graph.node("c"))
    assert not is_small_constant(graph.node("n"))
    assert is_large(graph.node("u").output, 99)
    assert is_large(graph.node("x").output, 2)
    assert not is_large(graph.node("x").output, 3)
