"""Which nodes hand on their inputs as they are."""

from __future__ import annotations

import pytest

from graphir.analysis.copies import is_copy
from graphir.text.parser import parse_graph


@pytest.mark.parametrize(
    ("call", "is_one"),
    [
        ("Identity(%x)", True),
        ("Snapshot(%x)", True),
        ("Neg(%x)", False),
        ("EnsureShape(%x) {shape = shape[2,?]} : f32[2,?]", False),
        ("EnsureShape(%x) {shape = shape[?,?]} : f32[?,?]", True),
    ],
)
def test_copies(call: str, is_one: bool) -> None:
    graph = parse_graph(f"graph @g(%x: f32[?,?]) -> (%y) {{ %y = {call} }}")
    assert is_copy(graph.node("y")) is is_one


def test_every_result_must_be_its_input() -> None:
    graph = parse_graph(
        "graph @g(%x: f32[], %y: i32[]) -> (%a) { %a, %b = IdentityN(%x, %y) }"
    )
    assert is_copy(graph.node("a"))
