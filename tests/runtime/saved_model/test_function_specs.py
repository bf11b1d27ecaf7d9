"""The parameters of saved functions, read from their messages."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from graphir.wire import messages
from runtime.saved_model.function_specs import FunctionSpec
from runtime.saved_model.structures import written_structure

PARTS = {
    "args": ["self", "x", "scale"],
    "varargs": None,
    "varkw": "rest",
    "defaults": (2.0,),
    "kwonlyargs": ["flag"],
    "kwonlydefaults": {"flag": True},
    "annotations": {},
}


def message_of(**changes: Any) -> Any:
    message = messages.get("FunctionSpec")(is_method=True)
    message.input_signature.CopyFrom(written_structure(None))
    part = message.fullargspec.named_tuple_value
    part.name = "FullArgSpec"
    for key, value in {**PARTS, **changes}.items():
        part.values.add(key=key).value.CopyFrom(written_structure(value))
    return message


def test_parameters_are_bound_as_pythons_are() -> None:
    spec = FunctionSpec(message_of())
    assert str(spec.signature()) == "(x, scale=2.0, *, flag=True, **rest)"
    assert spec.arg_names == ["x", "scale", "flag"]


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("args", ["x", "import"]),
        ("args", ["a b"]),
        ("args", ["x", "x"]),
        ("args", 3),
        ("varkw", "1x"),
        ("kwonlydefaults", [1]),
    ],
)
def test_what_are_no_parameters(part: str, value: Any) -> None:
    with pytest.raises(tf.errors.DataLossError, match="of the SavedModel"):
        FunctionSpec(message_of(**{part: value})).signature()


def test_keywords_that_are_no_identifiers_have_names_as_in_tensorflow() -> None:
    keys = ["a/b", "1x", "class", "y"]
    spec = FunctionSpec(message_of(kwonlyargs=keys, kwonlydefaults={"a/b": 1}))
    names = ["a_b", "arg_1x", "arg_class", "y"]
    assert spec.keyword_names == names
    assert spec.keyword_defaults == {"a_b": 1}
    assert spec.other_names == dict(zip(keys[:3], names))
    assert str(spec.signature()).endswith("*, a_b=1, arg_1x, arg_class, y, **rest)")


@pytest.mark.parametrize("keys", [["a/b", "a_b"], [""], [3]])
def test_keywords_without_names_of_their_own(keys: Any) -> None:
    with pytest.raises(tf.errors.DataLossError, match="of the SavedModel"):
        FunctionSpec(message_of(kwonlyargs=keys, kwonlydefaults=None))
