"""Tests of GradientTape: what it watches, records, gives and refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.functions.decorator import function as traced

THREE = 3.0


def test_gradient_of_a_product() -> None:
    x, y = tf.constant(2.0), tf.constant(5.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        z = x * y + x
    assert [float(each) for each in tape.gradient(z, [x, y])] == [6.0, 2.0]


def test_gradients_are_nested_as_the_sources() -> None:
    x, y = tf.constant(2.0), tf.constant(5.0)
    with tf.GradientTape() as tape:
        tape.watch({"a": x, "b": (y,)})
        z = x * y
    found = tape.gradient(z, {"a": x, "b": (y,)})
    assert float(found["a"]) == 5.0
    assert float(found["b"][0]) == 2.0


def test_value_used_twice_gets_the_sum() -> None:
    x = tf.constant(THREE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        z = y + y * x
    assert float(tape.gradient(z, x)) == 2 * THREE + 3 * THREE**2


def test_gradient_by_a_value_in_between() -> None:
    x = tf.constant(THREE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        z = y * y
    assert float(tape.gradient(z, y)) == 2 * THREE**2


def test_targets_that_are_no_scalars_count_as_their_sum() -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = [x * x, tf.reduce_sum(x)]
    assert tape.gradient(y, x).numpy().tolist() == [3.0, 5.0]


def test_output_gradients_weigh_the_targets() -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    found = tape.gradient(y, x, output_gradients=tf.constant([10.0, 1.0]))
    assert found.numpy().tolist() == [20.0, 4.0]


def test_broadcast_operand_gets_its_own_shape() -> None:
    x, y = tf.constant([[1.0], [2.0]]), tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        z = x * y
    d_x, d_y = tape.gradient(z, [x, y])
    assert d_x.numpy().tolist() == [[6.0], [6.0]]
    assert d_y.numpy().tolist() == [3.0, 3.0, 3.0]


def test_unconnected_source_gets_zeros_when_asked() -> None:
    x, y = tf.constant([1.0, 2.0]), tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        z = y * y
    found = tape.gradient(z, x, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    assert found.numpy().tolist() == [0.0, 0.0]


def test_tape_is_used_once() -> None:
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)
    with pytest.raises(RuntimeError, match="only be used to compute one set"):
        tape.gradient(y, x)


def test_persistent_tape_is_used_again() -> None:
    x = tf.constant(THREE)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        z = y * y
    assert float(tape.gradient(y, x)) == 6.0
    assert float(tape.gradient(z, x)) == 4 * THREE**3


def test_nested_tapes_give_higher_derivatives() -> None:
    x = tf.constant(2.0)
    with tf.GradientTape() as third:
        third.watch(x)
        with tf.GradientTape() as second:
            second.watch(x)
            with tf.GradientTape() as first:
                first.watch(x)
                y = x * x * x * x
            d = first.gradient(y, x)
        d2 = second.gradient(d, x)
    d3 = third.gradient(d2, x)
    assert [float(d), float(d2), float(d3)] == [32.0, 48.0, 48.0]


def test_function_is_differentiated_from_outside() -> None:
    @traced
    def cube(x: Any) -> Any:
        return x * x * x, x

    x = tf.constant(2.0)
    with tf.GradientTape() as second:
        second.watch(x)
        with tf.GradientTape() as first:
            first.watch(x)
            y, same = cube(x)
        d = first.gradient([y, same], x)
    assert float(d) == 13.0
    assert float(second.gradient(d, x)) == 12.0


def test_captured_tensor_is_differentiated() -> None:
    weights = tf.constant(np.arange(200, dtype=np.float32))

    @traced
    def scaled(x: Any) -> Any:
        return tf.reduce_sum(weights * x)

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch([x, weights])
        y = scaled(x)
    d_x, d_weights = tape.gradient(y, [x, weights])
    assert float(d_x) == 19900.0
    assert d_weights.numpy().tolist() == [2.0] * 200


def test_gradients_of_tf_1_need_a_graph() -> None:
    with pytest.raises(RuntimeError, match=r"Use tf\.GradientTape instead"):
        tf.gradients(tf.constant(1.0), tf.constant(1.0))


def test_nothing_passes_stop_gradients() -> None:
    @traced
    def slope(x: Any) -> Any:
        y = x * x
        return tf.gradients(y * x, x, stop_gradients=[y])[0]

    assert float(slope(tf.constant(THREE))) == THREE**2


def test_weights_for_more_elements_than_the_target_has_are_refused() -> None:
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"has shape \(2,\)"):
        tape.gradient(y, x, output_gradients=tf.constant([1.0, 2.0]))


def test_nothing_passes_stop_gradients_that_are_sources_themselves() -> None:
    @traced(autograph=False)
    def slopes(x: Any) -> Any:
        y = x * x
        return tf.gradients(y * x, [x, y], stop_gradients=[y])

    assert [float(each) for each in slopes(tf.constant(2.0))] == [4.0, 2.0]


def test_stopping_one_result_of_an_op_stops_the_op() -> None:
    @traced(autograph=False)
    def slopes(x: Any) -> Any:
        first, second = tf.unstack(tf.stack([x, 3.0 * x]))
        stop, zero = [first], tf.UnconnectedGradients.ZERO
        return tf.gradients(
            first * second, [x, first, second], None, "", False, None, stop, zero
        )

    assert [float(each) for each in slopes(tf.constant(2.0))] == [0.0, 6.0, 2.0]


@pytest.mark.parametrize("axis", [0, 1, -1, -2])
def test_gradient_of_repeated_rows_is_a_tensor(axis: int) -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])

    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.repeat(x, [1, 3], axis=axis) ** 2
        return tape.gradient(y, x)

    expected = 2 * x.numpy() * np.expand_dims([1.0, 3.0], (axis % 2) ^ 1)
    for each in (slope, traced(slope)):
        assert isinstance(each(x), tf.Tensor)
        np.testing.assert_allclose(each(x).numpy(), expected)
