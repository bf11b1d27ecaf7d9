"""Nodes are made of messages in the order of the list, whatever reads what."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.shapes import Shape
from graphir.wire.edges import graph_resolver, link_nodes, positions_by_name
from graphir.wire.node_building import add_nodes
from graphir.wire.node_reading import read_nodes
from graphir.wire.signatures import OpTable
from tests.graphir.wire.graph_texts import CONST, LOOP, graph_def

HELD = (
    'node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } '
    'attr { key: "shape" value { shape { } } } }'
)


def built(text: str, producer: int = 24) -> Graph:
    graph = Graph("g")
    graph.producer = producer
    nodes = read_nodes(graph_def(text).node, OpTable({}))
    positions = positions_by_name(nodes)
    link_nodes(nodes, positions, graph_resolver(positions))
    made = add_nodes(graph, nodes)
    assert [each.name for each in made] == [each.name for each in graph]
    return graph


def neg(name: str, source: str, more: str = "") -> str:
    return (
        f'node {{ name: "{name}" op: "Neg" input: "{source}" {more} '
        'attr { key: "T" value { type: DT_FLOAT } } }'
    )


def test_the_order_of_the_list_stays() -> None:
    graph = built(neg("b", "a") + neg("a", "c", 'input: "^x"') + CONST + HELD)
    assert [each.name for each in graph] == ["b", "a", "c", "x"]
    assert graph.node("a").inputs == (graph.node("c").output,)
    assert graph.node("a").control_inputs == (graph.node("x"),)
    assert graph.node("b").output.shape == Shape([])


def test_an_edge_that_leads_back_is_closed() -> None:
    graph = built(LOOP)
    merge = graph.node("merge")
    assert [each.node.name for each in merge.inputs] == ["enter", "next"]


def test_shapes_that_the_message_tells_are_merged() -> None:
    told = 'attr { key: "_output_shapes" value { list { shape { dim { size: 3 } } } } }'
    scalar = HELD.replace("shape { }", "shape { unknown_rank: true }")
    graph = built(scalar + neg("a", "x", told))
    assert graph.node("a").output.shape == Shape([3])
    wrong = built(HELD + neg("a", "x", told))
    assert wrong.node("a").output.shape == Shape([])


@pytest.mark.parametrize(("producer", "rank"), [(24, 0), (23, None)])
def test_a_scalar_of_an_old_producer_is_unknown(producer: int, rank) -> None:
    assert built(HELD, producer).node("x").output.shape.rank == rank


def test_variables_know_what_is_behind_their_handles() -> None:
    text = (
        'node { name: "v" op: "VarHandleOp" '
        'attr { key: "dtype" value { type: DT_FLOAT } } '
        'attr { key: "shape" value { shape { dim { size: 2 } } } } }'
        'node { name: "same" op: "Identity" input: "v" '
        'attr { key: "T" value { type: DT_RESOURCE } } }'
    )
    graph = built(text)
    expected = ((dtypes.float32, Shape([2])),)
    assert graph.node("v").output.handle_data == expected
    assert graph.node("same").output.handle_data == expected


def test_shapes_that_do_not_fit_name_the_node() -> None:
    vector = HELD.replace("shape { }", "shape { dim { size: 2 } }")
    text = (
        'node { name: "m" op: "MatMul" input: "x" input: "x" '
        'attr { key: "T" value { type: DT_FLOAT } } }'
    )
    with pytest.raises(InvalidGraphError, match=r"node 'm' \(MatMul\)"):
        built(vector + text)
