"""Graphs for networkx."""

from __future__ import annotations

from graphir.analysis.networks import are_isomorphic
from graphir.text.parser import parse_graph


def test_graphs_with_other_names_are_isomorphic() -> None:
    first = parse_graph(
        "graph @a(%x: f32[], %y: f32[]) -> (%c) { %b = Sub(%x, %y) %c = Mul(%b, %b) }"
    )
    renamed = parse_graph(
        "graph @b(%p: f32[], %q: f32[]) -> (%s) { %r = Sub(%p, %q) %s = Mul(%r, %r) }"
    )
    assert are_isomorphic(first, renamed)


def test_other_ops_attributes_or_edges_are_not_isomorphic() -> None:
    texts = [
        "graph @a(%x: f32[2,2]) -> (%y) { %y = MatMul(%x, %x) }",
        "graph @a(%x: f32[2,2]) -> (%y) { %y = MatMul(%x, %x) {transpose_a = true} }",
        "graph @a(%x: f32[2,2]) -> (%y) { %n = Neg(%x) %y = MatMul(%n, %x) }",
        "graph @a(%x: f32[2,2]) -> (%y) { %n = Neg(%x) %y = MatMul(%x, %n) }",
    ]
    graphs = [parse_graph(text) for text in texts]
    pairs = [(a, b) for a in graphs for b in graphs if a is not b]
    assert not any(are_isomorphic(a, b) for a, b in pairs)
