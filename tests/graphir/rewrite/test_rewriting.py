"""The pattern language: how it matches, and what the driver refuses."""

from __future__ import annotations

import pytest

from graphir.graph import Graph
from graphir.passes.arithmetic.simplification import RULES
from graphir.rewrite.driver import rewrite
from graphir.rewrite.pattern import constant, match, op, wildcards
from graphir.rewrite.rule import Exactness, Rule, RuleSet
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


ZERO = "%zero = Const() {value = 0.0 : f32[]} : f32[]"


def test_shape_must_stay() -> None:
    graph = graph_of(
        "%zeros = Const() {value = splat 0.0 : f32[3,2]} : f32[3,2]"
        "%out = AddV2(%x, %zeros)"
    )
    assert not rewrite(graph, RuleSet(ADD_ZERO))


def test_dtype_must_stay() -> None:
    rule = Rule("drop_cast", op.Cast(x), x)
    assert not rewrite(graph_of("%out = Cast(%x) : f64[2]"), RuleSet(rule))


def test_control_input_is_not_lost() -> None:
    graph = graph_of(f"{ZERO} %n = NoOp() %out = AddV2(%x, %zero) ctrl(%n) : f32[2]")
    assert not rewrite(graph, RuleSet(ADD_ZERO))


def test_control_outputs_move_on() -> None:
    graph = graph_of(
        f"{ZERO} %sum = AddV2(%x, %zero) %out = Neg(%x) ctrl(%sum) : f32[2]"
    )
    rewrite(graph, RuleSet(ADD_ZERO))
    assert [node.name for node in graph.node("out").control_inputs] == ["x"]


def test_control_output_of_graph_stays() -> None:
    graph = graph_of(f"{ZERO} %sum = AddV2(%x, %zero)", results="")
    graph.control_outputs = [graph.node("sum")]
    assert not rewrite(graph, RuleSet(ADD_ZERO))


def test_rule_that_would_leave_more_nodes_is_refused() -> None:
    rule = Rule("longer", -x, op.Abs(op.Abs(x)))
    graph = graph_of("%out = Neg(%x)")
    assert not rewrite(graph, RuleSet(rule))
    assert [node.name for node in graph] == ["x", "out"]


def test_rules_that_undo_each_other_stop() -> None:
    there, back = (
        Rule("there", op.Exp(x), op.Abs(x)),
        Rule("back", op.Abs(x), op.Exp(x)),
    )
    counts = rewrite(graph_of("%out = Exp(%x)"), RuleSet(there, back))
    assert 0 < counts["there"] < 100


def test_origin_and_device_are_kept() -> None:
    graph = graph_of(
        '%n = Neg(%x) %out = AddV2(%x, %n) device("/cpu:0") : f32[2] at m.py:3:4'
    )
    rewrite(graph, RuleSet(Rule("add_negated", x + (-y), x - y)))
    node = graph.outputs[0].node
    assert (node.name, node.op, node.device) == ("out", "Sub", "/cpu:0")
    assert str(node.origin) == "m.py:3:4"


def test_names_of_new_nodes_come_from_the_old_one() -> None:
    graph = graph_of("%out = Neg(%x)")
    rule = Rule("expand", -x, op.Exp(x))
    rewrite(graph, RuleSet(rule))
    assert [node.name for node in graph] == ["x", "out"]


def test_input_that_may_be_skipped_is_not_dropped() -> None:
    graph = parse_graph(
        """graph @g(%x: i32[], %p: bool[]) -> (%out) {
          %switch = Switch(%x, %p) : i32[], i32[]
          %zero = Const() {value = 0 : i32[]} : i32[]
          %product = Mul(%switch:1, %zero)
          %out = Merge(%switch, %product) : i32[], i32[]
        }"""
    )
    assert not rewrite(graph, RuleSet(Rule("absorb", x * constant(0), constant(0))))


def test_levels_choose_rules() -> None:
    exact = RULES.allowed([Exactness.EXACT])
    assert 0 < len(exact) < len(RULES)
    assert all(rule.exactness is Exactness.EXACT for rule in exact)


def test_equation_is_text() -> None:
    rule = Rule("factor", c * x + c * y, c * (x + y))
    assert rule.equation == "(c * x) + (c * y) = c * (x + y)"
