"""Tests of ForwardAccumulator: products with jacobians, nested, in functions."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.functions.decorator import function as traced

Accumulator = tf.autodiff.ForwardAccumulator


def point() -> tuple[Any, Any]:
    return tf.constant([2.0, 3.0]), tf.constant([1.0, 0.5])


def cubes(x: Any) -> Any:
    return tf.reduce_sum(x * x * x)


def cubes_in_a_loop(x: Any) -> Any:
    product = x
    for _ in tf.range(2):
        product = product * x
    return tf.reduce_sum(product)


@pytest.mark.parametrize(
    "f", [cubes, traced(cubes), traced(cubes_in_a_loop)], ids=["eager", "graph", "loop"]
)
def test_product_with_the_jacobian(f: Any) -> None:
    x, vector = point()
    with Accumulator(x, vector) as accumulator:
        y = f(x)
    assert float(accumulator.jvp(y)) == pytest.approx(3 * 4 * 1.0 + 3 * 9 * 0.5)


@pytest.mark.parametrize("f", [cubes, cubes_in_a_loop])
def test_accumulator_inside_of_a_function(f: Any) -> None:
    @traced
    def product(x: Any, vector: Any) -> Any:
        with Accumulator(x, vector) as accumulator:
            y = f(x)
        return accumulator.jvp(y)

    assert float(product(*point())) == pytest.approx(25.5)


def test_variable_as_a_primal() -> None:
    v = tf.Variable([1.0, 2.0])
    with Accumulator(v, tf.constant([1.0, 1.0])) as accumulator:
        y = tf.reduce_sum(v * v)
    assert float(accumulator.jvp(y)) == 6.0


def test_what_depends_on_no_primal_has_none() -> None:
    x, vector = point()
    with Accumulator(x, vector) as accumulator:
        y, other = x * x, tf.constant(1.0)
    found = accumulator.jvp({"y": y, "other": other})
    assert found["other"] is None
    assert found["y"].numpy().tolist() == [4.0, 3.0]
    zero = accumulator.jvp(other, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    assert float(zero) == 0.0


@pytest.mark.parametrize("f", [cubes, traced(cubes)], ids=["eager", "graph"])
def test_hessian_times_vector_forwards_over_backwards(f: Any) -> None:
    x, vector = point()
    with Accumulator(x, vector) as accumulator:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        slope = tape.gradient(y, x)
    assert accumulator.jvp(slope).numpy().tolist() == [12.0, 9.0]


def test_hessian_times_vector_backwards_over_forwards() -> None:
    x, vector = point()
    with tf.GradientTape() as tape:
        tape.watch(x)
        with Accumulator(x, vector) as accumulator:
            y = cubes(x)
        product = accumulator.jvp(y)
    assert tape.gradient(product, x).numpy().tolist() == [12.0, 9.0]


def test_nested_accumulators_give_second_derivatives() -> None:
    x, vector = point()
    with Accumulator(x, vector) as outer:
        with Accumulator(x, vector) as inner:
            y = cubes(x)
        first = inner.jvp(y)
    assert float(first) == 25.5
    assert float(outer.jvp(first)) == 6 * 2 * 1.0 + 6 * 3 * 0.25


def test_custom_gradient_is_for_the_way_back_only() -> None:
    @tf.custom_gradient
    def doubled(x: Any) -> Any:
        return x * 2.0, lambda d: d * 5.0

    x, vector = point()
    with Accumulator(x, vector) as accumulator:
        y = doubled(x)
    assert accumulator.jvp(y).numpy().tolist() == [2.0, 1.0]


def test_lookup_is_followed() -> None:
    x, vector = point()
    with Accumulator(x, vector) as accumulator:
        y = tf.gather(x, [1, 1, 0])
    assert accumulator.jvp(y).numpy().tolist() == [0.5, 0.5, 1.0]


def test_primal_given_twice_is_refused() -> None:
    x, vector = point()
    with pytest.raises(ValueError, match="specified as a primal multiple times"):
        Accumulator([x, x], [vector, vector])


def test_tangent_of_another_shape_is_refused() -> None:
    x, _ = point()
    with pytest.raises(ValueError, match="Shapes of primal and tangent differ"):
        Accumulator(x, tf.constant(1.0))


def test_integers_have_no_tangent(caplog: pytest.LogCaptureFixture) -> None:
    x = tf.constant(1)
    with Accumulator(x, tf.constant(1)) as accumulator:
        y = x * 2
    assert accumulator.jvp([x, y]) == [None, None]
    assert "watched primal must be floating" in caplog.text


def test_accumulator_is_entered_once_at_a_time() -> None:
    accumulator = Accumulator(*point())
    with accumulator, pytest.raises(ValueError, match="already recording"):
        accumulator.__enter__()


def mapped(x: Any) -> Any:
    return tf.map_fn(lambda each: tf.reduce_sum(each * each) * each, x)


def scanned(x: Any) -> Any:
    return tf.scan(lambda total, each: total * tf.sin(each) + each, x)


def written(x: Any) -> Any:
    array = tf.TensorArray(tf.float32, 3)
    for index in tf.range(3):
        array = array.write(index, tf.sin(x[index]) * x[2 - index])
    return array.stack()


def accumulated(x: Any) -> Any:
    return tf.math.cumulative_logsumexp(x, 1) * tf.math.cumprod(x, 1, exclusive=True)


@pytest.mark.parametrize("f", [mapped, scanned, written, accumulated])
def test_tangents_go_through_lists_of_tensors(f: Any) -> None:
    x = tf.constant([[0.5, -1.0], [2.0, 0.25], [-0.5, 1.5]])
    tangent = tf.constant([[1.0, 0.5], [-1.0, 2.0], [0.25, -0.5]])

    @tf.function
    def forwards(x: Any) -> Any:
        with tf.autodiff.ForwardAccumulator(x, tangent) as accumulator:
            y = f(x)
        return accumulator.jvp(y)

    step = 1e-2
    above = tf.function(f)(x + step * tangent).numpy()
    below = tf.function(f)(x - step * tangent).numpy()
    expected = pytest.approx((above - below) / (2 * step), abs=2e-3)
    assert forwards(x).numpy() == expected


def test_slices_are_tangents() -> None:
    x = tf.constant([1.0, 2.0])
    tangent = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([2]))
    with tf.autodiff.ForwardAccumulator(x, tangent) as accumulator:
        y = x * x
    assert accumulator.jvp(y).numpy().tolist() == [2.0, 0.0]


def test_leaving_an_accumulator_that_was_not_entered_does_nothing() -> None:
    tf.autodiff.ForwardAccumulator(tf.constant(1.0), tf.constant(1.0)).__exit__()


def test_slices_of_a_gradient_have_tangents_of_the_same_rows() -> None:
    x, tangent = tf.constant([2.0, 3.0, 5.0]), tf.constant([1.0, 10.0, 100.0])
    with tf.autodiff.ForwardAccumulator(x, tangent) as accumulator:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.gather(x, [2, 0]) ** 3
        slope = tape.gradient(y, x)
    found = accumulator.jvp(slope)
    assert tf.convert_to_tensor(found).numpy().tolist() == [12.0, 0.0, 3000.0]
