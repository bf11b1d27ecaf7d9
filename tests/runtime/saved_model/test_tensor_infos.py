"""`TensorInfo` messages: the tensors of a signature, by name, dtype and shape."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from graphir.wire import messages
from runtime.saved_model.tensor_infos import (
    fill_info,
    input_parts,
    names_in,
    spec_of_info,
)
from runtime.tensors.structure import flatten


def placed(spec: Any) -> Any:
    """The message of an argument of a traced function."""
    message = messages.get("TensorInfo")()

    @tf.function(input_signature=[spec])
    def trace(x: Any) -> Any:
        fill_info(message, x, flatten(x))
        return 0

    trace.get_concrete_function()
    return message


def test_a_tensor_is_one_name() -> None:
    message = placed(tf.TensorSpec([None, 2], tf.int32, "d"))
    assert (message.name, message.dtype) == ("d:0", 3)
    assert names_in(message) == ["d:0"]
    assert spec_of_info(message) == tf.TensorSpec([None, 2], tf.int32)
    assert input_parts("x", message) == [
        ("x", "d:0", tf.TensorSpec([None, 2], tf.int32, "x"))
    ]


def test_a_sparse_tensor_is_three_names() -> None:
    message = placed(tf.SparseTensorSpec([None, 3], tf.float32))
    names = names_in(message)
    sparse = message.coo_sparse
    assert names == [
        sparse.indices_tensor_name,
        sparse.values_tensor_name,
        sparse.dense_shape_tensor_name,
    ]
    assert len(set(names)) == 3
    assert spec_of_info(message) == tf.SparseTensorSpec([None, 3], tf.float32)
    parts = input_parts("x", message)
    assert [each[0] for each in parts] == ["x_indices", "x_values", "x_dense_shape"]
    assert [each[1] for each in parts] == names
    assert [each[2].dtype for each in parts] == [tf.int64, tf.float32, tf.int64]


def test_a_ragged_tensor_is_its_spec_and_components() -> None:
    message = placed(tf.RaggedTensorSpec([None, None], tf.float32))
    assert message.WhichOneof("encoding") == "composite_tensor"
    spec = spec_of_info(message)
    assert (spec.dtype, spec.ragged_rank) == (tf.float32, 1)
    parts = input_parts("x", message)
    assert [each[0] for each in parts] == ["x_component_0", "x_component_1"]
    assert [each[1] for each in parts] == names_in(message)


def test_damaged_messages_are_refused() -> None:
    empty = messages.get("TensorInfo")()
    with pytest.raises(tf.errors.DataLossError, match="names no tensor"):
        names_in(empty)
    empty.dtype = 4711
    with pytest.raises(TypeError, match="4711"):
        spec_of_info(empty)
    sparse = placed(tf.SparseTensorSpec([3], tf.float32))
    sparse.coo_sparse.values_tensor_name = ""
    with pytest.raises(tf.errors.DataLossError, match="names no tensor"):
        input_parts("x", sparse)
