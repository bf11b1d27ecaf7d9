"""Specs share one protocol; the answers are those of TensorFlow 2.21."""

from __future__ import annotations

import collections
from array import array
from typing import Any

import pytest

import runtime as tf

SPECS = {
    "sparse": (
        lambda: tf.SparseTensorSpec([2, None], tf.int32),
        lambda: tf.SparseTensor([[0, 1]], [1], [2, 3]),
        [[1, 2], [1], [2]],
    ),
    "ragged": (
        lambda: tf.RaggedTensorSpec([2, None], tf.int32),
        lambda: tf.ragged.constant([[1], [2, 3]]),
        [[3], [3]],
    ),
    "slices": (
        lambda: tf.IndexedSlicesSpec([5, 2]),
        lambda: tf.IndexedSlices([[1.0, 2.0]], tf.constant([0], tf.int64)),
        [[1, 2], [1]],
    ),
    "none": (tf.NoneTensorSpec, lambda: None, []),
    "tensor": (
        lambda: tf.TensorSpec([2, None], name="a"),
        lambda: tf.constant([[1.0], [2.0]]),
        [[2, 1]],
    ),
}


@pytest.mark.parametrize("name", SPECS)
def test_values_go_to_tensors_and_back(name: str) -> None:
    make_spec, make_value, shapes = SPECS[name]
    spec, value = make_spec(), make_value()
    tensors = spec.to_tensors(value)
    assert [each.shape.as_list() for each in tensors] == shapes
    assert len(spec.flatten()) == len(tensors)
    assert type(spec.from_tensors(iter(tensors))) is type(value)
    assert spec.is_compatible_with(value)
    assert not spec.is_compatible_with(3)
    assert spec.is_subtype_of(spec)
    assert not spec.is_subtype_of(3)
    assert spec.most_specific_common_supertype([spec]) == spec
    assert spec.most_specific_common_supertype([tf.TensorSpec([], tf.int64)]) is None
    assert isinstance(spec, (tf.TypeSpec, tf.types.experimental.TraceType))
    with pytest.raises(ValueError, match="No TypeSpec is compatible with both"):
        spec.most_specific_compatible_type(tf.TensorSpec([], tf.int64))
    with pytest.raises(TypeError, match="Can not cast"):
        spec.cast(object(), None)


def test_supertypes_of_composites_join_their_shapes() -> None:
    narrow = tf.RaggedTensorSpec([2, None], tf.int32)
    other = tf.RaggedTensorSpec([3, None], tf.int32)
    wide = tf.RaggedTensorSpec([None, None], tf.int32)
    assert not narrow.is_subtype_of(other)
    assert narrow.is_subtype_of(wide)
    assert narrow.most_specific_common_supertype([other]) == wide
    sparse = tf.SparseTensorSpec([2, 3], tf.int32)
    assert sparse.most_specific_compatible_type(
        tf.SparseTensorSpec([3, None], tf.int32)
    ) == tf.SparseTensorSpec([None, None], tf.int32)
    with pytest.raises(ValueError, match="No TypeSpec"):
        sparse.most_specific_compatible_type(tf.SparseTensorSpec([2, 3]))


class Repeated(tf.TypeSpec):  # type: ignore[misc]
    """Integers, kept as vectors of themselves."""

    value_type = int

    def __init__(self, count: int) -> None:
        self.count = count

    def _serialize(self) -> tuple[Any, ...]:
        return (self.count,)

    @property
    def _component_specs(self) -> Any:
        return {"all": tf.TensorSpec([self.count])}

    def _to_components(self, value: int) -> Any:
        return {"all": tf.fill([self.count], float(value))}

    def _from_components(self, components: Any) -> int:
        return int(components["all"][0])


def test_a_spec_of_ones_own() -> None:
    spec = Repeated(2)
    assert repr(spec) == "Repeated(2)"
    assert spec == Repeated(2) != Repeated(3)
    assert hash(spec) == hash(Repeated(2))
    assert not spec.is_subtype_of(Repeated(3))
    assert spec.most_specific_common_supertype([Repeated(2)]) == spec
    assert spec.flatten() == [tf.TensorSpec([2])]
    tensors = spec.to_tensors(3)
    assert tensors[0].numpy().tolist() == [3.0, 3.0]
    assert spec.from_tensors(iter(tensors)) == 3
    assert spec.is_compatible_with(Repeated(2))
    assert not spec.is_compatible_with(3)


def test_the_base_is_abstract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        tf.TypeSpec()


def test_placeholders_are_inputs_of_the_trace() -> None:
    spec = tf.SparseTensorSpec([2, 3], tf.int32)

    @tf.function
    def f() -> Any:
        made = spec.placeholder_value(None)
        assert made.dtype is tf.int32
        return tf.constant(1)

    graph = f.get_concrete_function().graph
    assert [each.type for each in graph.get_operations()].count("Placeholder") == 3


def test_a_spec_may_stand_in_an_input_signature() -> None:
    spec = tf.IndexedSlicesSpec([5, 2])
    double = tf.function(lambda rows: rows.values * 2, input_signature=[spec])
    rows = tf.IndexedSlices([[1.0, 2.0]], tf.constant([0], tf.int64), None)
    assert double(rows).numpy().tolist() == [[2.0, 4.0]]


@pytest.mark.parametrize(
    "value",
    [
        collections.deque([2, 1]),
        collections.UserList([2, 1]),
        array("i", [2, 1]),
        memoryview(array("q", [2, 1])),
    ],
    ids=lambda value: type(value).__name__,
)
def test_sequences_count_as_lists(value: Any) -> None:
    assert tf.constant(value).dtype is tf.int32
    assert tf.constant([value, [3, 4]]).numpy().tolist() == [[2, 1], [3, 4]]
    assert tf.nest.flatten(value) == [2, 1]
    assert tf.nest.is_nested(value)


def test_tensors_in_a_deque_are_packed() -> None:
    packed = tf.convert_to_tensor(collections.deque([tf.constant(2), 1]))
    assert packed.numpy().tolist() == [2, 1]


def test_views_and_ranges_become_lists() -> None:
    assert tf.nest.map_structure(str, range(2)) == ["0", "1"]
    assert tf.nest.map_structure(str, {"a": 1}.values()) == ["1"]
    assert [each.numpy() for each in tf.function(lambda x: x)(range(2))] == [0, 1]


@pytest.mark.parametrize("value", [{2, 1}, {"a": 1}.values(), {"a": 1}, object()])
def test_what_is_no_sequence_makes_no_tensor(value: Any) -> None:
    with pytest.raises(ValueError, match="Attempt to convert a value"):
        tf.constant(value)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (
            tf.TensorSpec([2, 3], tf.int32, "a"),
            tf.TensorSpec([None, None], tf.int32, "a"),
        ),
        (tf.TensorSpec(None), tf.TensorSpec(None)),
        (tf.SparseTensorSpec([2, 3]), tf.SparseTensorSpec([None, None])),
        (tf.RaggedTensorSpec([2, None]), tf.RaggedTensorSpec([None, None])),
    ],
)
def test_ranks_are_kept_and_sizes_are_not(spec: Any, expected: Any) -> None:
    """Keras 2 asks it for the batches of generators."""
    assert spec._with_tensor_ranks_only() == expected
