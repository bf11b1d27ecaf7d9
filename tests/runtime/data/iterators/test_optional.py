"""Optionals tell what they hold, at once where nothing is recorded."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.data.iterators.optional import Optional


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


def _through(x: Any) -> Any:
    return tf.experimental.Optional.from_value(x * x).get_value() * 2


def _one_of_two(x: Any) -> Any:
    parts = (x * x, x + 1, tf.constant(2))
    return tf.experimental.Optional.from_value(parts).get_value()[1] * 5


def _read_twice(x: Any) -> Any:
    optional = tf.experimental.Optional.from_value(x * x)
    return optional.get_value() * x + optional.get_value()


def _of_a_branch(x: Any) -> Any:
    spec = tf.TensorSpec([], tf.float32)
    optional = tf.cond(
        x > 1,
        lambda: tf.experimental.Optional.from_value(x * x),
        lambda: tf.experimental.Optional.empty(spec),
    )
    return tf.cond(optional.has_value(), lambda: optional.get_value(), lambda: x * 7)


def _in_a_loop(x: Any) -> Any:
    optional = tf.experimental.Optional.from_value(x)
    for _ in tf.range(3):
        optional = tf.experimental.Optional.from_value(optional.get_value() * x)
    return optional.get_value()


@pytest.mark.parametrize("is_function", [False, True])
@pytest.mark.parametrize(
    ("through", "at", "wanted"),
    [
        (_through, 3.0, 12.0),
        (_one_of_two, 3.0, 5.0),
        (_read_twice, 3.0, 33.0),
        (_of_a_branch, 3.0, 6.0),
        (_of_a_branch, 0.5, 7.0),
        (_in_a_loop, 3.0, 108.0),
    ],
)
def test_gradients_pass_through_optionals(
    through: Any, at: float, wanted: float, is_function: bool
) -> None:
    """TensorFlow's gradients."""
    x = tf.constant(at)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = (tf.function(through) if is_function else through)(x)
    assert tape.gradient(y, x).numpy() == wanted


def test_optionals_are_added_and_made_zero() -> None:
    one = tf.experimental.Optional.from_value((tf.constant([1.0, 2.0]), 3))
    two = tf.raw_ops.AddN(inputs=[one.variant, one.variant])
    spec = one.element_spec
    first, second = Optional(two, spec).get_value()
    assert (first.numpy().tolist(), int(second)) == ([2.0, 4.0], 6)
    blank = Optional(tf.raw_ops.ZerosLike(x=one.variant), spec).get_value()
    assert (blank[0].numpy().tolist(), int(blank[1])) == ([0.0, 0.0], 0)
    empty = tf.experimental.Optional.empty(spec).variant
    assert not Optional(tf.raw_ops.AddN(inputs=[empty, empty]), spec).has_value()
    with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot add optionals"):
        tf.raw_ops.AddN(inputs=[one.variant, empty])
