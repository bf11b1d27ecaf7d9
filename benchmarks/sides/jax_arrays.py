"""The work in JAX, every call compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax  # type: ignore[import-not-found, unused-ignore]
import jax.numpy as jnp  # type: ignore[import-not-found, unused-ignore]
import numpy as np
from jax import lax

from sides import inputs

jax.config.update("jax_enable_x64", True)  # int64 loops; float32 arrays stay float32

Call = Callable[[], Any]


def power(x: Any) -> Any:
    result = jnp.eye(10, dtype=jnp.int32)
    for _ in range(100):
        result = x @ result
    return result


def squares(n: Any) -> Any:
    zero = jnp.int64(0)
    return lax.while_loop(
        lambda state: state[0] < n,
        lambda state: (state[0] + 1, state[1] + state[0] * state[0]),
        (zero, zero),
    )[1]


def collatz(n: Any) -> Any:
    def turn(state: Any) -> Any:
        n, steps = state
        after = lax.cond(n % 2 == 0, lambda n: n // 2, lambda n: 3 * n + 1, n)
        return after, steps + 1

    return lax.while_loop(lambda state: state[0] != 1, turn, (n, jnp.int64(0)))[1]


def nested(n: Any) -> Any:
    def row(i: Any, total: Any) -> Any:
        def turn(state: Any) -> Any:
            j, total = state
            added = jnp.where((i * j) % 7 == 3, 0, i * j)
            return j + 1, total + added

        go_on = lambda state: (state[0] < n) & (state[0] <= i)  # noqa: E731
        return lax.while_loop(go_on, turn, (jnp.int64(0), total))[1]

    return lax.fori_loop(jnp.int64(0), n, row, jnp.int64(0))


def lstm(steps: Any, weights: Any, bias: Any, start: Any) -> Any:
    def turn(state: Any, x: Any) -> Any:
        hidden, cell = state
        gates = jnp.concatenate([x, hidden], 1) @ weights + bias
        i, f, g, o = jnp.split(gates, 4, 1)
        cell = jax.nn.sigmoid(f) * cell + jax.nn.sigmoid(i) * jnp.tanh(g)
        hidden = jax.nn.sigmoid(o) * jnp.tanh(cell)
        return (hidden, cell), hidden

    return lax.scan(turn, (start, start), steps)[1]


def chain(x: Any) -> Any:
    gate = jnp.tanh(0.7978845608 * (x + 0.044715 * x * (x * x)))
    return (0.5 * x * (1.0 + gate)) * ((0.1 * x + 0.2) * x + 0.3)


def black_scholes(price: Any, strike: Any, time: Any) -> Any:
    rate, volatility = 0.1, 0.2
    spread = volatility * jnp.sqrt(time)
    drift = (rate + 0.5 * volatility * volatility) * time
    first = (jnp.log(price / strike) + drift) / spread
    likely = [
        0.5 + 0.5 * lax.erf(each * 0.70710678) for each in (first, first - spread)
    ]
    return price * likely[0] - strike * jnp.exp(-rate * time) * likely[1]


def layer_norm(x: Any, factor: Any, offset: Any) -> Any:
    centered = x - x.mean(-1, keepdims=True)
    variance = (centered * centered).mean(-1, keepdims=True)
    return centered * lax.rsqrt(variance + 1e-5) * factor + offset


def convolution(x: Any, filters: Any) -> Any:
    order = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, filters, (1, 1), "SAME", dimension_numbers=order)


def convolution_gradients(x: Any, filters: Any) -> Any:
    def loss(x: Any, filters: Any) -> Any:
        return 0.5 * (convolution(x, filters) ** 2).sum()

    return jax.grad(loss, (0, 1))(x, filters)


def unrolled(count: int) -> Callable[[Any], Any]:
    def function(x: Any) -> Any:
        for index in range(count // 2):
            x = jnp.tanh(x) + 0.001 * index
        return x

    return function


def first_call(count: int) -> Call:
    x = jnp.asarray(inputs.vector(16))
    return lambda: jax.block_until_ready(jax.jit(unrolled(count))(x))


def descent(loss: Callable[..., Any], start: Any, *data: Any) -> Call:
    """Steps of gradient descent from a start."""

    @jax.jit
    def step(weights: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(weights, *data)
        moved = [w - inputs.RATE * d for w, d in zip(weights, gradients, strict=True)]
        return value, moved

    state = [start]

    def run() -> Any:
        value, state[0] = step(state[0])
        return jax.block_until_ready((value, *state[0]))[0]

    return run


def training_step() -> Call:
    x, labels, *start = map(jnp.asarray, inputs.digits())

    def loss(weights: Any, x: Any, labels: Any) -> Any:
        w1, b1, w2, b2 = weights
        logits = jax.nn.relu(x @ w1 + b1) @ w2 + b2
        likely = jax.nn.log_softmax(logits)
        return -jnp.take_along_axis(likely, labels[:, None], 1).mean()

    return descent(loss, start, x, labels)


def regression_step() -> Call:
    x, y = map(jnp.asarray, inputs.line())

    def loss(line: Any, x: Any, y: Any) -> Any:
        return jnp.square(y - (line[0] * x + line[1])).mean()

    return descent(loss, [jnp.float32(5), jnp.float32(0)], x, y)


def on(function: Callable[..., Any], *arrays: Any) -> Call:
    run = jax.jit(function)
    given = jax.tree.map(jnp.asarray, arrays)
    return lambda: jax.block_until_ready(run(*given))


def calls() -> dict[str, Callable[[], Call]]:
    """What makes the call of each workload."""
    matrix = inputs.norm()[0]
    table = {
        group: {f"k{index}": np.float32(index) for index in range(10)} for group in "ab"
    }
    return {
        "traced a + b, scalars": lambda: on(
            lambda a, b: a + b, np.float32(1.5), np.float32(2.5)
        ),
        "traced, dict of 20": lambda: on(
            lambda table: table["a"]["k0"] + table["b"]["k9"], table
        ),
        "power(x, 100)": lambda: on(power, inputs.small_integers()),
        "while, 10,000 steps": lambda: on(squares, np.int64(inputs.LOOP_STEPS)),
        "Collatz": lambda: on(collatz, np.int64(inputs.COLLATZ_START)),
        "nested, break, continue": lambda: on(nested, np.int64(inputs.NESTED_STEPS)),
        "LSTM, 100 steps": lambda: on(lstm, *inputs.lstm()),
        "chain of 12, 1e6": lambda: on(chain, inputs.vector(1_000_000)),
        "chain of 12, 1e7": lambda: on(chain, inputs.vector(10_000_000)),
        "Black-Scholes, 1e6": lambda: on(black_scholes, *inputs.options()),
        "softmax 1024 x 1024": lambda: on(jax.nn.softmax, matrix),
        "layer norm 1024 x 1024": lambda: on(layer_norm, *inputs.norm()),
        "MLP training step": training_step,
        "convolution": lambda: on(convolution, *inputs.images()),
        "convolution, gradients": lambda: on(convolution_gradients, *inputs.images()),
        "linear regression step": regression_step,
        "first call, 200 ops": lambda: first_call(200),
    }


def as_arrays(result: Any) -> list[Any]:
    """The results as NumPy arrays."""
    return [np.asarray(each) for each in jax.tree.leaves(result)]
