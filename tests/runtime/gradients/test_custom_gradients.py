"""Tests of custom_gradient: eager, in graphs, from outside, refused."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.functions.decorator import function as traced
from runtime.gradients.custom_gradients import custom_gradient


def _log1pexp(x: Any) -> Any:
    e = tf.exp(x)

    def gradient(upstream: Any) -> Any:
        return upstream * (1.0 - 1.0 / (1.0 + e))

    return tf.math.log(1.0 + e), gradient


log1pexp = custom_gradient(_log1pexp)


def slope(x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = log1pexp(x) * 2.0
    return tape.gradient(y, x)


def test_own_rule_is_used_eagerly() -> None:
    assert float(slope(tf.constant(100.0))) == 2.0


def test_own_rule_is_used_in_a_graph() -> None:
    assert float(traced(slope)(tf.constant(100.0))) == 2.0


def test_own_rule_is_used_by_a_tape_outside_of_the_graph() -> None:
    x = tf.constant(100.0)
    doubled = traced(lambda x: log1pexp(x) * 2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = doubled(x)
    assert float(tape.gradient(y, x)) == 2.0


def test_own_rule_can_be_differentiated() -> None:
    x = tf.constant(0.0)
    with tf.GradientTape() as second:
        second.watch(x)
        d = slope(x)
    assert float(second.gradient(d, x)) == pytest.approx(0.5)


def test_several_arguments_and_results() -> None:
    @custom_gradient
    def swapped(a: Any, b: Any) -> Any:
        return (b, a), lambda d_first, d_second: (d_second * 10.0, d_first * 100.0)

    a, b = tf.constant(1.0), tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        first, second = swapped(a, b)
        y = first * 3.0 + second
    assert (float(first), float(second)) == (2.0, 1.0)
    assert [float(each) for each in tape.gradient(y, [a, b])] == [10.0, 300.0]


def test_function_must_return_a_gradient_function() -> None:
    with pytest.raises(TypeError, match="must return its result and a gradient"):
        custom_gradient(lambda x: x)(tf.constant(1.0))


def test_wrong_number_of_gradients_is_refused() -> None:
    wrong = custom_gradient(lambda x: (x, lambda d: (d, d)))
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = wrong(x)
    with pytest.raises(ValueError, match="expected to return 1 gradients, but"):
        tape.gradient(y, x)


def scaled_by(x: Any) -> Any:
    """A function that uses a variable and gives both gradients threefold."""

    def f(a: Any) -> Any:
        def gradient(d: Any, variables: Any = None) -> Any:
            return d * 3.0, [d * 5.0 for _ in variables]

        return a * x, gradient

    return custom_gradient(f)


@pytest.mark.parametrize("wrapper", [lambda f: f, traced], ids=["eager", "graph"])
def test_variables_that_are_used_get_their_gradients(wrapper: Any) -> None:
    x, a = tf.Variable([1.0, 2.0]), tf.constant([1.0, 1.0])
    f = scaled_by(x)

    def slopes() -> Any:
        with tf.GradientTape() as tape:
            tape.watch(a)
            y = f(a)
        return tape.gradient(y, [a, x])

    found = wrapper(slopes)()
    assert [each.numpy().tolist() for each in found] == [[3.0, 3.0], [5.0, 5.0]]


def test_variables_need_a_gradient_function_that_takes_them() -> None:
    x = tf.Variable(2.0)
    f = custom_gradient(lambda a: (a * x, lambda d: d))
    with pytest.raises(TypeError, match="must accept keyword argument 'variables'"):
        f(tf.constant(1.0))


@pytest.mark.parametrize(
    ("found", "error", "text"),
    [
        (lambda d: (d, [d, d]), ValueError, "Must return gradient for each variable"),
        (lambda d: d, TypeError, "returns a pair"),
    ],
)
def test_gradients_of_variables_are_counted(found: Any, error: Any, text: str) -> None:
    x, a = tf.Variable(2.0), tf.constant(1.0)
    f = custom_gradient(lambda a: (a * x, lambda d, variables: found(d)))
    with tf.GradientTape() as tape:
        tape.watch(a)
        y = f(a)
    with pytest.raises(error, match=text):
        tape.gradient(y, a)


def test_keywords_are_for_eager_code() -> None:
    f = custom_gradient(lambda a, k: (a * k, lambda d: d * 3.0))
    a = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(a)
        y = f(a, k=4.0)
    assert float(tape.gradient(y, a)) == 3.0
    with pytest.raises(ValueError, match="only when eager execution is enabled"):
        traced(lambda: f(a, k=4.0))()


def test_gradients_of_an_argument_may_be_none() -> None:
    @custom_gradient
    def clipped(x: Any, norm: Any) -> Any:
        return tf.identity(x), lambda d: [tf.clip_by_norm(d, norm), None]

    x = tf.constant([1.0, 1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = clipped(x, 2.0) * [30.0, 40.0]
    assert tape.gradient(y, x).numpy() == pytest.approx([1.2, 1.6])


def test_nested_rules() -> None:
    inner = custom_gradient(lambda x: (x * 2.0, lambda d: d * 10.0))

    @custom_gradient
    def outer(x: Any) -> Any:
        def gradient(d: Any) -> Any:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = inner(x)
            return d * tape.gradient(y, x) + 1.0

        return inner(x), gradient

    x = tf.constant(1.0)

    def slope() -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = outer(x)
        return tape.gradient(y, x)

    assert float(slope()) == 11.0
    assert float(traced(slope)()) == 11.0


def test_numerically_stable_rule_beside_the_plain_one() -> None:
    def plain(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.math.log(1 + tf.exp(x))
        return float(tape.gradient(y, x))

    assert plain(tf.constant(0.0)) == 0.5
    assert plain(tf.constant(100.0)) != plain(tf.constant(100.0))
    assert float(slope(tf.constant(0.0))) == 1.0
    assert float(slope(tf.constant(100.0))) == 2.0


def test_method_is_bound() -> None:
    class Scaling:
        factor = 3.0

        @tf.custom_gradient
        def scaled(self, x: Any) -> Any:
            """Scales."""
            return x * self.factor, lambda d: d * 7.0

    assert Scaling.scaled.__name__ == "scaled"
    assert Scaling.scaled.__doc__ == "Scales."
    for call in (Scaling().scaled, tf.function(Scaling().scaled)):
        x = tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = call(x)
        assert (float(y), float(tape.gradient(y, x))) == (6.0, 7.0)


def test_variable_as_an_argument_is_handed_on_as_it_is() -> None:
    v = tf.Variable(2.0)

    @tf.custom_gradient
    def read(x: Any) -> Any:
        return x.read_value() * 3.0, lambda d: d * 7.0

    with tf.GradientTape() as tape:
        y = read(v)
    assert float(tape.gradient(y, v)) == 7.0


def test_pair_may_be_a_list() -> None:
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.custom_gradient(lambda x: [x * x, lambda d: d * 5.0])(x)
    assert float(tape.gradient(y, x)) == 5.0


def test_results_are_tensors_without_a_tape_too() -> None:
    result = tf.custom_gradient(lambda x: ("abc", lambda d: d))(tf.constant(1.0))
    assert result.numpy() == b"abc"
