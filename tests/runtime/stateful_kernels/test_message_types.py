"""Types of protocol buffers, found by name in a process, a file, or bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2

import runtime as tf
from runtime.stateful_kernels.message_types import field_of, message_class, message_type


def described() -> bytes:
    """A set of files with one message that has one field."""
    files = descriptor_pb2.FileDescriptorSet()
    file = files.file.add(name="test_message_types.proto", package="example")
    message = file.message_type.add(name="Point")
    message.field.add(name="x", number=1, type=5, label=1)
    return files.SerializeToString()


def test_types_of_the_process() -> None:
    found = message_type("tensorflow.Example", "local://")
    assert found.full_name == "tensorflow.Example"
    assert message_type("tensorflow.Example", "") is found
    assert message_type("google.protobuf.DescriptorProto", "").name == "DescriptorProto"


def test_types_of_bytes_and_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "types"
    path.write_bytes(described())
    for source in (b"bytes://" + described(), str(path)):
        found = message_type("example.Point", source)
        made = message_class(found)(x=3)
        assert made.SerializeToString() == b"\x08\x03"
        assert field_of(found, "x").number == 1


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="message type no.Such"):
        message_type("no.Such", "")
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unknown field: z in mes"):
        field_of(message_type("tensorflow.Example", ""), "z")
    for source in (b"bytes://\xff", str(tmp_path / "absent")):
        with pytest.raises(
            tf.errors.InvalidArgumentError, match="Source does not repr"
        ):
            message_type("example.Point", source)
