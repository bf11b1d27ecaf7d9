"""Find nodes by op, name and expression; patterns as text."""

from __future__ import annotations

import pytest

from graphir.editing.finding import parse_pattern
from graphir.errors import ParseError
from graphir.graph import Graph
from graphir.rewrite.pattern import op, wildcards
from graphir.text.parser import parse_graph


@pytest.fixture
def graph() -> Graph:
    return parse_graph(
        """graph @g(%x: f32[2,2], %w: f32[2,2], %b: f32[2]) -> (%"layer/relu") {
          %"layer/dot" = MatMul(%x, %w) {transpose_b = true}
          %"layer/sum" = AddV2(%b, %"layer/dot")
          %"layer/relu" = Relu(%"layer/sum")
          %zero = Const() {value = 0.0 : f32[]}
          %shifted = AddV2(%x, %zero)
          %twice = AddV2(%x, %x)
        }"""
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ({"op": "AddV2"}, ["layer/sum", "shifted", "twice"]),
        ({"op": "*Mul*"}, ["layer/dot"]),
        ({"name": "layer/*"}, ["layer/dot", "layer/sum", "layer/relu"]),
        ({"op": "AddV2", "name": "layer/*"}, ["layer/sum"]),
        ({"pattern": "Relu(MatMul(x, w) + b)"}, ["layer/relu"]),
        ({"pattern": "x + x"}, ["twice"]),
        ({"pattern": "_ + _"}, ["layer/sum", "shifted", "twice"]),
        ({"pattern": "x + 0.0"}, ["shifted"]),
        ({"pattern": "x + -0.0"}, []),
        ({"pattern": "x @ w"}, ["layer/dot"]),
        ({"pattern": "MatMul(x, w, transpose_b=False)"}, []),
        ({"op": "Nothing"}, []),
    ],
)
def test_nodes_are_found(
    graph: Graph, question: dict[str, str], names: list[str]
) -> None:
    assert [node.name for node in graph.find(**question)] == names


def test_patterns_of_rules_serve_too(graph: Graph) -> None:
    x, w = wildcards("x w")
    found = graph.find(pattern=op.MatMul(x, w, transpose_b=True))
    assert [node.name for node in found] == ["layer/dot"]


@pytest.mark.parametrize(
    "text", ["", "x +", "f(**x)", "x if y else z", "'text'", "a.b(x)", "Neg(x, T=f32)"]
)
def test_what_is_no_pattern_is_told(text: str) -> None:
    with pytest.raises(ParseError, match="Not a pattern"):
        parse_pattern(text)
