"""Message classes: proto3 meaning, private pool, one table."""

from __future__ import annotations

import copy
import pickle

import pytest

from graphir.errors import ParseError
from graphir.wire import messages
from graphir.wire.message_names import TOP_LEVEL


def test_public_names_are_the_top_level_of_the_table() -> None:
    top_level = [name for name in messages.names() if "." not in name]
    assert sorted(top_level) == list(TOP_LEVEL)


@pytest.mark.parametrize("name", messages.names())
def test_every_message_can_be_made_and_parsed(name: str) -> None:
    message = messages.get(name)()
    assert messages.parse(name, message.SerializeToString()) == message


def test_classes_have_tensorflows_full_names() -> None:
    assert messages.get("AttrValue.ListValue").DESCRIPTOR.full_name == (
        "tensorflow.AttrValue.ListValue"
    )


def test_message_is_built_by_hand_and_read() -> None:
    graph_def = messages.get("GraphDef")()
    graph_def.node.add(name="a", op="AddV2", input=["x", "y"]).attr["T"].type = 1
    assert list(graph_def.node[0].input) == ["x", "y"]


def test_oneof_keeps_the_last_field_set() -> None:
    value = messages.get("AttrValue")(i=1)
    value.f = 2.0
    assert value.WhichOneof("value") == "f"


def test_map_entries_are_made_when_looked_up() -> None:
    node = messages.get("NodeDef")()
    node.attr["T"].type = 1
    assert dict(node.attr).keys() == {"T"}


def test_repeated_numbers_are_packed() -> None:
    tensor = messages.get("TensorProto")(int_val=[1, 2, 3])
    # field 7, length-delimited, three bytes
    assert tensor.SerializeToString() == b"\x3a\x03\x01\x02\x03"


def test_numbers_of_fixed_size_are_packed() -> None:
    trace = messages.get("GraphDebugInfo.StackTrace")(frame_id=[1])
    # field 2, delimited: eight bytes
    assert trace.SerializeToString() == b"\x12\x08" + (1).to_bytes(8, "little")


def test_enum_has_names_and_numbers() -> None:
    assert messages.enum("DataType").Value("DT_BFLOAT16") == 14


def test_borrowed_messages_are_in_the_private_pool() -> None:
    info = messages.get("MetaGraphDef.MetaInfoDef")()
    info.any_info.type_url = "type.googleapis.com/x"
    assert info.any_info.DESCRIPTOR.full_name == "google.protobuf.Any"


def test_message_is_pickled() -> None:
    node = messages.get("NodeDef")(name="x")
    assert pickle.loads(pickle.dumps(node)) == node


def test_message_is_copied_deeply() -> None:
    node = messages.get("NodeDef")(name="x")
    twin = copy.deepcopy(node)
    twin.name = "y"
    assert node.name == "x"


def test_bytes_that_are_no_message_are_refused() -> None:
    with pytest.raises(ParseError, match="3 bytes are no GraphDef message"):
        messages.parse("GraphDef", b"\x0a\x7fx")


def test_unknown_message_is_refused() -> None:
    with pytest.raises(ParseError, match="no message 'GraphDeff'"):
        messages.get("GraphDeff")


def test_unknown_enum_is_refused() -> None:
    with pytest.raises(ParseError, match="no enum 'Data'"):
        messages.enum("Data")


def test_message_of_another_kind_is_not_ours() -> None:
    with pytest.raises(TypeError, match="A GraphDef message is needed, not NodeDef"):
        messages.as_ours(messages.get("NodeDef")(), "GraphDef")
