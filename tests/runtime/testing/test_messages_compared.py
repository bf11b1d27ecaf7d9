"""The first difference of two messages, whatever their fields are called."""

from __future__ import annotations

import math
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from graphir.wire import messages
from runtime.testing.messages_compared import difference, parsed


def odd_message() -> Any:
    """A message whose fields have names of Python's methods of lists and dicts."""
    file = descriptor_pb2.FileDescriptorProto(name="odd.proto", syntax="proto3")
    inner = file.message_type.add(name="Inner")
    for number, name in enumerate(("items", "add", "append"), 1):
        inner.field.add(name=name, number=number, type=3, label=1)
    outer = file.message_type.add(name="Outer")
    outer.field.add(name="inner", number=1, type=11, label=1, type_name=".Inner")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("Outer"))


def test_fields_may_have_the_names_of_methods() -> None:
    kind = odd_message()
    one, other = kind(), kind()
    one.inner.items = other.inner.items = 3
    assert difference(one, other, 0.0) is None
    other.inner.items = 4
    assert (
        difference(one, other, 0.0) == "Field 'inner': Field 'items': 3 expected, not 4"
    )


@pytest.mark.parametrize(
    ("first", "second", "tolerance", "expected"),
    [
        ([1.0], [1.0], 0.0, None),
        ([1.0], [1.01], 0.1, None),
        ([1.0], [1.01], 1e-3, "1.0 expected, not 1.01"),
        ([math.nan], [math.nan], 0.0, None),
        ([math.nan], [1.0], 0.5, "nan expected, not 1.0"),
        ([math.inf], [-math.inf], 0.5, "inf expected, not -inf"),
        ([1.0], [1.0, 2.0], 0.0, "1 elements expected, not 2"),
    ],
)
def test_lists_of_floats(
    first: list[float], second: list[float], tolerance: float, expected: str | None
) -> None:
    kind = messages.get("TensorProto")
    found = difference(kind(double_val=first), kind(double_val=second), tolerance)
    assert found == (expected and f"Field 'double_val': {expected}")


def test_missing_fields_and_keys_are_named() -> None:
    kind = messages.get("NodeDef")
    named, attributed = kind(name="n"), kind(name="n")
    assert difference(named, kind(), 0.0) == "Field 'name' is missing: 'n'"
    assert difference(kind(), named, 0.0) == "Field 'name' is extra: 'n'"
    named.attr["a"].i = 1
    attributed.attr["b"].i = 1
    told = difference(named, attributed, 0.0)
    assert told == "Field 'attr': keys ['a'] expected, not ['b']"


def test_text_is_parsed_and_other_things_are_refused() -> None:
    kind = messages.get("NodeDef")
    assert parsed('name: "n"', kind) == parsed(b'name: "n"', kind) == kind(name="n")
    with pytest.raises(TypeError, match="NodeDef message with int"):
        parsed(3, kind)
