"""Graph: names, removal, replacement, copies."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import output_types
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from graphir.text.printer import print_graph


def chain() -> Graph:
    return parse_graph(
        """graph @g(%x: f32[2]) -> (%c) {
          %a = Neg(%x)
          %b = Neg(%a) ctrl(%x) : f32[2]
          %c = Neg(%b)
        }"""
    )


def test_names_are_made_unique() -> None:
    graph = Graph("g")
    names = [graph.add_node("NoOp", (), {}, (), "n").name for _ in range(3)]
    assert names == ["n", "n_1", "n_2"]


def test_names_that_differ_in_case_only_count_as_taken() -> None:
    graph = Graph("g")
    graph.add_node("NoOp", (), {}, (), "Add")
    assert graph.add_node("NoOp", (), {}, (), "add").name == "add_1"


def test_reader_takes_names_as_they_are() -> None:
    graph = Graph("g")
    graph.add_named_node("Add", "NoOp", {}, ())
    assert graph.add_named_node("add", "NoOp", {}, ()).name == "add"
    with pytest.raises(InvalidGraphError, match="two nodes named 'add'"):
        graph.add_named_node("add", "NoOp", {}, ())


def test_missing_node_suggests_a_similar_name() -> None:
    with pytest.raises(InvalidGraphError, match="has no node 'axe'"):
        chain().node("axe")
    graph = Graph("g")
    graph.add_node("NoOp", (), {}, (), "weights")
    with pytest.raises(InvalidGraphError, match="did you mean 'weights'"):
        graph.node("weight")


@pytest.mark.parametrize("name", ["a:1", "a:-1", "a:x"])
def test_value_needs_an_existing_output(name: str) -> None:
    with pytest.raises(InvalidGraphError, match="has 1 outputs"):
        chain().value(name)


def test_node_that_is_read_cannot_be_removed() -> None:
    graph = chain()
    with pytest.raises(InvalidGraphError, match="%a is still read"):
        graph.remove_node(graph.node("a"))


def test_output_cannot_be_removed() -> None:
    graph = chain()
    with pytest.raises(InvalidGraphError, match="%c is still read"):
        graph.remove_node(graph.node("c"))


def test_nodes_that_read_each_other_go_together() -> None:
    graph = chain()
    graph.outputs = [graph.value("x")]
    graph.remove_nodes([graph.node("a"), graph.node("b"), graph.node("c")])
    assert [node.name for node in graph] == ["x"]
    assert not graph.value("x").is_used
    assert not graph.node("x").control_outputs


def test_renamed_node_keeps_its_place() -> None:
    graph = chain()
    graph.rename_node(graph.node("a"), "z")
    assert [node.name for node in graph] == ["x", "z", "b", "c"]
    with pytest.raises(InvalidGraphError, match="two nodes named 'b'"):
        graph.rename_node(graph.node("z"), "b")


def test_copy_is_equal_and_independent() -> None:
    graph = chain()
    copy = graph.copy()
    assert print_graph(copy) == print_graph(graph)
    copy.node("a").replace_input(0, copy.value("b"))
    copy.rename_node(copy.node("a"), "other")
    assert graph.node("a").inputs == (graph.value("x"),)


def test_copy_brings_its_functions() -> None:
    graph = parse_graph("graph @g() -> () {} func @f(%x: f32[]) -> (%x) {}")
    copy = graph.copy()
    assert copy.functions["f"] is not graph.functions["f"]
    assert copy.functions["f"].body.functions is copy.functions


def test_order_must_name_every_node() -> None:
    graph = chain()
    with pytest.raises(InvalidGraphError, match="exactly once"):
        graph.reorder(graph.nodes[1:])
    graph.reorder(graph.nodes[::-1])
    assert [node.name for node in graph] == ["c", "b", "a", "x"]


def test_input_of_another_graph_is_refused() -> None:
    graph, other = chain(), chain()
    x = other.value("x")
    with pytest.raises(InvalidGraphError, match="belongs to another graph"):
        graph.add_node("Neg", [x], {"T": x.dtype}, [(x.dtype, x.shape)])
    assert len(x.uses) == 1


def test_inputs_are_placeholders_in_order() -> None:
    graph = Graph("g")
    x = graph.add_input("x", dtypes.float32, Shape([None]))
    y = graph.add_input("x", dtypes.int32, Shape([]))
    assert graph.inputs == [x, y]
    assert [value.name for value in graph.inputs] == ["x", "x_1"]


def test_a_node_takes_the_name_and_the_place_of_another() -> None:
    graph = parse_graph(
        "graph @g(%x: f32[]) -> (%b) { %a = Neg(%x) %b = Exp(%x) ctrl(%a) }"
    )
    old, made = (
        graph.node("a"),
        graph.add_node(
            "Abs", graph.node("a").inputs, {}, output_types(graph.node("a"))
        ),
    )
    graph.replace_node(old, made)
    assert [(node.name, node.op) for node in graph] == [
        ("x", "Placeholder"),
        ("a", "Abs"),
        ("b", "Exp"),
    ]
    assert old.graph is None
    assert graph.node("a") is made
    assert "Abs" not in graph
    with pytest.raises(InvalidGraphError, match="still read"):
        graph.replace_node(graph.node("b"), made)
