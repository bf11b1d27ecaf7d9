"""Extension types where they differ from TensorFlow's, or do more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.extension_types import type_spec_registry


class Masked(tf.experimental.BatchableExtensionType):
    values: tf.Tensor
    mask: tf.Tensor


class Pair(tf.experimental.ExtensionType):
    components: tuple[tf.Tensor, ...]
    """A name that other composites use for a method."""


def masked() -> Any:
    return Masked([1.0, 2.0, 3.0], [True, False, True])


def test_fields_may_have_names_that_the_library_uses() -> None:
    pair = Pair([[1.0], [2.0]])
    total = tf.function(lambda each: tf.add_n(list(each.components)))
    assert total(pair).numpy().tolist() == [3.0]


def test_gradients_come_as_the_type_itself() -> None:
    """TensorFlow refuses such sources."""
    value = masked()
    with tf.GradientTape() as tape:
        tape.watch(value)
        loss = tf.reduce_sum(value.values**2)
    assert tape.gradient(loss, value).values.numpy().tolist() == [2.0, 4.0, 6.0]


def test_one_trace_serves_values_of_one_spec() -> None:
    count = tf.function(lambda each: tf.reduce_sum(each.values))
    count(masked())
    count(masked())
    assert count.experimental_get_tracing_count() == 1


def test_constants_of_the_type_are_part_of_the_signature() -> None:
    class Scaled(tf.experimental.ExtensionType):
        values: tf.Tensor
        factor: int

    scale = tf.function(lambda each: each.values * each.factor)
    assert [scale(Scaled(2, n)).numpy() for n in (1, 3, 3)] == [2, 6, 6]
    assert scale.experimental_get_tracing_count() == 2


def test_shapes_are_relaxed_on_request() -> None:
    total = tf.function(lambda each: tf.reduce_sum(each.values), reduce_retracing=True)
    for size in range(1, 6):
        total(Masked(np.zeros(size), np.ones(size, bool)))
    assert total.experimental_get_tracing_count() <= 2


def test_values_with_ragged_fields_are_batched() -> None:
    class Rows(tf.experimental.BatchableExtensionType):
        rows: tf.RaggedTensor

    value = Rows(tf.ragged.constant([[1, 2], [], [3]]))
    dataset = tf.data.Dataset.from_tensors(value).repeat(2).batch(2)
    (batch,) = dataset
    assert batch.rows.to_list() == [[[1, 2], [], [3]]] * 2


def test_elements_that_cannot_be_batched_say_so() -> None:
    dataset = tf.data.Dataset.from_tensors(Pair([[1.0]]))
    with pytest.raises(NotImplementedError, match="cannot be batched"):
        dataset.batch(2)
    with pytest.raises(TypeError, match="map_fn can not consume"):
        tf.map_fn(lambda each: each.components[0], Pair([[1.0]]))


def test_a_subclass_adds_fields() -> None:
    class Named(Masked):
        label: str = "none"

    value = Named([1], [True], label="one")
    assert value == Named([1], [True], "one")
    assert Named.Spec(
        tf.TensorSpec([1], tf.int32), tf.TensorSpec([1], tf.bool), "one"
    ).is_compatible_with(value)


def test_annotations_may_name_classes_that_come_later() -> None:
    class Tree(tf.experimental.ExtensionType):
        value: tf.Tensor
        children: tuple[Tree, ...] = ()

    tree = Tree(1, (Tree(2), Tree(3, (Tree(4),))))
    flat = tf.nest.flatten(tree, expand_composites=True)
    assert [each.numpy() for each in flat] == [1, 2, 3, 4]


def test_a_class_with_a_name_is_registered_under_it() -> None:
    class Named(tf.experimental.ExtensionType):
        __name__ = "tests.Named"
        x: tf.Tensor

    class Unnamed(tf.experimental.ExtensionType):
        x: tf.Tensor

    assert type_spec_registry.get_name(Named.Spec) == "tests.Named.Spec"
    assert type_spec_registry.lookup("tests.Named.Spec") is Named.Spec
    with pytest.raises(ValueError, match="has not been registered"):
        type_spec_registry.get_name(Unnamed.Spec)
