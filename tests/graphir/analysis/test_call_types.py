"""Calls and functions of different types: both are told."""

from __future__ import annotations

import pytest

from graphir.analysis.call_types import misfits
from graphir.text.parser import parse_graph


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        ("PartitionedCall(%x) {f = @twice, Tout = [i32]}", "(float32) -> (int32)"),
        ("PartitionedCall(%x, %x) {f = @twice, Tout = [f32]}", "(float32, float32) ->"),
        ("RemoteCall(%t, %x) {f = @twice, Tout = [i32]}", "(float32) -> (int32)"),
        ("While(%x) {cond = @none, body = @twice}", "(float32) -> one truth"),
        ("For(%n, %n, %n, %x) {body = @twice}", "(int32, float32) -> (float32)"),
    ],
)
def test_both_types_are_told(call: str, problem: str) -> None:
    graph = parse_graph(
        f"""
        graph @g(%x: f32[], %n: i32[], %t: str[]) -> () {{ %y = {call} : f32[] }}
        func @twice(%a: f32[]) -> (%b) {{ %b = AddV2(%a, %a) : f32[] }}
        func @none(%a: f32[]) -> () {{}}
        """
    )
    node = graph.node("y")
    (told, *_) = misfits(node.op, node.attrs, graph.functions)
    name = "none" if "none" in call else "twice"
    assert told.startswith(f"calls '{name}' as {problem}")
    assert "but it is (float32) -> (" in told
