"""The work in PyTorch, eagerly, as most of it is run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found, unused-ignore]

from sides import inputs

Call = Callable[[], Any]


def power(x: Any) -> Any:
    result = torch.eye(10, dtype=torch.int32)
    for _ in range(100):
        result = x @ result
    return result


def squares(n: Any) -> Any:
    i = total = torch.tensor(0)
    while i < n:
        total = total + i * i
        i = i + 1
    return total


def collatz(n: Any) -> Any:
    steps = torch.tensor(0)
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps = steps + 1
    return steps


def nested(n: Any) -> Any:
    total = torch.tensor(0)
    for i in torch.arange(int(n)):
        for j in torch.arange(int(n)):
            if j > i:
                break
            if (i * j) % 7 == 3:
                continue
            total = total + i * j
    return total


def lstm(steps: Any, weights: Any, bias: Any, start: Any) -> Any:
    hidden = cell = start
    outputs = []
    for x in steps:
        gates = torch.addmm(bias, torch.cat([x, hidden], 1), weights)
        i, f, g, o = gates.chunk(4, 1)
        cell = torch.sigmoid(f) * cell + torch.sigmoid(i) * torch.tanh(g)
        hidden = torch.sigmoid(o) * torch.tanh(cell)
        outputs.append(hidden)
    return torch.stack(outputs)


def chain(x: Any) -> Any:
    gate = torch.tanh(0.7978845608 * (x + 0.044715 * x * (x * x)))
    return (0.5 * x * (1.0 + gate)) * ((0.1 * x + 0.2) * x + 0.3)


def black_scholes(price: Any, strike: Any, time: Any) -> Any:
    rate, volatility = 0.1, 0.2
    spread = volatility * torch.sqrt(time)
    drift = (rate + 0.5 * volatility * volatility) * time
    first = (torch.log(price / strike) + drift) / spread
    likely = [
        0.5 + 0.5 * torch.erf(each * 0.70710678) for each in (first, first - spread)
    ]
    return price * likely[0] - strike * torch.exp(-rate * time) * likely[1]


def layer_norm(x: Any, factor: Any, offset: Any) -> Any:
    return torch.nn.functional.layer_norm(x, factor.shape, factor, offset)


def convolution(x: Any, filters: Any) -> Any:
    """In NCHW and OIHW, PyTorch's own order."""
    return torch.nn.functional.conv2d(x, filters, padding=1)


def convolution_call() -> Call:
    x, filters = map(torch.tensor, inputs.images())
    x = x.permute(0, 3, 1, 2).contiguous()
    filters = filters.permute(3, 2, 0, 1).contiguous()
    return lambda: convolution(x, filters).permute(0, 2, 3, 1)


def convolution_gradients() -> Call:
    x, filters = map(torch.tensor, inputs.images())
    x = x.permute(0, 3, 1, 2).contiguous().requires_grad_()
    filters = filters.permute(3, 2, 0, 1).contiguous().requires_grad_()

    def run() -> Any:
        loss = 0.5 * convolution(x, filters).square().sum()
        d_x, d_filters = torch.autograd.grad(loss, [x, filters])
        return [d_x.permute(0, 2, 3, 1), d_filters.permute(2, 3, 1, 0)]

    return run


def descent(loss: Callable[[], Any], weights: list[Any]) -> Call:
    def run() -> Any:
        value = loss()
        gradients = torch.autograd.grad(value, weights)
        with torch.no_grad():
            for weight, gradient in zip(weights, gradients, strict=True):
                weight -= inputs.RATE * gradient
        return value.detach()

    return run


def training_step() -> Call:
    x, labels, *start = map(torch.tensor, inputs.digits())
    w1, b1, w2, b2 = weights = [each.requires_grad_() for each in start]

    def loss() -> Any:
        logits = torch.relu(x @ w1 + b1) @ w2 + b2
        return torch.nn.functional.cross_entropy(logits, labels)

    return descent(loss, weights)


def regression_step() -> Call:
    x, y = map(torch.tensor, inputs.line())
    slope, offset = line = [torch.tensor(v, requires_grad=True) for v in (5.0, 0.0)]
    return descent(lambda: (y - (slope * x + offset)).square().mean(), line)


def on(function: Callable[..., Any], *arrays: Any) -> Call:
    tensors = [torch.tensor(each) for each in arrays]
    return lambda: function(*tensors)


def with_dict() -> Call:
    table = {
        group: {f"k{index}": torch.tensor(float(index)) for index in range(10)}
        for group in "ab"
    }
    return lambda: table["a"]["k0"] + table["b"]["k9"]


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
        "softmax 1024 x 1024": lambda: on(lambda x: torch.softmax(x, -1), matrix),
        "layer norm 1024 x 1024": lambda: on(layer_norm, *inputs.norm()),
        "MLP training step": training_step,
        "convolution": convolution_call,
        "convolution, gradients": convolution_gradients,
        "linear regression step": regression_step,
    }


def as_arrays(result: Any) -> list[Any]:
    """The results as NumPy arrays."""
    parts = result if isinstance(result, list) else [result]
    return [each.detach().numpy() for each in parts]
