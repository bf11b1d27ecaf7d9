"""Edges of messages: names resolved, dtypes compared, an order found."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.errors import InvalidGraphError
from graphir.wire.edges import (
    graph_resolver,
    is_index,
    link_nodes,
    positions_by_name,
    reading_order,
    unknown_name,
)
from graphir.wire.node_reading import ReadNode, read_nodes
from graphir.wire.signatures import OpTable
from tests.graphir.wire.graph_texts import CONST, LOOP, graph_def


def read(text: str) -> list[ReadNode]:
    return read_nodes(graph_def(text).node, OpTable({}))


def linked(text: str) -> list[ReadNode]:
    nodes = read(text)
    positions = positions_by_name(nodes)
    link_nodes(nodes, positions, graph_resolver(positions))
    return nodes


def unary(name: str, source: str, op: str = "Neg") -> str:
    return (
        f'node {{ name: "{name}" op: "{op}" input: "{source}" '
        'attr { key: "T" value { type: DT_FLOAT } } }'
    )


def test_names_and_outputs() -> None:
    resolve = graph_resolver({"a": 0, "a:1": 1, "b": 2})
    assert [resolve(each) for each in ("a", "b:3", "a:1", "a:1:2")] == [
        (0, 0),
        (2, 3),
        (1, 0),
        (1, 2),
    ]
    for text in ("c", "a:x", "a:", "a:-1", "a:9999999999"):
        with pytest.raises(InvalidGraphError, match="names no node"):
            resolve(text)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("0", True),
        ("007", True),
        ("", False),
        ("-1", False),
        ("²", False),
        ("1" * 10, False),
    ],
)
def test_indices(text: str, is_one: bool) -> None:
    assert is_index(text) is is_one


def test_a_near_name_is_proposed() -> None:
    assert "did you mean 'layer/weights'?" in unknown_name(
        "layer/weight:0", {"layer/weights": 0, "other": 1}
    )
    assert "did you mean" not in unknown_name("x", {"layer": 0})


def test_two_nodes_of_one_name() -> None:
    with pytest.raises(InvalidGraphError, match="another node of this name"):
        positions_by_name(read(CONST + CONST))


def test_edges_are_positions() -> None:
    nodes = linked(CONST + unary("a", "c") + unary("b", "a:0"))
    assert [list(each.sources) for each in nodes] == [[], [(0, 0)], [(1, 0)]]
    assert nodes[1].inputs == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (unary("a", "c:1"), "output 1 of node 'c'"),
        (unary("a", "d"), "input 'd' names no node"),
        (unary("a", "^d"), "input 'd' names no node"),
        (
            'node { name: "a" op: "Neg" input: "^c" input: "c" '
            'attr { key: "T" value { type: DT_FLOAT } } }',
            "control inputs come last",
        ),
        (unary("a", "c").replace("DT_FLOAT", "DT_INT32"), "int32 is needed"),
        (unary("a", "c", "AddV2"), "it has 1 inputs and needs 2"),
    ],
)
def test_edges_that_do_not_fit(text: str, reason: str) -> None:
    with pytest.raises(InvalidGraphError, match=reason):
        linked(CONST + text)


def test_an_unknown_op_gets_the_outputs_that_are_read() -> None:
    nodes = linked(
        CONST + 'node { name: "m" op: "Mystery" input: "c" }' + unary("a", "m:2")
    )
    outputs = nodes[1].types.outputs
    assert len(outputs) == 3
    assert outputs[2] is dtypes.float32


def test_order() -> None:
    assert reading_order(linked(CONST + unary("a", "c"))) == range(2)
    late = linked(unary("b", "a") + unary("a", "c") + CONST)
    assert list(reading_order(late)) == [2, 1, 0]
    assert len(reading_order(linked(LOOP))) == len(read(LOOP))
    with pytest.raises(
        InvalidGraphError, match="read each other in a circle: node 'a'"
    ):
        reading_order(linked(unary("a", "b") + unary("b", "a")))
