"""Attribute values on the wire."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.attributes import FunctionRef, Placeheld, TensorValue
from graphir.errors import InvalidGraphError
from graphir.shapes import Shape
from graphir.wire.attributes import from_attr_value, to_attr_value
from graphir.wire.text import parse_text

SINGLE = [
    b"text",
    7,
    -(2**63),
    0.5,
    True,
    dtypes.bfloat16,
    Shape([2, None]),
    Shape(None),
    TensorValue(np.array([1, 2], np.int64)),
    FunctionRef("body", {"T": dtypes.int32, "inner": FunctionRef("g")}),
]


@pytest.mark.parametrize("value", [*SINGLE, Placeheld("T")], ids=repr)
def test_value_survives_the_wire(value: Any) -> None:
    read = from_attr_value(to_attr_value(value))
    assert (type(read), read) == (type(value), value)


@pytest.mark.parametrize("value", SINGLE, ids=repr)
def test_list_survives_the_wire(value: Any) -> None:
    assert from_attr_value(to_attr_value([value, value])) == [value, value]


def test_empty_list_is_a_list() -> None:
    assert from_attr_value(to_attr_value([])) == []


@pytest.mark.parametrize(
    ("value", "kind", "field"),
    [
        (1, "float", "f"),
        (np.int32(3), None, "i"),
        (np.bool_(True), None, "b"),
        ("text", None, "s"),
        ("float32", "type", "type"),
        ([2, 3], "int", "list"),
        ("body", "func", "func"),
        (np.zeros(2), "tensor", "tensor"),
    ],
)
def test_value_takes_the_form_of_its_kind(
    value: Any, kind: str | None, field: str
) -> None:
    assert to_attr_value(value, kind).WhichOneof("value") == field


def test_message_without_value_says_nothing() -> None:
    assert from_attr_value(parse_text("AttrValue", "")) is None


def test_value_without_wire_form_is_refused() -> None:
    with pytest.raises(InvalidGraphError, match="of type object has no wire form"):
        to_attr_value(object())


def test_mixed_list_is_refused() -> None:
    message = parse_text("AttrValue", "list { i: 1 b: true }")
    with pytest.raises(InvalidGraphError, match="elements of kinds i, b"):
        from_attr_value(message)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        *((float("inf"), "int"), (2**63, "int"), ("a", "int")),
        ([1, float("nan")], "int"),
        *((1, "string"), ("a", "float"), ("a", "type"), (object(), "shape")),
        (2**63, None),
    ],
)
def test_what_is_of_another_kind_is_refused_by_name(
    value: Any, kind: str | None
) -> None:
    with pytest.raises(InvalidGraphError, match="attribute value"):
        to_attr_value(value, kind)
