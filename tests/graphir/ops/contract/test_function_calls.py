"""Which functions an op calls, and what it hands to them."""

from __future__ import annotations

import pytest

from graphir.ops.contract.function_calls import (
    call_types,
    callees,
    first_passed,
    misfits,
)
from graphir.text.parser import parse_graph


@pytest.mark.parametrize(
    ("op", "attrs", "first"),
    [
        ("PartitionedCall", ["f"], 0),
        ("StatelessIf", ["then_branch", "else_branch"], 1),
        ("Case", ["branches"], 1),
        ("While", ["cond", "body"], 0),
    ],
)
def test_calls_are_read_from_the_signature(
    op: str, attrs: list[str], first: int
) -> None:
    assert [callee.attr for callee in callees(op)] == attrs
    assert first_passed(op) == first


def test_condition_of_a_loop_gives_nothing_on() -> None:
    assert [callee.result_types for callee in callees("While")] == ["", "T"]
    assert callees("Add") == ()


def test_types_of_calls_are_attributes_or_dtypes() -> None:
    assert call_types("For") == [("body", ["int32", "T"], "T")]
    assert call_types("StatelessIf")[1] == ("else_branch", ["Tin"], "Tout")
    assert call_types("While")[0] == ("cond", ["T"], "")
    assert not call_types("AddV2")
    assert not call_types("NoSuchOp")


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
