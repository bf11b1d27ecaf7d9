"""What the guides print of differentiation, figure by figure, in words of our own.

Their data is random: ours has the same moments, on which alone the losses depend.
"""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest

import runtime as tf

Array = np.ndarray[Any, np.dtype[np.float64]]


def test_square_at_three() -> None:
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x**2
    assert tape.gradient(y, x).numpy() == 6.0


def test_layer_of_two_variables() -> None:
    w = tf.Variable(tf.random.normal((3, 2)), name="w")
    b = tf.Variable(tf.zeros(2, dtype=tf.float32), name="b")
    x = [[1.0, 2.0, 3.0]]
    with tf.GradientTape(persistent=True) as tape:
        y = x @ w + b
        loss = tf.reduce_mean(y**2)
    d_w, d_b = tape.gradient(loss, [w, b])
    assert [str(each.shape) for each in (w, d_w)] == ["(3, 2)", "(3, 2)"]
    by_name = tape.gradient(loss, {"w": w, "b": b})
    assert set(by_name) == {"w", "b"}
    assert by_name["b"].numpy() == pytest.approx(d_b.numpy())
    assert d_b.numpy() == pytest.approx(y.numpy()[0])


def test_four_sources_of_which_one_is_watched() -> None:
    x0 = tf.Variable(3.0, name="x0")
    x1 = tf.Variable(3.0, name="x1", trainable=False)
    x2 = tf.Variable(2.0, name="x2") + 1.0
    x3 = tf.constant(3.0, name="x3")
    with tf.GradientTape() as tape:
        y = (x0**2) + (x1**2) + (x2**2)
    found = tape.gradient(y, [x0, x1, x2, x3])
    text = "tf.Tensor(6.0, shape=(), dtype=float32)"
    assert [str(each) for each in found] == [text, "None", "None", "None"]
    assert [each.name for each in tape.watched_variables()] == ["x0:0"]


def test_watched_tensor() -> None:
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x**2
    assert str(tape.gradient(y, x).numpy()) == "6.0"


def test_variables_watched_by_hand() -> None:
    x0, x1 = tf.Variable(0.0), tf.Variable(10.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x1)
        y = tf.math.sin(x0) + tf.nn.softplus(x1)
        total = tf.reduce_sum(y)
    found = tape.gradient(total, {"x0": x0, "x1": x1})
    assert found["x0"] is None
    assert str(found["x1"].numpy()) == "0.9999546"


def test_value_in_between() -> None:
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        z = y * y
    assert str(tape.gradient(z, y).numpy()) == "18.0"


