"""The pattern language: what matches, in which order."""

from __future__ import annotations

import pytest

from graphir.graph import Graph
from graphir.rewrite.driver import rewrite
from graphir.rewrite.pattern import constant, match, op, wildcards
from graphir.rewrite.rule import Rule, RuleSet
from graphir.text.parser import parse_graph

a, b, c, x, y = wildcards("a b c x y")


ADD_ZERO = Rule("add_zero", x + constant(0), x)


def graph_of(body: str, results: str = "%out", inputs: str = "%x: f32[2]") -> Graph:
    return parse_graph(f"graph @g({inputs}) -> ({results}) {{ {body} }}")


def test_matcher_tries_both_orders_of_every_operand() -> None:
    graph = parse_graph(
        """graph @g(%a: f32[], %b: f32[], %k: f32[]) -> (%out) {
          %first = Mul(%a, %k)
          %second = Mul(%k, %b)
          %out = AddV2(%first, %second)
        }"""
    )
    found = [each["c"].name for each in match(c * x + c * y, graph.value("out"), {})]
    assert set(found) == {"k"}


def test_same_name_must_be_the_same_value() -> None:
    graph = graph_of("%y = Neg(%x) %out = Sub(%x, %y)")
    assert not list(match(x - x, graph.value("out"), {}))


def test_not_commutative_operands_keep_their_order() -> None:
    graph = graph_of("%n = Neg(%x) %out = Sub(%n, %x)")
    assert list(match((-x) - y, graph.value("out"), {}))
    assert not list(match(y - (-x), graph.value("out"), {}))


@pytest.mark.parametrize(
    ("number", "text", "expected"),
    [
        (0, "0.0", True),
        (0, "-0.0", False),
        (-0.0, "-0.0", True),
        (1, "1.0", True),
        (1, "nan", False),
        (True, "1.0", False),
    ],
)
def test_literal_matches_to_the_sign_of_zero(
    number: float, text: str, expected: bool
) -> None:
    graph = graph_of(
        f"%k = Const() {{value = {text} : f32[]}} : f32[] %out = AddV2(%x, %k)"
    )
    found = list(match(x + constant(number), graph.value("out"), {}))
    assert bool(found) is expected


def test_shape_must_stay() -> None:
    graph = graph_of(
        "%zeros = Const() {value = splat 0.0 : f32[3,2]} : f32[3,2]"
        "%out = AddV2(%x, %zeros)"
    )
    assert not rewrite(graph, RuleSet(ADD_ZERO))


def test_dtype_must_stay() -> None:
    rule = Rule("drop_cast", op.Cast(x), x)
    assert not rewrite(graph_of("%out = Cast(%x) : f64[2]"), RuleSet(rule))


def test_equation_is_text() -> None:
    rule = Rule("factor", c * x + c * y, c * (x + y))
    assert rule.equation == "(c * x) + (c * y) = c * (x + y)"
