"""Taking a gradient repeats no effect of what it is taken of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

import runtime as tf

SWITCH = tf.Variable(1.0)


def in_a_branch(x: Any, count: Any) -> Any:
    if SWITCH > 0.0:
        x = x * x
        count.assign_add(1.0)
    return x


def in_a_loop(x: Any, count: Any) -> Any:
    for e in tf.stack([x, x]):
        x = x * e
        count.assign_add(1.0)
    return x


def in_a_loop_in_a_branch(x: Any, count: Any) -> Any:
    if SWITCH > 0.0:
        for e in tf.stack([x, x]):
            x = x + e
            count.assign_add(1.0)
    return x


def in_a_branch_in_a_loop(x: Any, count: Any) -> Any:
    for e in tf.stack([x, x]):
        if e > -10.0:
            x = x * e
            count.assign_add(1.0)
    return x


def in_loops(x: Any, count: Any) -> Any:
    for e in tf.stack([x, x]):
        k = 0
        while k < 2:
            x = x * e
            k = k + 1
            count.assign_add(1.0)
    return x


PROGRAMS: Final[tuple[Callable[[Any, Any], Any], ...]] = (
    in_a_branch,
    in_a_loop,
    in_a_loop_in_a_branch,
    in_a_branch_in_a_loop,
    in_loops,
)


@pytest.mark.parametrize("program", PROGRAMS)
def test_effects_happen_once(program: Callable[[Any, Any], Any]) -> None:
    found = []
    for run in (program, tf.function(program)):
        count = tf.Variable(0.0)
        x = tf.constant(-0.5)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = run(x, count)
        gradient = tape.gradient(y, x)
        found.append((y.numpy(), gradient.numpy(), count.numpy()))
    assert found[0] == found[1]
