"""The work in TensorFlow's API: TensorFlow runs it, and so does this project."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sides import inputs

tf: Any = None
traced: Callable[..., Any] = lambda function: function  # noqa: E731

Call = Callable[[], Any]


def use(library: Any, **options: Any) -> None:
    """Chooses the library, and how it traces."""
    global tf, traced
    tf = library
    traced = lambda function: library.function(function, **options)  # noqa: E731


# the converter reads these


def power(x):  # type: ignore[no-untyped-def]
    result = tf.eye(10, dtype=tf.int32)
    for _ in range(100):
        result = tf.matmul(x, result)
    return result


def squares(n):  # type: ignore[no-untyped-def]
    i = tf.constant(0, tf.int64)
    total = tf.constant(0, tf.int64)
    while i < n:
        total += i * i
        i += 1
    return total


def collatz(n):  # type: ignore[no-untyped-def]
    steps = tf.constant(0, tf.int64)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def nested(n):  # type: ignore[no-untyped-def]
    total = tf.constant(0, tf.int64)
    for i in tf.range(n):
        for j in tf.range(n):
            if j > i:
                break
            if (i * j) % 7 == 3:
                continue
            total += i * j
    return total


def lstm(inputs_, weights, bias, start):  # type: ignore[no-untyped-def]
    hidden = cell = start
    outputs = tf.TensorArray(tf.float32, size=inputs.STEPS)
    for step in tf.range(inputs.STEPS):
        joined = tf.concat([inputs_[step], hidden], 1)
        gates = tf.split(tf.matmul(joined, weights) + bias, 4, axis=1)
        kept = tf.sigmoid(gates[1]) * cell
        cell = kept + tf.sigmoid(gates[0]) * tf.tanh(gates[2])
        hidden = tf.sigmoid(gates[3]) * tf.tanh(cell)
        outputs = outputs.write(step, hidden)
    return outputs.stack()


def chain(x):  # type: ignore[no-untyped-def]
    gate = tf.tanh(0.7978845608 * (x + 0.044715 * x * (x * x)))
    return (0.5 * x * (1.0 + gate)) * ((0.1 * x + 0.2) * x + 0.3)


def black_scholes(price, strike, time):  # type: ignore[no-untyped-def]
    rate, volatility = 0.1, 0.2
    spread = volatility * tf.sqrt(time)
    drift = (rate + 0.5 * volatility * volatility) * time
    first = (tf.math.log(price / strike) + drift) / spread
    second = first - spread
    likely = [0.5 + 0.5 * tf.math.erf(d * 0.70710678) for d in (first, second)]
    return price * likely[0] - strike * tf.exp(-rate * time) * likely[1]


def layer_norm(x, factor, offset):  # type: ignore[no-untyped-def]
    centered = x - tf.reduce_mean(x, axis=-1, keepdims=True)
    variance = tf.reduce_mean(centered * centered, axis=-1, keepdims=True)
    return centered * tf.math.rsqrt(variance + 1e-5) * factor + offset


def convolution(x, filters):  # type: ignore[no-untyped-def]
    return tf.nn.conv2d(x, filters, strides=1, padding="SAME")


def convolution_gradients(x, filters):  # type: ignore[no-untyped-def]
    with tf.GradientTape() as tape:
        tape.watch([x, filters])
        loss = 0.5 * tf.reduce_sum(tf.square(convolution(x, filters)))
    return tape.gradient(loss, [x, filters])


def unrolled(count: int) -> Callable[[Any], Any]:
    """A function of as many operations."""

    def function(x):  # type: ignore[no-untyped-def]
        for index in range(count // 2):
            x = tf.tanh(x) + 0.001 * index
        return x

    return function


def first_call(count: int) -> Call:
    """What tracing, optimizing and compiling takes."""
    x = tf.constant(inputs.vector(16))
    return lambda: traced(unrolled(count))(x)


def training_step() -> Call:
    """Two layers, their gradients, and a step of gradient descent."""
    x, labels, *start = map(tf.constant, inputs.digits())
    variables = [tf.Variable(each) for each in start]

    def step(x, labels):  # type: ignore[no-untyped-def]
        w1, b1, w2, b2 = variables
        with tf.GradientTape() as tape:
            hidden = tf.nn.relu(tf.matmul(x, w1) + b1)
            logits = tf.matmul(hidden, w2) + b2
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
            loss = tf.reduce_mean(losses)
        for variable, gradient in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(inputs.RATE * gradient)
        return loss

    run = traced(step)
    return lambda: run(x, labels)


def regression_step() -> Call:
    """A line through points, and a step of gradient descent."""
    x, y = map(tf.constant, inputs.line())
    slope, offset = tf.Variable(5.0), tf.Variable(0.0)

    def step(x, y):  # type: ignore[no-untyped-def]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(y - (slope * x + offset)))
        d_slope, d_offset = tape.gradient(loss, [slope, offset])
        slope.assign_sub(inputs.RATE * d_slope)
        offset.assign_sub(inputs.RATE * d_offset)
        return loss

    run = traced(step)
    return lambda: run(x, y)


def on(function: Callable[..., Any], *arrays: Any) -> Call:
    """A call of the traced function on tensors made once."""
    run, tensors = traced(function), [tf.constant(each) for each in arrays]
    return lambda: run(*tensors)


def with_dict() -> Call:
    """A nested dictionary of 20 scalars as the argument."""
    table = {
        group: {f"k{index}": tf.constant(float(index)) for index in range(10)}
        for group in "ab"
    }
    run = traced(lambda table: table["a"]["k0"] + table["b"]["k9"])
    return lambda: run(table)


def calls() -> dict[str, Callable[[], Call]]:
    """What makes the call of each workload."""
    matrix = inputs.norm()[0]
    return {
        "traced a + b, scalars": lambda: on(
            lambda a, b: a + b, np.float32(1.5), np.float32(2.5)
        ),
        "traced, dict of 20": with_dict,
        "power(x, 100)": lambda: on(power, inputs.small_integers()),
        "while, 10,000 steps": lambda: on(squares, np.int64(inputs.LOOP_STEPS)),
        "Collatz": lambda: on(collatz, np.int64(inputs.COLLATZ_START)),
        "nested, break, continue": lambda: on(nested, np.int64(inputs.NESTED_STEPS)),
        "LSTM, 100 steps": lambda: on(lstm, *inputs.lstm()),
        "chain of 12, 1e6": lambda: on(chain, inputs.vector(1_000_000)),
        "chain of 12, 1e7": lambda: on(chain, inputs.vector(10_000_000)),
        "Black-Scholes, 1e6": lambda: on(black_scholes, *inputs.options()),
        "softmax 1024 x 1024": lambda: on(lambda x: tf.nn.softmax(x), matrix),
        "layer norm 1024 x 1024": lambda: on(layer_norm, *inputs.norm()),
        "MLP training step": training_step,
        "convolution": lambda: on(convolution, *inputs.images()),
        "convolution, gradients": lambda: on(convolution_gradients, *inputs.images()),
        "linear regression step": regression_step,
        "first call, 200 ops": lambda: first_call(200),
        "first call, 2,000 ops": lambda: first_call(2000),
    }


def as_arrays(result: Any) -> list[Any]:
    """The results as NumPy arrays."""
    parts = result if isinstance(result, (list, tuple)) else [result]
    return [np.asarray(each.numpy()) for each in parts]
