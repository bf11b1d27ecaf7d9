"""What passes and rules did to each node."""

from __future__ import annotations

import json

from graphir.analysis.history import History
from graphir.graph import Graph
from graphir.passes.optimizer import optimize_graph
from graphir.text.parser import parse_graph
from graphir.watching import WATCHERS, Watcher, watched_by

TEXT = """
graph @g(%x: f32[2]) -> (%out) {
  %two = Const() {value = 2.0 : f32[]}
  %three = Const() {value = 3.0 : f32[]}
  %six = Mul(%two, %three)
  %a = Exp(%x)
  %b = Exp(%x)
  %n = Neg(%a)
  %m = Neg(%n)
  %scaled = Mul(%m, %six)
  %out = AddV2(%scaled, %b)
  %dead = Sin(%x)
}
"""


def recorded(text: str, pipeline: str | None = None) -> tuple[Graph, History]:
    graph, history = parse_graph(text), History()
    with watched_by(history):
        optimize_graph(graph, pipeline)
    return graph, history


def told(history: History, name: str) -> list[str]:
    return [str(event).partition(", ")[2] for event in history.of(name)]


def test_each_node_has_its_story() -> None:
    graph, history = recorded(TEXT)

    assert told(history, "dead") == ["dead_nodes.removed: removed"]
    assert told(history, "b") == ["cse.merged: replaced by %a"]
    assert told(history, "six") == ["constant_folding.folded: Mul became Const"]
    assert told(history, "m")[-1].endswith("replaced by %a")
    assert told(history, "x") == []
    assert graph.node("six").op == "Const"


def test_the_pieces_of_one_rewrite_stand_together() -> None:
    _, history = recorded(TEXT, "constant_folding")

    (event,) = history.of("six")
    assert {each.node for each in history.beside(event)} == {"two", "three"}
    assert {each.kind for each in history.beside(event)} == {"removed"}


def test_what_inlining_makes_is_told_with_the_call() -> None:
    _, history = recorded(
        """graph @g(%x: f32[2]) -> (%call) {
          %call = PartitionedCall(%x) {f = @f, Tout = [f32]} : f32[2]
        }
        func @f(%v: f32[2]) -> (%w) { %w = Sin(%v) }"""
    )
    assert told(history, "call/w") == ["function_inlining.inlined: made"]
    assert told(history, "call") == [
        "function_inlining.inlined: replaced by %call/w",
    ]


def test_a_function_that_nothing_calls_is_told_from_a_dead_node() -> None:
    _, history = recorded(
        """
graph @g(%x: f32[2]) -> (%out) {
  %out = Neg(%x)
  %dead = Sin(%x)
}
func @unused(%v: f32[2]) -> (%twice) {
  %twice = AddV2(%v, %v)
}
""",
        "dead_nodes",
    )

    assert told(history, "dead") == ["dead_nodes.removed: removed"]
    assert told(history, "twice") == ["dead_nodes.functions_removed: removed"]


def test_dependencies_tell_what_they_rewrote() -> None:
    _, history = recorded(
        """graph @g(%x: f32[2]) -> (%z) {
          %y = Neg(%x)
          %wait = NoOp() ctrl(%y)
          %copy = Identity(%x) ctrl(%y)
          %z = Exp(%copy) ctrl(%wait)
        }""",
        "dependencies",
    )
    applied = {(each.rule, each.node) for each in history.events if each.rule}
    assert ("waiting_copy", "copy") in applied
    assert ("second_way", "z") in applied


def test_a_renamed_node_keeps_its_story() -> None:
    graph = parse_graph("graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) }")
    history = History()
    with watched_by(history):
        graph.rename_node(graph.node("y"), "z")
        graph.rename_node(graph.node("z"), "last")
        history.rule_applied(graph, "naming", graph.node("last"))
    assert [event.detail for event in history.of("y")] == ["z", "last"]


def test_events_are_data() -> None:
    _, history = recorded(TEXT)
    data = json.loads(json.dumps([event.as_data() for event in history.events]))
    assert {"kind", "node", "op", "pass_name", "rule", "round"} <= data[0].keys()


def test_nobody_watches_afterwards() -> None:
    """Also where a watcher ends the pass."""

    class Interrupting(Watcher):
        def pass_started(self, each: object, graph: Graph, round_number: int) -> None:
            raise KeyboardInterrupt

    try:
        with watched_by(Interrupting()):
            optimize_graph(parse_graph(TEXT))
    except KeyboardInterrupt:
        pass
    assert WATCHERS.get() == ()


def test_fused_nodes_tell_what_they_are_part_of() -> None:
    text = """
    graph @g(%x: f32[2,3], %w: f32[3,4], %b: f32[4]) -> (%out) {
      %product = MatMul(%x, %w)
      %sum = BiasAdd(%product, %b)
      %out = Relu(%sum)
    }
    """
    graph, history = recorded(text)
    assert [node.op for node in graph if node.inputs] == ["_FusedMatMul"]
    assert told(history, "product") == [
        "remapping.fused_bias: became part of %sum",
    ]
    assert told(history, "sum") == [
        "remapping.fused_bias: BiasAdd became _FusedMatMul",
        "remapping.fused_activation: became part of %out",
    ]


def test_what_a_changed_node_needs_no_longer_is_no_part_of_it() -> None:
    text = """
    graph @g(%x: f32[2]) -> (%out) {
      %e = Exp(%x)
      %size = Size(%e)
      %out = Cast(%size) {DstT = f32}
    }
    """
    _, history = recorded(text)
    assert [event.kind for event in history.of("e")] == ["removed"]
    assert told(history, "e")[0].endswith(": removed")
