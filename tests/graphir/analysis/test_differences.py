"""Differences by meaning: renaming is none, a changed constant is one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from graphir.analysis.differences import assert_same_graph, diff
from graphir.graph import Graph
from graphir.text.parser import parse_graph
from tests.strategies import graphs

BASE = """graph @g(%x: f32[2], %y: f32[2]) -> (%out) {
  %one = Const() {value = 1.0 : f32[]} : f32[]
  %sum = AddV2(%x, %y)
  %scaled = Mul(%sum, %one)
  %out = Exp(%scaled)
}"""


def renamed(graph: Graph) -> Graph:
    copy = graph.copy()
    for index, node in enumerate(copy.nodes):
        if not node.is_stateful:
            copy.rename_node(node, f"renamed/{index}")
    return copy


@given(graphs())
def test_other_names_are_no_change(graph: Graph) -> None:
    assert not diff(graph, renamed(graph))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("1.0 : f32", "2.0 : f32", "~ %one: value = 1.0 : f32[] -> 2.0 : f32[]"),
        ("AddV2(%x, %y)", "AddV2(%y, %x)", ""),
        (
            "AddV2(%x, %y)",
            "AddV2(%x, %x)",
            "~ %sum: input 1 is %y -> %x",
        ),
        (
            "Exp(%scaled)",
            "Neg(%scaled)",
            "- %out = Exp(%scaled) : f32[2]\n+ %out = Neg(%scaled) : f32[2]",
        ),
        ("-> (%out)", "-> (%sum)", "! output 0 is %out -> %sum"),
        ("-> (%out)", "-> (%out, %sum)", "! 1 outputs -> 2"),
    ],
)
def test_change_is_shown_where_it_is(old: str, new: str, expected: str) -> None:
    before, after = parse_graph(BASE), parse_graph(BASE.replace(old, new))
    assert str(diff(before, after)) == expected


def test_functions_count_by_what_they_do() -> None:
    text = """graph @g(%x: f32[]) -> (%y) {{
      %y = PartitionedCall(%x) {{f = @{name}}} : f32[]
    }}
    func @{name}(%x: f32[]) -> (%z) {{ %z = {op}(%x) }}"""
    first = parse_graph(text.format(name="f", op="Neg"))
    same = parse_graph(text.format(name="f_12", op="Neg"))
    other = parse_graph(text.format(name="f", op="Exp"))
    assert not diff(first, same)
    assert diff(first, other)


def test_difference_as_data_is_json() -> None:
    found = diff(parse_graph(BASE), parse_graph(BASE.replace("1.0", "2.0")))
    data = json.loads(json.dumps(found.as_data()))
    assert data["changed"][0]["before"] == "one"


def test_assertion_shows_the_difference() -> None:
    assert_same_graph(parse_graph(BASE), parse_graph(BASE))
    with pytest.raises(AssertionError, match="~ %one: value"):
        assert_same_graph(parse_graph(BASE), parse_graph(BASE.replace("1.0", "2.0")))
