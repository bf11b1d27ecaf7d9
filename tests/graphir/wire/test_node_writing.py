"""Nodes as messages: names, inputs, attributes."""

from __future__ import annotations

import pytest

from graphir.errors import InvalidGraphError
from graphir.text.parser import parse_graph
from graphir.wire import messages
from graphir.wire.node_writing import fill_node_def

TEXT = """
graph @g(%x: f32[2]) -> (%y) {
  %n = NoOp()
  %s, %i = Unique(%x) : f32[?], i32[?]
  %y = AddV2(%x, %x) ctrl(%n) device("/cpu:0")
  %z = Neg(%i)
}
"""


def written(name: str, **attrs):
    node = parse_graph(TEXT).node(name)
    node.attrs.update(attrs)
    message = messages.get("NodeDef")()
    fill_node_def(
        message,
        node,
        lambda value: f"{value.node.name}:{value.index}",
        lambda each: f"scope/{each.name}",
    )
    return message


def test_inputs_and_control_inputs_are_named_by_the_caller() -> None:
    message = written("y")
    assert (message.name, message.op, message.device) == ("scope/y", "AddV2", "/cpu:0")
    assert list(message.input) == ["x:0", "x:0", "^scope/n"]
    assert message.attr["T"].type == 1
    assert list(written("z").input) == ["s:1"]
    assert not written("z").device


def test_attributes_are_of_their_kind() -> None:
    message = written("s", _note=[1, 2], _name=b"a")
    assert list(message.attr["_note"].list.i) == [1, 2]
    assert message.attr["_name"].s == b"a"


def test_an_attribute_without_a_form_names_node_and_attribute() -> None:
    with pytest.raises(InvalidGraphError, match=r"node 'y' \(AddV2\), attribute '_x'"):
        written("y", _x=object())
