"""The pattern language: how it matches, and what the driver refuses."""

from __future__ import annotations

from graphir.graph import Graph
from graphir.passes.arithmetic.simplification import RULES
from graphir.rewrite.driver import rewrite
from graphir.rewrite.pattern import constant, op, wildcards
from graphir.rewrite.rule import Exactness, Rule, RuleSet
from graphir.text.parser import parse_graph

a, b, c, x, y = wildcards("a b c x y")
ADD_ZERO = Rule("add_zero", x + constant(0), x)


def graph_of(body: str, results: str = "%out", inputs: str = "%x: f32[2]") -> Graph:
    return parse_graph(f"graph @g({inputs}) -> ({results}) {{ {body} }}")


ZERO = "%zero = Const() {value = 0.0 : f32[]} : f32[]"


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
