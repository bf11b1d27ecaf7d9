"""Large updates of variables are parts of regions, and no update is lost."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf

SHAPE = (96, 64)
START = np.arange(96 * 64, dtype=np.float32).reshape(SHAPE) / 64


def step_of(variable: Any) -> Any:
    @tf.function(jit_compile=True)
    def step(x: Any) -> Any:
        doubled = variable * x
        variable.assign_sub(0.25 * doubled)
        variable.assign_add(tf.ones_like(variable))
        return variable.read_value(), doubled

    return step


def test_updates_come_in_order() -> None:
    variable = tf.Variable(START)
    step = step_of(variable)
    for _ in range(3):
        before = variable.numpy()
        after, doubled = step(tf.constant(2.0))
        np.testing.assert_array_equal(doubled.numpy(), before * 2)
        np.testing.assert_array_equal(after.numpy(), before - 0.5 * before + 1)
        np.testing.assert_array_equal(variable.numpy(), after.numpy())


def test_the_difference_is_in_the_region() -> None:
    variable = tf.Variable(START)

    @tf.function(jit_compile=True)
    def step(x: Any) -> None:
        variable.assign_sub(tf.tanh(variable) * x)

    step(tf.constant(1.0))
    report = step.jit_report()
    assert "AssignSubVariableOp/value" in report.split("on the default executor")[0]
    np.testing.assert_allclose(variable.numpy(), START - np.tanh(START), atol=1e-6)


def test_a_value_that_was_read_stays() -> None:
    variable = tf.Variable(START)

    @tf.function(jit_compile=True)
    def step(x: Any) -> None:
        variable.assign_sub(tf.exp(-variable) * x)

    before = variable.read_value()
    step(tf.constant(1.0))
    np.testing.assert_array_equal(before.numpy(), START)


def test_no_update_of_several_threads_is_lost() -> None:
    variable = tf.Variable(np.zeros(SHAPE, np.float32))

    @tf.function(jit_compile=True)
    def step(x: Any) -> None:
        variable.assign_add(tf.ones_like(variable) * x + 0.0 * variable)

    one = tf.constant(1.0)
    step(one)
    threads = [
        threading.Thread(target=lambda: [step(one) for _ in range(50)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(variable.numpy(), np.full(SHAPE, 201, np.float32))


def test_a_branch_that_may_write_comes_between() -> None:
    variable = tf.Variable(START)

    @tf.function(jit_compile=True)
    def step(x: Any) -> None:
        delta = tf.sin(variable)
        if x > 0:
            variable.assign(tf.zeros_like(variable))
        variable.assign_sub(delta)

    step(tf.constant(1.0))
    np.testing.assert_allclose(variable.numpy(), -np.sin(START), atol=1e-6)


def test_one_variable_under_two_names() -> None:
    variable = tf.Variable(START)

    @tf.function(jit_compile=True)
    def step(first: Any, second: Any, x: Any) -> None:
        change = first + second
        first.assign_sub(x * change)
        second.assign_sub(x * change)

    step(variable, variable, tf.constant(0.25))
    np.testing.assert_allclose(variable.numpy(), 0 * START, atol=1e-5)


@pytest.mark.parametrize("shape", [(64, 784, 256), (300, 40, 17), (1, 700, 33)])
def test_steps_after_products(shape: tuple[int, int, int]) -> None:
    """A layer and its gradient: elements that follow products, in their place."""
    rows, inner, columns = shape
    random = np.random.default_rng(5)
    x = random.standard_normal((rows, inner)).astype(np.float32)
    start = random.standard_normal((inner, columns)).astype(np.float32)
    results = []
    for jit in (False, True):
        weights = tf.Variable(start)
        bias = tf.Variable(np.ones(columns, np.float32))

        @tf.function(jit_compile=jit)
        def step(x: Any, weights: Any = weights, bias: Any = bias) -> Any:
            with tf.GradientTape() as tape:
                made = tf.nn.relu(tf.matmul(x, weights) + bias)
                loss = tf.reduce_mean(made * made)
            for each, slope in zip(
                [weights, bias], tape.gradient(loss, [weights, bias]), strict=True
            ):
                each.assign_sub(0.1 * slope)
            return loss, made

        found = [step(tf.constant(x)) for _ in range(2)]
        results.append([*found[1], weights, bias])
    for default, native in zip(*results, strict=True):
        np.testing.assert_allclose(native.numpy(), default.numpy(), 1e-3, 1e-4)
