"""Node messages as they are read: attributes and dtypes, edges still text."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.errors import InvalidGraphError
from graphir.text.parser import parse_graph
from graphir.wire import messages
from graphir.wire.graphdef import from_graph_def
from graphir.wire.node_reading import (
    UNMODELLED,
    copy_fields,
    original_names,
    read_nodes,
)
from graphir.wire.signatures import OpTable
from tests.graphir.wire.graph_texts import CONST, graph_def

FUSED = (
    CONST
    + """
node { name: "f" op: "Identity" input: "c" device: "/cpu:0"
  attr { key: "T" value { type: DT_FLOAT } }
  experimental_debug_info {
    original_node_names: "a" original_node_names: "b" original_func_names: "g" } }
"""
)


def test_nodes_have_attributes_and_types() -> None:
    _, node = read_nodes(graph_def(FUSED).node, OpTable({}))
    assert (node.name, node.op, node.device) == ("f", "Identity", "/cpu:0")
    assert list(node.inputs) == ["c"]
    assert node.types.outputs == (dtypes.float32,)
    assert str(node) == "node 'f' (Identity)"
    assert str(node.wrong("bad")) == "node 'f' (Identity): bad"


def test_a_wrong_attribute_names_the_node() -> None:
    text = CONST + 'node { name: "bad" op: "Neg" input: "c" }'
    with pytest.raises(InvalidGraphError, match=r"node 'bad' \(Neg\): attribute 'T'"):
        read_nodes(graph_def(text).node, OpTable({}))


def test_unknown_ops_keep_their_attributes() -> None:
    text = 'node { name: "m" op: "Mystery" attr { key: "k" value { i: 3 } } }'
    (node,) = read_nodes(graph_def(text).node, OpTable({}))
    assert node.facts is None
    assert node.attrs == {"k": 3}


def test_what_nodes_lack_is_kept_as_bytes() -> None:
    message = graph_def(FUSED).node[1]
    part = copy_fields(message, "NodeDef", ["experimental_debug_info", "op"])
    kept = messages.parse("NodeDef", part)
    assert (kept.op, kept.name) == ("Identity", "")
    assert list(kept.experimental_debug_info.original_node_names) == ["a", "b"]


def test_names_of_the_nodes_that_were_fused() -> None:
    node = from_graph_def(graph_def(FUSED)).node("f")
    assert UNMODELLED in node.attrs
    assert original_names(node) == [("a", "g"), ("b", "")]
    plain = parse_graph("graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) }").node("y")
    assert original_names(plain) == []
