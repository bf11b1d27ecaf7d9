"""Values of elements as component tensors, and back, by spec."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from graphir.shapes import Shape
from runtime.data.elements.components import (
    batched,
    components_of,
    from_components,
    row_of,
    to_components,
)
from runtime.data.elements.specs import NoneTensorSpec

RAGGED = tf.ragged.constant([[1], [2, 3]])
SPARSE = tf.sparse.from_dense([[0, 5], [6, 0]])
NONE = NoneTensorSpec()


def spec_of(value: Any) -> Any:
    return (
        tf.data.DatasetSpec.from_value(value)
        if isinstance(value, tf.data.Dataset)
        else tf.type_spec_from_value(value)
    )


@pytest.mark.parametrize(
    ("value", "kinds"),
    [
        (tf.constant([1, 2]), [("int32", [2])]),
        (RAGGED, [("variant", [])]),
        (SPARSE, [("variant", [3])]),
        (tf.experimental.Optional.from_value(3), [("variant", [])]),
        (tf.data.Dataset.range(2), [("variant", [])]),
    ],
    ids=["tensor", "ragged", "sparse", "optional", "dataset"],
)
def test_there_and_back(value: Any, kinds: Any) -> None:
    spec = spec_of(value)
    found = components_of(spec)
    assert [(dtype.name, shape.as_list()) for dtype, shape in found] == kinds
    tensors = to_components(spec, value)
    assert [each.dtype.name for each in tensors] == [name for name, _ in kinds]
    again = from_components(spec, tensors)
    assert spec_of(again).is_compatible_with(spec)
    if value is RAGGED:
        assert again.to_list() == RAGGED.to_list()
    if value is SPARSE:
        assert tf.sparse.to_dense(again).numpy().tolist() == [[0, 5], [6, 0]]


def test_none_has_no_component() -> None:
    assert components_of(NONE) == to_components(NONE, None) == []
    assert from_components(NONE, []) is None
    assert batched(NONE, 3) is row_of(NONE) is NONE


@pytest.mark.parametrize(
    "spec",
    [
        tf.TensorSpec([2, None], tf.int32),
        tf.RaggedTensorSpec([2, None], tf.int32),
        tf.SparseTensorSpec([2, 3], tf.int32),
        tf.data.DatasetSpec(tf.TensorSpec([], tf.int64), [4]),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_row_of_a_batch_is_the_element(spec: Any) -> None:
    many = batched(spec, 5)
    assert row_of(many) == spec


def test_what_has_no_rows_or_batches() -> None:
    optional = tf.OptionalSpec(tf.TensorSpec([], tf.int32))
    with pytest.raises(NotImplementedError, match="cannot be batched"):
        batched(optional, 2)
    with pytest.raises(ValueError, match="have no rows"):
        row_of(optional)
    with pytest.raises(TypeError, match="do not hold values of 3"):
        components_of(3)
    assert batched(tf.TensorSpec([2], tf.int32), None).shape == Shape([None, 2])
