"""No gradient passes what stops it: eagerly, and in functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

import runtime as tf

PROGRAMS: Final[dict[str, Callable[[Any], Any]]] = {
    "sum": lambda x: tf.stop_gradient(x) + x,
    "square": lambda x: tf.stop_gradient(x) * x,
    "of a value": lambda x: tf.stop_gradient(x * 2.0) * (x * 2.0),
    "alone": lambda x: tf.stop_gradient(x),
    "in a branch": lambda x: tf.cond(
        x > 0.0, lambda: x - tf.stop_gradient(x) * x, lambda: x
    ),
    "in a loop": lambda x: tf.while_loop(
        lambda i, y: i < 2, lambda i, y: (i + 1, y * tf.stop_gradient(y)), (0, x)
    )[1],
    "copies of it": lambda x: tf.identity(tf.stop_gradient(tf.identity(x))) + x,
    "twice": lambda x: tf.stop_gradient(tf.stop_gradient(x)) * x + x,
}


@pytest.mark.parametrize(
    ("name", "jit"), [*((name, False) for name in PROGRAMS), ("square", True)]
)
def test_functions_stop_gradients_as_eager_code_does(name: str, jit: bool) -> None:
    x = tf.constant(1.5)
    found = []
    for run in (PROGRAMS[name], tf.function(PROGRAMS[name], jit_compile=jit)):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = run(x)
        gradient = tape.gradient(y, x, unconnected_gradients="zero")
        found.append(gradient.numpy().item())
    assert found[0] == found[1]
