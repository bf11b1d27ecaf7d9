"""Structures as messages: what is written is read again, and what cannot be is said."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.wire import messages
from runtime.saved_model.structures import (
    SavedVariableSpec,
    packed_specs,
    read_structure,
    written_structure,
)

Point = namedtuple("Point", "x y")
SPEC = tf.TensorSpec([None, 2], tf.float32, "x")


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        -(2**63),
        0.1,
        "é",
        tf.TensorShape([2, None]),
        tf.bfloat16,
        SPEC,
        [],
        (),
        {},
        [1, (2.5, {"b": [None], "a": "text"})],
        tf.SparseTensorSpec([None, 3], tf.int64),
        tf.RaggedTensorSpec([None, None], tf.string, 1, tf.int32),
        tf.TensorArraySpec([2], tf.float32, True, False),
    ],
    ids=repr,
)
def test_what_is_written_is_read_again(value: Any) -> None:
    found = read_structure(written_structure(value))
    assert found == value
    assert type(found) is type(value)


def test_a_shape_of_unknown_rank_stays_unknown() -> None:
    assert read_structure(written_structure(tf.TensorShape(None))).rank is None


def test_bytes_are_written_as_text() -> None:
    assert read_structure(written_structure(b"text")) == "text"


def test_a_named_tuple_is_read_as_one_of_the_same_name_and_fields() -> None:
    found = read_structure(written_structure(Point([1], y=SPEC)))
    assert type(found).__name__ == "Point"
    assert found._asdict() == {"x": [1], "y": SPEC}


def test_a_named_tuple_of_no_name_is_refused() -> None:
    message = written_structure(Point(1, 2))
    message.named_tuple_value.name = "not a name"
    with pytest.raises(tf.errors.InvalidArgumentError, match="is no class name"):
        read_structure(message)


@pytest.mark.parametrize(
    ("value", "text"), [(object(), "No encoder for object"), ({1: 2}, "the key 1")]
)
def test_values_without_a_message_are_refused(value: Any, text: str) -> None:
    with pytest.raises(NotImplementedError, match=text):
        written_structure([value])


def test_arrays_are_read_as_arrays() -> None:
    message = messages.get("StructuredValue")()
    proto = tf.make_tensor_proto(np.arange(3, dtype=np.int16))
    message.tensor_value.MergeFromString(proto.SerializeToString())
    found = read_structure(message)
    assert (found.dtype, found.tolist()) == (np.int16, [0, 1, 2])


def test_an_empty_message_and_deep_ones_are_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="unknown kind None"):
        read_structure(messages.get("StructuredValue")())
    message = deepest = messages.get("StructuredValue")()
    for _ in range(91):
        deepest = deepest.list_value.values.add()
    deepest.int64_value = 1
    with pytest.raises(tf.errors.InvalidArgumentError, match="'int64_value'"):
        read_structure(message)
    assert read_structure(message.list_value.values[0])


def test_specs_whose_state_cannot_be_are_refused() -> None:
    message = written_structure(tf.SparseTensorSpec([2], tf.int32))
    message.type_spec_value.type_state.tuple_value.values.add().int64_value = 1
    with pytest.raises(tf.errors.InvalidArgumentError, match="SPARSE_TENSOR_SPEC that"):
        read_structure(message)


def test_variables_are_told_apart_by_shape_and_dtype() -> None:
    one = SavedVariableSpec(tf.TensorShape([2]), tf.float32, True, 0)
    other = SavedVariableSpec(tf.TensorShape([2]), tf.float32, False, 3)
    assert (one == other, hash(one) == hash(other)) == (True, True)
    assert one != SavedVariableSpec(tf.TensorShape([3]), tf.float32, True, 0)
    found = read_structure(written_structure(one))
    assert found == one
    assert found.trainable


def test_tensors_take_the_places_of_specs_in_order() -> None:
    sparse = tf.sparse.from_dense([[0.0, 5.0]])
    structure = {"a": SPEC, "b": [tf.SparseTensorSpec([1, 2]), "kept", None]}
    parts = [tf.ones([3, 2]), sparse.indices, sparse.values, sparse.dense_shape]
    found = packed_specs(structure, iter(parts))
    assert found["a"] is parts[0]
    assert tf.sparse.to_dense(found["b"][0]).numpy().tolist() == [[0.0, 5.0]]
    assert found["b"][1:] == ["kept", None]


def test_a_tensor_of_another_shape_takes_no_place() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"shape \(3,\) is said"):
        packed_specs([SPEC], iter([tf.ones([3])]))


def test_arguments_that_are_iterators_have_their_spec() -> None:
    """Training steps of Keras 2, saved with the model, take them."""
    message = messages.get("StructuredValue")()
    part = message.type_spec_value
    kinds = messages.enum("TypeSpecProto.TypeSpecClass")
    part.type_spec_class = kinds.Value("DATA_ITERATOR_SPEC")
    element = part.type_state.tuple_value.values.add().tensor_spec_value
    element.dtype = tf.int64.as_datatype_enum
    found = read_structure(message)
    assert found == tf.data.IteratorSpec(tf.TensorSpec([], tf.int64))
