"""Node and Value: edges change through one method, and readers are known."""

from __future__ import annotations

import pytest

from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.text.parser import parse_graph


def diamond() -> Graph:
    return parse_graph(
        """graph @g(%x: f32[2], %n: i32[2]) -> (%c, %a) {
          %a = Neg(%x)
          %b = Neg(%x)
          %c = AddV2(%a, %a)
        }"""
    )


def test_uses_name_node_and_input() -> None:
    graph = diamond()
    uses = [(use.node.name, use.input_index) for use in graph.value("a").uses]
    assert uses == [("c", 0), ("c", 1)]


def test_replaced_input_moves_the_use() -> None:
    graph = diamond()
    graph.node("c").replace_input(1, graph.value("b"))
    assert [use.input_index for use in graph.value("a").uses] == [0]
    assert [use.input_index for use in graph.value("b").uses] == [1]


def test_input_of_another_dtype_is_refused() -> None:
    graph = diamond()
    with pytest.raises(InvalidGraphError, match="is float32; %n is int32"):
        graph.node("c").replace_input(0, graph.value("n"))


def test_replacing_all_uses_reaches_outputs() -> None:
    graph = diamond()
    graph.value("a").replace_all_uses_with(graph.value("b"))
    assert not graph.value("a").is_used
    assert graph.outputs == [graph.value("c"), graph.value("b")]


def test_control_edges_are_known_at_both_ends() -> None:
    graph = diamond()
    a, b = graph.node("a"), graph.node("b")
    b.add_control_input(a)
    assert a.control_outputs == (b,)
    b.set_control_inputs(())
    assert a.control_outputs == ()


def test_op_nobody_knows_counts_as_stateful() -> None:
    graph = parse_graph("graph @g() -> () { %a = Mystery() %b = NoOp() }")
    assert graph.node("a").is_stateful
    assert not graph.node("b").is_stateful


def test_view_gives_arguments_by_name() -> None:
    call = diamond().node("c").call()
    assert call.x is call.y
    assert call.z.name == "c"
