"""Whether two values have the same shape, whatever it is."""

from __future__ import annotations

import pytest

from graphir.analysis.shape_equality import have_equal_shapes
from graphir.text.parser import parse_graph

GRAPH = parse_graph(
    """graph @g(%x: f32[?,3], %y: f32[?,3], %s: f32[], %u: f32[*], %one: f32[1])
    -> () {
      %neg = Neg(%x)
      %copy = Identity(%neg)
      %scaled = Mul(%x, %s)
      %row = Mul(%x, %one)
      %sum = AddV2(%x, %y)
      %difference = Sub(%y, %neg)
      %unknown = Mul(%u, %s)
      %maybe_longer = Mul(%u, %one)
      %square = Mul(%x, %x)
    }"""
)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("x", "copy", True),
        ("x", "scaled", True),
        ("x", "row", True),
        ("x", "square", True),
        ("sum", "difference", True),
        ("u", "unknown", True),
        ("x", "y", False),
        ("x", "sum", False),
        ("u", "maybe_longer", False),
        ("s", "one", False),
    ],
)
def test_shapes_are_known_to_be_equal(first: str, second: str, expected: bool) -> None:
    assert have_equal_shapes(GRAPH.value(first), GRAPH.value(second)) is expected


def test_diamonds_are_asked_once() -> None:
    lines = [f"%n{i + 1} = AddV2(%n{i}, %n{i}) : f32[?]" for i in range(45)]
    text = "\n".join(["graph @g(%n0: f32[?]) -> () {", *lines, "}"])
    graph = parse_graph(text)
    assert have_equal_shapes(graph.value("n0"), graph.value("n45"))
