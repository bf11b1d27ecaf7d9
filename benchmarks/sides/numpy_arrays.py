"""The work as one writes it by hand in NumPy; loops over scalars are plain Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from sides import inputs

Call = Callable[[], Any]


def power(x: Any) -> Any:
    result = np.eye(10, dtype=np.int32)
    for _ in range(100):
        result = np.matmul(x, result)
    return result


def squares(n: int) -> int:
    i = total = 0
    while i < n:
        total += i * i
        i += 1
    return total


def collatz(n: int) -> int:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def nested(n: int) -> int:
    total = 0
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            if (i * j) % 7 == 3:
                continue
            total += i * j
    return total


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def lstm(steps: Any, weights: Any, bias: Any, start: Any) -> Any:
    hidden = cell = start
    outputs = []
    for x in steps:
        gates = np.concatenate([x, hidden], 1) @ weights + bias
        i, f, g, o = np.split(gates, 4, axis=1)
        cell = sigmoid(f) * cell + sigmoid(i) * np.tanh(g)
        hidden = sigmoid(o) * np.tanh(cell)
        outputs.append(hidden)
    return np.stack(outputs)


def chain(x: Any) -> Any:
    gate = np.tanh(0.7978845608 * (x + 0.044715 * x * (x * x)))
    return (0.5 * x * (1.0 + gate)) * ((0.1 * x + 0.2) * x + 0.3)


ERF = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)


def erf(x: Any) -> Any:
    """Formula 7.1.26 of Abramowitz and Stegun: NumPy has no error function."""
    t = 1 / (1 + np.float32(0.3275911) * np.abs(x))
    series = t * (ERF[0] + t * (ERF[1] + t * (ERF[2] + t * (ERF[3] + t * ERF[4]))))
    return np.copysign(1 - series * np.exp(-x * x), x)


def black_scholes(price: Any, strike: Any, time: Any) -> Any:
    rate, volatility = 0.1, 0.2
    spread = volatility * np.sqrt(time)
    drift = (rate + 0.5 * volatility * volatility) * time
    first = (np.log(price / strike) + drift) / spread
    second = first - spread
    likely = [0.5 + 0.5 * erf(each * math.sqrt(0.5)) for each in (first, second)]
    return price * likely[0] - strike * np.exp(-rate * time) * likely[1]


def softmax(x: Any) -> Any:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def layer_norm(x: Any, factor: Any, offset: Any) -> Any:
    centered = x - x.mean(-1, keepdims=True)
    variance = (centered * centered).mean(-1, keepdims=True)
    return centered / np.sqrt(variance + np.float32(1e-5)) * factor + offset


def as_rows(x: Any) -> Any:
    """The 3 x 3 surroundings of each pixel: [pixels, 9 channels]."""
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    views = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))
    return views.transpose(0, 1, 2, 4, 5, 3).reshape(-1, 9 * x.shape[-1])


def convolution(x: Any, filters: Any) -> Any:
    product = as_rows(x) @ filters.reshape(-1, filters.shape[-1])
    return product.reshape(*x.shape[:3], -1)


def convolution_gradients(x: Any, filters: Any) -> list[Any]:
    rows = as_rows(x)
    d_y = rows @ filters.reshape(-1, filters.shape[-1])
    d_filters = (rows.T @ d_y).reshape(filters.shape)
    turned = filters[::-1, ::-1].transpose(0, 1, 3, 2)
    return [convolution(d_y.reshape(*x.shape[:3], -1), turned), d_filters]


def training_step() -> Call:
    x, labels, w1, b1, w2, b2 = inputs.digits()
    rows = np.arange(len(x))

    def step() -> Any:
        hidden = np.maximum(x @ w1 + b1, 0)
        logits = hidden @ w2 + b2
        logits -= logits.max(1, keepdims=True)
        powers = np.exp(logits)
        sums = powers.sum(1, keepdims=True)
        loss = np.mean(np.log(sums[:, 0]) - logits[rows, labels])
        d_logits = powers / sums
        d_logits[rows, labels] -= 1
        d_logits /= np.float32(len(x))
        d_hidden = (d_logits @ w2.T) * (hidden > 0)
        gradients = x.T @ d_hidden, d_hidden.sum(0), hidden.T @ d_logits
        for weight, gradient in zip(
            (w1, b1, w2, b2), (*gradients, d_logits.sum(0)), strict=True
        ):
            weight -= np.float32(inputs.RATE) * gradient
        return loss

    return step


def regression_step() -> Call:
    x, y = inputs.line()
    line = np.array([5.0, 0.0], np.float32)

    def step() -> Any:
        rest = y - (line[0] * x + line[1])
        d_rest = rest * np.float32(-2 / len(x))
        line[0] -= np.float32(inputs.RATE) * (d_rest @ x)
        line[1] -= np.float32(inputs.RATE) * d_rest.sum()
        return (rest @ rest) / len(x)

    return step


def on(function: Callable[..., Any], *arrays: Any) -> Call:
    return lambda: function(*arrays)


def calls() -> dict[str, Callable[[], Call]]:
    """What makes the call of each workload."""
    one, two = np.float32(1.5), np.float32(2.5)
    matrix = inputs.norm()[0]
    table = {
        group: {f"k{index}": np.float32(index) for index in range(10)} for group in "ab"
    }
    return {
        "traced a + b, scalars": lambda: on(np.add, one, two),
        "traced, dict of 20": lambda: on(
            lambda table: np.add(table["a"]["k0"], table["b"]["k9"]), table
        ),
        "power(x, 100)": lambda: on(power, inputs.small_integers()),
        "while, 10,000 steps": lambda: on(squares, inputs.LOOP_STEPS),
        "Collatz": lambda: on(collatz, inputs.COLLATZ_START),
        "nested, break, continue": lambda: on(nested, inputs.NESTED_STEPS),
        "LSTM, 100 steps": lambda: on(lstm, *inputs.lstm()),
        "chain of 12, 1e6": lambda: on(chain, inputs.vector(1_000_000)),
        "chain of 12, 1e7": lambda: on(chain, inputs.vector(10_000_000)),
        "Black-Scholes, 1e6": lambda: on(black_scholes, *inputs.options()),
        "softmax 1024 x 1024": lambda: on(softmax, matrix),
        "layer norm 1024 x 1024": lambda: on(layer_norm, *inputs.norm()),
        "MLP training step": training_step,
        "convolution": lambda: on(convolution, *inputs.images()),
        "convolution, gradients": lambda: on(convolution_gradients, *inputs.images()),
        "linear regression step": regression_step,
    }


def as_arrays(result: Any) -> list[Any]:
    """The results as NumPy arrays."""
    parts = result if isinstance(result, list) else [result]
    return [np.asarray(each) for each in parts]