def test_persistent_tape() -> None:
    x = tf.constant([1, 3.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        z = y * y
    assert str(tape.gradient(z, x).numpy()) == "[  4. 108.]"
    assert str(tape.gradient(y, x).numpy()) == "[2. 6.]"
    del tape


def test_several_targets_and_one_of_two_elements() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        y0 = x**2
        y1 = 1 / x
        y2 = x * [3.0, 4.0]
    assert str(tape.gradient(y0, x).numpy()) == "4.0"
    assert str(tape.gradient(y1, x).numpy()) == "-0.25"
    assert str(tape.gradient({"y0": y0, "y1": y1}, x).numpy()) == "3.75"
    assert str(tape.gradient(y2, x).numpy()) == "7.0"


def test_slope_of_the_sigmoid_along_a_line() -> None:
    x = tf.linspace(-10.0, 10.0, 200 + 1)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.sigmoid(x)
    slope = tape.gradient(y, x)
    assert slope.shape == (201,)
    assert float(slope[100]) == 0.25
    # as a plot takes them
    points, values = np.asarray(x), np.asarray(y)
    assert np.asarray(slope) == pytest.approx(values * (1 - values), abs=1e-7)
    assert points[[0, 100, 200]].tolist() == [-10.0, 0.0, 10.0]


def test_branch_that_is_taken() -> None:
    x, v0, v1 = tf.constant(1.0), tf.Variable(2.0), tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        result = v0 if x > 0.0 else v1**2
    found = tape.gradient(result, [v0, v1])
    assert str(found[0]) == "tf.Tensor(1.0, shape=(), dtype=float32)"
    assert found[1] is None
    assert tape.gradient(result, x) is None


def test_target_of_another_variable() -> None:
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        z = y * y
    assert tape.gradient(z, x) is None


def test_variable_that_became_a_tensor() -> None:
    x = tf.Variable(2.0)
    lines = []
    for _ in range(2):
        with tf.GradientTape() as tape:
            y = x + 1
        lines.append(f"{type(x).__name__} : {tape.gradient(y, x)!s}")
        x = x + 1
    assert lines == [
        "ResourceVariable : tf.Tensor(1.0, shape=(), dtype=float32)",
        "EagerTensor : None",
    ]


def test_mean_taken_by_numpy() -> None:
    x = tf.Variable([[1.0, 2.0], [3.0, 4.0]], dtype=tf.float32)
    with tf.GradientTape() as tape:
        y = np.mean(x**2, axis=0)
        y = tf.reduce_mean(y, axis=0)
    assert tape.gradient(y, x) is None


def test_integer_has_none_and_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    x = tf.constant(10)
    with caplog.at_level(logging.WARNING), tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x) is None
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.getMessage() == (
        "The dtype of the watched tensor must be floating (e.g. tf.float32), got "
        "tf.int32"
    )


def test_state_stops_the_gradient() -> None:
    x0, x1 = tf.Variable(3.0), tf.Variable(0.0)
    with tf.GradientTape() as tape:
        x1.assign_add(x0)
        y = x1**2
    assert tape.gradient(y, x0) is None
    assert float(y) == 9.0


def test_op_without_a_gradient() -> None:
    image, delta = tf.Variable([[[0.5, 0.0, 0.0]]]), tf.Variable(0.1)
    with tf.GradientTape() as tape:
        changed = tf.image.adjust_contrast(image, delta)
    with pytest.raises(LookupError) as caught:
        tape.gradient(changed, [image, delta])
    message = f"{type(caught.value).__name__}: {caught.value}"
    assert message == (
        "LookupError: gradient registry has no entry for: AdjustContrastv2"
    )


def test_zeros_where_there_is_no_way() -> None:
    x, y = tf.Variable([2.0, 2.0]), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        z = y**2
    zero = tf.UnconnectedGradients.ZERO
    assert str(tape.gradient(z, x, unconnected_gradients=zero)) == (
        "tf.Tensor([0. 0.], shape=(2,), dtype=float32)"
    )


# --- the guide to eager execution


def test_square_of_a_matrix_and_the_second_gradient() -> None:
    w = tf.Variable([[1.0]])
    with tf.GradientTape() as tape:
        loss = w * w
    assert str(tape.gradient(loss, w)) == (
        "tf.Tensor([[2.]], shape=(1, 1), dtype=float32)"
    )
    with pytest.raises(RuntimeError) as caught:
        tape.gradient(loss, w)
    assert str(caught.value) == (
        "A non-persistent GradientTape can only be used to compute one set of "
        "gradients (or jacobians)"
    )


def line_search_step(fn: Any, init_x: Any, rate: Any = 1.0) -> Any:
    """One step downhill, halved until it goes far enough down."""
    with tf.GradientTape() as tape:
        tape.watch(init_x)
        value = fn(init_x)
    grad = tape.gradient(value, init_x)
    grad_norm = tf.reduce_sum(grad * grad)
    init_value = value
    while value > init_value - rate * grad_norm:
        x = init_x - rate * grad
        value = fn(x)
        rate /= 2.0
    return x, value


def test_line_search_goes_downhill() -> None:
    x, value = line_search_step(lambda x: tf.reduce_sum(x**4), tf.constant([1.0, -2.0]))
    assert float(value) < 17.0
    assert x.shape == (2,)
    x, value = line_search_step(lambda x: x * x, tf.constant(10.0))
    assert (float(x), float(value)) == (0.0, 0.0)


@tf.custom_gradient
def clip_gradient_by_norm(x: Any, norm: Any) -> Any:
    y = tf.identity(x)

    def grad_fn(dresult: Any) -> Any:
        return [tf.clip_by_norm(dresult, norm), None]

    return y, grad_fn


@pytest.mark.parametrize("staged", [False, True])
def test_gradient_clipped_on_its_way(staged: bool) -> None:
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = 30.0 * clip_gradient_by_norm(x, 2.0)
        return tape.gradient(y, x, output_gradients=tf.constant([0.3, 0.4]))

    found = (tf.function(slope) if staged else slope)(tf.constant([1.0, 1.0]))
    assert found.numpy() == pytest.approx([1.2, 1.6])


def log1pexp(x: Any) -> Any:
    return tf.math.log(1 + tf.exp(x))


@tf.custom_gradient
def steady_log1pexp(x: Any) -> Any:
    e = tf.exp(x)

    def grad(dy: Any) -> Any:
        return dy * (1 - 1 / (1 + e))

    return tf.math.log(1 + e), grad


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize(
    ("function", "expected"),
    [(log1pexp, ["0.5", "nan"]), (steady_log1pexp, ["0.5", "1.0"])],
)
def test_slope_of_log1pexp(function: Any, expected: list[str], staged: bool) -> None:
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            value = function(x)
        return tape.gradient(value, x)

    called = tf.function(slope) if staged else slope
    found = [called(tf.constant(x)).numpy() for x in (0.0, 100.0)]
    assert [str(each) for each in found] == expected


# --- training


def with_moments(x: Array, slope: float, offset: float, rest: float) -> Array:
    """Points whose line of least squares, and what is left of them, are these."""
    noise = np.random.default_rng(3).normal(size=x.size)
    basis = np.stack([np.ones_like(x), x], axis=1)
    noise -= basis @ np.linalg.lstsq(basis, noise, rcond=None)[0]
    noise *= np.sqrt(rest / np.mean(np.square(noise)))
    return slope * x + offset + noise


class Line(tf.Module):  # type: ignore[misc]
    """w x + b."""

    def __init__(self, w: float, b: float) -> None:
        super().__init__()
        self.w = tf.Variable(w)
        self.b = tf.Variable(b)

    def __call__(self, x: Any) -> Any:
        return self.w * x + self.b


def mean_square(target: Any, predicted: Any) -> Any:
    return tf.reduce_mean(tf.square(target - predicted))


def train(model: Line, x: Any, y: Any, rate: float) -> None:
    with tf.GradientTape() as tape:
        current = mean_square(y, model(x))
    d_w, d_b = tape.gradient(current, [model.w, model.b])
    model.w.assign_sub(rate * d_w)
    model.b.assign_sub(rate * d_b)


@pytest.mark.parametrize("staged", [False, True])
def test_ten_epochs_of_the_laboratory(staged: bool) -> None:
    printed = [6.58578, 4.21202, 2.84173, 2.04423, 1.57628]
    printed += [1.29945, 1.13437, 1.03518, 0.97515, 0.93857]
    x = tf.cast(tf.linspace(-2, 2, 201), tf.float32)
    y = tf.constant(
        with_moments(np.linspace(-2, 2, 201), 2.95382141, 2.05253365, 0.87938996),
        tf.float32,
    )
    model = Line(5.0, 0.0)
    assert model(3.0).numpy() == 15.0
    start = f"W = {model.w.numpy():1.2f}, b = {model.b.numpy():1.2f}, "
    assert start + f"loss={mean_square(y, model(x)):2.5f}" == (
        "W = 5.00, b = 0.00, loss=10.73057"
    )
    step = tf.function(train) if staged else train
    losses, weights = [], []
    for _ in range(10):
        step(model, x, y, 0.1)
        losses.append(float(mean_square(y, model(x))))
        weights.append(f"{model.w.numpy():1.2f} {model.b.numpy():1.2f}")
    assert losses == pytest.approx(printed, abs=1.1e-5)
    assert weights == [
        *["4.45 0.41", "4.05 0.74", "3.75 1.00", "3.54 1.21", "3.38 1.38"],
        *["3.27 1.51", "3.18 1.62", "3.12 1.71", "3.08 1.78", "3.04 1.83"],
    ]


def test_three_hundred_steps_of_the_guide() -> None:
    printed = [65.445, 30.118, 14.165, 6.954, 3.691, 2.213, 1.542, 1.238]
    printed += [1.100, 1.037, 1.009, 0.996, 0.990, 0.987, 0.986]
    numbers = np.random.default_rng(5).normal(size=2000)
    numbers = (numbers - numbers.mean()) / numbers.std()
    mean, square = -0.03300631, 0.95801138
    numbers = mean + numbers * np.sqrt(square - mean**2)
    inputs = tf.constant(numbers, tf.float32)
    outputs = tf.constant(
        with_moments(numbers, 2.99969798, 1.98134759, 0.98475963), tf.float32
    )
    model = Line(5.0, 10.0)
    assert float(mean_square(outputs, model(inputs))) == pytest.approx(68.058, abs=1e-3)
    losses = []
    for turn in range(300):
        train(model, inputs, outputs, 0.01)
        if turn % 20 == 0:
            losses.append(float(mean_square(outputs, model(inputs))))
    assert losses == pytest.approx(printed, abs=1e-3)
    assert float(mean_square(outputs, model(inputs))) == pytest.approx(0.985, abs=1e-3)
    ends = [float(model.w.numpy()), float(model.b.numpy())]
    assert ends == pytest.approx([3.010180711746216, 2.00154972076416], abs=1e-4)
