"""Tests of GradientTape with variables: what is watched, eagerly and in functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.functions.decorator import function as traced


def test_variable_is_watched_when_read() -> None:
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x**2
    assert float(tape.gradient(y, x)) == 6.0


def test_gradient_of_a_matrix() -> None:
    w = tf.Variable([[1.0]])
    with tf.GradientTape() as tape:
        loss = w * w
    assert str(tape.gradient(loss, w)) == (
        "tf.Tensor([[2.]], shape=(1, 1), dtype=float32)"
    )


def test_gradients_have_the_shapes_of_the_variables() -> None:
    w = tf.Variable(tf.ones((3, 2)), name="w")
    b = tf.Variable(tf.zeros(2), name="b")
    with tf.GradientTape(persistent=True) as tape:
        y = [[1.0, 2.0, 3.0]] @ w + b
        loss = tf.reduce_mean(y**2)
    assert [each.shape for each in tape.gradient(loss, [w, b])] == [(3, 2), (2,)]
    found = tape.gradient(loss, {"w": w, "b": b})
    assert found["b"].numpy().tolist() == [6.0, 6.0]


def test_only_what_is_trainable_is_watched() -> None:
    trained = tf.Variable(3.0, name="x0")
    fixed = tf.Variable(3.0, name="x1", trainable=False)
    replaced = tf.Variable(2.0, name="x2") + 1.0
    constant = tf.constant(3.0, name="x3")
    with tf.GradientTape() as tape:
        y = trained**2 + fixed**2 + replaced**2
    first, *others = tape.gradient(y, [trained, fixed, replaced, constant])
    assert float(first) == 6.0
    assert others == [None, None, None]
    assert [each.name for each in tape.watched_variables()] == ["x0:0"]


def test_variables_are_left_alone_when_asked() -> None:
    x0, x1 = tf.Variable(0.0), tf.Variable(10.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x1)
        y = tf.reduce_sum(tf.math.sin(x0) + tf.nn.softplus(x1))
    found = tape.gradient(y, {"x0": x0, "x1": x1})
    assert found["x0"] is None
    assert float(found["x1"]) == pytest.approx(0.9999546)


def test_several_targets_add_up() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        y0 = x**2
        y1 = 1 / x
        y2 = x * [3.0, 4.0]
    assert float(tape.gradient(y0, x)) == 4.0
    assert float(tape.gradient(y1, x)) == -0.25
    assert float(tape.gradient({"y0": y0, "y1": y1}, x)) == 3.75
    assert float(tape.gradient(y2, x)) == 7.0


def test_variable_as_a_target_and_the_branch_not_taken() -> None:
    x, v0, v1 = tf.constant(1.0), tf.Variable(2.0), tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        result = v0 if x > 0.0 else v1**2
    first, second = tape.gradient(result, [v0, v1])
    assert float(first) == 1.0
    assert second is None
    assert tape.gradient(result, x) is None


def test_unconnected_variable() -> None:
    x, y = tf.Variable([2.0, 2.0]), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        z = y * y
    assert tape.gradient(z, x) is None
    zeros = tape.gradient(z, x, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    assert zeros.numpy().tolist() == [0.0, 0.0]


def test_variable_replaced_by_a_tensor() -> None:
    x = tf.Variable(2.0)
    found = []
    for _ in range(2):
        with tf.GradientTape() as tape:
            y = x + 1
        found.append((type(x).__name__, tape.gradient(y, x)))
        x = x + 1
    assert float(found[0][1]) == 1.0
    assert found[0][0] == "ResourceVariable"
    assert found[1] == ("EagerTensor", None)


def test_what_numpy_computes_is_not_recorded() -> None:
    x = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        y = tf.reduce_mean(np.mean(x**2, axis=0), axis=0)
    assert tape.gradient(y, x) is None


def test_integer_source_is_warned_of_and_has_none(
    caplog: pytest.LogCaptureFixture,
) -> None:
    x = tf.constant(10)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x) is None
    assert caplog.messages == [
        "The dtype of the watched tensor must be floating (e.g. tf.float32), got "
        "tf.int32"
    ]


def test_assignment_stops_the_gradient() -> None:
    x0, x1 = tf.Variable(3.0), tf.Variable(0.0)
    with tf.GradientTape() as tape:
        x1.assign_add(x0)
        y = x1**2
    found = tape.gradient(y, [x0, x1])
    assert found[0] is None
    assert float(found[1]) == 6.0


def test_value_read_before_an_assignment_keeps_its_gradient() -> None:
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * x
        x.assign(100.0)
    assert float(tape.gradient(y, x)) == 6.0


def test_op_without_gradient_is_named() -> None:
    image, delta = tf.Variable([[[0.5, 0.0, 0.0]]]), tf.Variable(0.1)
    with tf.GradientTape() as tape:
        changed = tf.image.adjust_contrast(image, delta)
    with pytest.raises(LookupError) as refusal:
        tape.gradient(changed, [image, delta])
    assert str(refusal.value) == (
        "gradient registry has no entry for: AdjustContrastv2"
    )


def test_variables_of_a_function_are_watched() -> None:
    v, x = tf.Variable(2.0), tf.constant(3.0)

    @traced
    def scaled(x: Any) -> Any:
        return v * x * x

    with tf.GradientTape() as tape:
        tape.watch(x)
        y = scaled(x)
    assert [float(each) for each in tape.gradient(y, [v, x])] == [9.0, 12.0]
    assert tape.watched_variables() == (v,)


def test_tape_inside_of_a_function() -> None:
    v = tf.Variable(2.0)

    @traced
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            y = v * v * x
        return tape.gradient(y, v)

    assert float(slope(tf.constant(3.0))) == 12.0


def looping(v: Any, x: Any) -> Any:
    total = tf.constant(0.0)
    for _ in tf.range(3):
        total += v * v * x
    return total


def branching(v: Any, x: Any) -> Any:
    if x > 0.0:
        y = v * v * x
    else:
        y = x
    return y


@pytest.mark.parametrize(
    ("f", "first", "second"), [(looping, 90.0, 18.0), (branching, 30.0, 6.0)]
)
def test_second_derivative_by_a_variable_through_control_flow(
    f: Any, first: float, second: float
) -> None:
    v, x = tf.Variable(5.0), tf.constant(3.0)
    called = traced(lambda x: f(v, x))

    def both() -> Any:
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                y = called(x)
            slope = inner.gradient(y, v)
        return slope, outer.gradient(slope, v)

    assert [float(each) for each in both()] == [first, second]
    assert [float(each) for each in traced(both)()] == [first, second]


def test_tape_never_entered_gives_no_gradient() -> None:
    x = tf.constant(1.0)
    with pytest.raises(RuntimeError, match="compute the target in its block"):
        tf.GradientTape().gradient(x, x)
    with pytest.raises(RuntimeError, match="call watch in its block"):
        tf.GradientTape().watch(x)


def test_tape_that_is_not_recording_cannot_be_stopped() -> None:
    tape = tf.GradientTape()
    with pytest.raises(RuntimeError, match="which is not recording"):
        tape.stop_recording().__enter__()
    with tape:
        pass
    with pytest.raises(ValueError, match=r"Tape is not recording\."):
        tape.stop_recording().__enter__()


def test_persistent_tape_used_inside_its_block_warns(
    caplog: pytest.LogCaptureFixture,
) -> None:
    v = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        y = v * v
        slope = tape.gradient(y, v)
    assert float(tape.gradient(slope, v)) == 2.0
    assert "on a persistent tape inside its context" in caplog.text


def test_none_is_no_target() -> None:
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        v.read_value()
    with pytest.raises(TypeError, match="but received None"):
        tape.gradient(None, v)


def test_number_is_no_source() -> None:
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = v * v
    with pytest.raises(TypeError, match=r"a tensor or variable, not 3\.0"):
        tape.gradient(y, 3.0)


def test_line_search_on_tensors() -> None:
    """A Python loop over tensors: the step is halved until the value falls enough."""
    start, rate = tf.constant(10.0), 1.0

    def parabola(x: Any) -> Any:
        return x * x

    with tf.GradientTape() as tape:
        tape.watch(start)
        value = parabola(start)
    slope = tape.gradient(value, start)
    first, norm = value, tf.reduce_sum(slope * slope)
    while value > first - rate * norm:
        x = start - rate * slope
        value = parabola(x)
        rate /= 2.0
    assert (float(x), float(value)) == (0.0, 0.0)


def test_linear_regression_comes_down_as_it_should() -> None:
    """Gradient descent written out, ten epochs on points of a line: losses fall."""
    w, b = tf.Variable(5.0), tf.Variable(0.0)
    x = tf.linspace(-2.0, 2.0, 201)
    y = x * 3.0 + 2.0
    losses = []
    for _ in range(10):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(y - (w * x + b)))
        dw, db = tape.gradient(loss, [w, b])
        w.assign_sub(0.1 * dw)
        b.assign_sub(0.1 * db)
        losses.append(float(loss))
    spread = float(np.mean(np.square(x)))
    expected = [
        4 * spread * (1 - 0.2 * spread) ** (2 * epoch) + 4 * 0.8 ** (2 * epoch)
        for epoch in range(10)
    ]
    assert losses == pytest.approx(expected, rel=1e-4)
