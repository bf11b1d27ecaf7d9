"""Optionals tell what they hold, at once where nothing is recorded."""

from __future__ import annotations

import pytest

import runtime as tf


def test_values_have_the_structure_of_their_spec() -> None:
    value = {"b": tf.constant([1.0]), "a": (tf.constant(2), tf.ragged.constant([[1]]))}
    optional = tf.experimental.Optional.from_value(value)
    found = optional.get_value()
    assert list(found) == ["b", "a"]
    assert found["b"].numpy().tolist() == [1.0]
    assert found["a"][1].to_list() == [[1]]
    assert optional.has_value().dtype is tf.bool


def test_results_of_functions_are_read_again_and_again() -> None:
    @tf.function
    def step(iterator):
        return tf.experimental.Optional.from_value({"loss": next(iterator) * 2})

    iterator = iter(tf.data.Dataset.range(4))
    found = [step(iterator) for _ in range(4)]
    assert [int(each.get_value()["loss"]) for each in found] == [0, 2, 4, 6]


def test_another_spec_takes_the_place_of_the_first() -> None:
    # Keras sets the spec of empty optionals when it knows it
    optional = tf.experimental.Optional.from_value((tf.constant(1), tf.constant(2)))
    assert len(optional.get_value()) == 2
    optional._element_spec = {"x": tf.TensorSpec([], tf.int32), "y": tf.TensorSpec([])}
    assert sorted(optional.get_value()) == ["x", "y"]


def test_nothing_has_no_value() -> None:
    empty = tf.experimental.Optional.empty(tf.TensorSpec([], tf.int32))
    assert not empty.has_value()
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not have a value"):
        empty.get_value()
