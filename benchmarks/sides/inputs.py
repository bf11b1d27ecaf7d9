"""The arrays that every side works on: the same numbers each time."""

from __future__ import annotations

from typing import Any

import numpy as np

STEPS, BATCH, UNITS = 100, 32, 64
"""Of the recurrent network."""
LOOP_STEPS = 10_000
COLLATZ_START = 837_799
NESTED_STEPS = 100
RATE = 0.01


def normal(*shape: int) -> Any:
    """Normal float32 numbers."""
    return np.random.RandomState(7).standard_normal(shape).astype(np.float32)


def vector(size: int) -> Any:
    return normal(size)


def small_integers() -> Any:
    """A matrix of -1, 0 and 1: [10, 10] int32."""
    return np.random.RandomState(7).randint(-1, 2, (10, 10)).astype(np.int32)


def lstm() -> tuple[Any, ...]:
    """Inputs [steps, batch, units], weights, bias and the first state."""
    weights = 0.1 * normal(2 * UNITS, 4 * UNITS)
    start = np.zeros((BATCH, UNITS), np.float32)
    return normal(STEPS, BATCH, UNITS), weights, 0.1 * normal(4 * UNITS), start


def options() -> tuple[Any, ...]:
    """Prices, strikes and times of a million options."""
    draw = np.random.RandomState(7).uniform
    return tuple(
        draw(low, high, 1_000_000).astype(np.float32)
        for low, high in ((10, 50), (10, 50), (1, 2))
    )


def norm() -> tuple[Any, ...]:
    """A matrix [1024, 1024], and a factor and an offset for its columns."""
    return normal(1024, 1024), normal(1024), normal(1024)[::-1].copy()


def digits() -> tuple[Any, ...]:
    """Images [64, 784], labels, and the weights and biases of two layers."""
    labels = np.random.RandomState(7).randint(0, 10, 64).astype(np.int64)
    first, second = 0.05 * normal(784, 256), 0.05 * normal(256, 10)
    zeros = np.zeros(256, np.float32), np.zeros(10, np.float32)
    return normal(64, 784), labels, first, zeros[0], second, zeros[1]


def images() -> tuple[Any, ...]:
    """Images NHWC and filters HWIO."""
    return normal(8, 32, 32, 32), 0.1 * normal(3, 3, 32, 64)


def line() -> tuple[Any, ...]:
    """Points near y = 3 x + 2."""
    x = np.linspace(-2, 2, 201).astype(np.float32)
    return x, x * 3 + 2 + normal(201)
