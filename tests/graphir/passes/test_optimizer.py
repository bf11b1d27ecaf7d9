"""Optimizing for fetches: names stay, whatever becomes of the nodes."""

from __future__ import annotations

import pytest

from graphir.errors import InvalidGraphError
from graphir.passes.optimizer import optimize_for
from graphir.text.parser import parse_graph
from graphir.text.printer import print_graph

TEXT = """graph @g(%x: f32[2], %p: bool[]) -> () {
  %call = PartitionedCall(%x) {f = @body} : f32[2], f32[2]
  %copy = Identity(%x)
  %a = Neg(%x)
  %b = Neg(%x)
  %twice = Neg(%a)
  %check = Assert(%p, %x)
  %all = NoOp() ctrl(%check)
}
func @body(%x: f32[2]) -> (%x, %z) { %z = Exp(%x) }
"""


@pytest.mark.parametrize(
    ("fetches", "body"),
    [
        (["copy:0"], "%copy = Identity(%x) : f32[2]"),
        (["a", "b:0"], "%a = Neg(%x) : f32[2]|%b = Identity(%a) : f32[2]"),
        (["twice"], "%twice = Identity(%x) : f32[2]"),
        (
            ["call:1"],
            '%"call/z" = Exp(%x) : f32[2]|'
            '%call = IdentityN(%"call/z", %"call/z") : f32[2], f32[2]',
        ),
        (["all"], "%check = Assert(%p, %x)|%all = NoOp() ctrl(%check)"),
        (["x"], ""),
    ],
)
def test_fetch_keeps_its_name(fetches: list[str], body: str) -> None:
    graph = parse_graph(TEXT)
    optimize_for(graph, fetches)
    lines = print_graph(graph).splitlines()[1:-1]
    assert "|".join(line.strip() for line in lines) == body


def test_missing_fetch_is_named() -> None:
    with pytest.raises(InvalidGraphError, match="no node 'missing'"):
        optimize_for(parse_graph(TEXT), ["missing:0"])
