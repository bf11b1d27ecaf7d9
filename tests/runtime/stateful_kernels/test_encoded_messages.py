"""Fields of protocol buffers as arrays, and arrays as fields."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

import runtime as tf

RAW = tf.raw_ops
KINDS: dict[str, tuple[int, Any, list[Any]]] = {
    "double": (1, tf.float64, [1.5, -2.0]),
    "float": (2, tf.float32, [0.5, -1.0]),
    "int64": (3, tf.int64, [-1, 2**62]),
    "uint64": (4, tf.uint64, [0, 2**63]),
    "int32": (5, tf.int32, [-5, 7]),
    "fixed64": (6, tf.uint64, [1, 2**40]),
    "fixed32": (7, tf.uint32, [1, 2**31]),
    "bool": (8, tf.bool, [True, False]),
    "string": (9, tf.string, [b"a", b""]),
    "bytes": (12, tf.string, [b"\0", b"\xff"]),
    "uint32": (13, tf.uint32, [3, 2**32 - 1]),
    "sfixed32": (15, tf.int32, [-3, 4]),
    "sfixed64": (16, tf.int64, [-3, 4]),
    "sint32": (17, tf.int32, [-64, 64]),
    "sint64": (18, tf.int64, [-(2**40), 1]),
}


def described() -> descriptor_pb2.FileDescriptorSet:
    """A message with a repeated field of each kind, and some that have defaults."""
    files = descriptor_pb2.FileDescriptorSet()
    file = files.file.add(name="test_encoded_messages.proto", package="fields")
    message = file.message_type.add(name="All")
    for number, (name, (kind, _, _)) in enumerate(KINDS.items(), 1):
        message.field.add(name=name, number=number, type=kind, label=3)
    one = message.field.add(name="one", number=90, type=5, label=1)
    one.default_value = "42"
    packed = message.field.add(name="packed", number=91, type=5, label=3)
    packed.options.packed = True
    return files


FILES = described()
SOURCE = b"bytes://" + FILES.SerializeToString()
POOL = descriptor_pool.DescriptorPool()
POOL.AddSerializedFile(FILES.file[0].SerializeToString())
message: Any = message_factory.GetMessageClass(POOL.FindMessageTypeByName("fields.All"))


def decoded(messages: Any, fields: dict[str, Any], **attrs: Any) -> Any:
    sizes, values = RAW.DecodeProtoV2(
        bytes=messages,
        message_type="fields.All",
        field_names=list(fields),
        output_types=list(fields.values()),
        descriptor_source=SOURCE,
        **attrs,
    )
    return sizes.numpy().tolist(), [each.numpy().tolist() for each in values]


def encoded(fields: list[str], sizes: Any, *values: Any) -> Any:
    return RAW.EncodeProto(
        sizes=np.int32(sizes),
        values=list(values),
        field_names=fields,
        message_type="fields.All",
        descriptor_source=SOURCE,
    ).numpy()


@pytest.mark.parametrize("name", KINDS)
def test_values_of_each_kind_are_read_and_written(name: str) -> None:
    _, dtype, values = KINDS[name]
    data = message(**{name: values}).SerializeToString()
    assert decoded([data], {name: dtype}) == ([[2]], [[values]])
    (made,) = encoded([name], [[2]], tf.constant([values], dtype))
    assert message.FromString(made) == message(**{name: values})


def test_packed_and_plain_are_read_alike_and_written_as_declared() -> None:
    packed = message(packed=[1, 300]).SerializeToString()
    assert decoded([packed, b"\xd8\x05\x01\xd8\x05\x02"], {"packed": tf.int32}) == (
        [[2], [2]],
        [[[1, 300], [1, 2]]],
    )
    (made,) = encoded(["packed"], [[2]], tf.constant([[1, 300]]))
    assert made == packed


def test_shorter_rows_are_filled_up() -> None:
    """With zeros or the default of a missing field; of several the last counts."""
    batch = [message(int32=[1, 2], one=7), message(int32=[3]), message()]
    data = [each.SerializeToString() for each in batch]
    data[1] += b"\xd0\x05\x01\xd0\x05\x05"
    found = decoded(data, {"int32": tf.int32, "one": tf.int32})
    rows = [[1, 2], [3, 0], [0, 0]]
    assert found == ([[2, 1], [1, 1], [0, 0]], [rows, [[7], [5], [42]]])


def test_texts_of_messages() -> None:
    found = decoded(["int32: 4"], {"int32": tf.int32}, message_format="text")
    assert found == ([[1]], [[[4]]])
    with pytest.raises(tf.errors.DataLossError, match="parse text protobuf"):
        decoded(["int32: {"], {"int32": tf.int32}, message_format="text")


@pytest.mark.parametrize("data", [b"\x08", b"\x4a\x05a", b"\x0b", b"\xff" * 11])
def test_bytes_that_are_no_message(data: bytes) -> None:
    with pytest.raises(tf.errors.DataLossError, match="consume entire buffer"):
        decoded([data], {"string": tf.string})
    with pytest.raises(tf.errors.DataLossError, match="parse binary protobuf"):
        decoded([data], {"string": tf.string}, sanitize=True)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="int32 to DT_STRING"):
        decoded([b""], {"int32": tf.string})
    with pytest.raises(tf.errors.InvalidArgumentError, match="at least one value"):
        decoded(np.empty(0, object), {"int32": tf.int32})
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"3 > 2 at message 0 fie"):
        encoded(["int32"], [[3]], tf.constant([[1, 2]]))
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"\[1,2\] but expected: \["
    ):
        encoded(["int32"], [[1, 1]], tf.constant([[1]]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Saw dtype: float32"):
        encoded(["int32"], [[1]], tf.constant([[1.0]]))
