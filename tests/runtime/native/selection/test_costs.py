"""Where nobody asked for native code, a fixed table of costs decides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.devices.config import SETTINGS
from runtime.native.calls import options
from runtime.native.calls.options import asked_for, options_for
from runtime.native.regions import shared_work

set_jit = tf.config.optimizer.set_jit
LARGE = np.linspace(-2, 2, 1 << 18, dtype=np.float32).reshape(512, 512)


@pytest.fixture(autouse=True)
def auto(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions that say nothing have what pays compiled."""
    monkeypatch.delenv("AUTOGRAPH_JIT", raising=False)
    monkeypatch.setattr(SETTINGS, "jit", "auto")


def chain(x: Any) -> Any:
    for _ in range(3):
        x = (x * 0.5 + 0.25) * x - tf.where(x > 0.0, x, 0.5)
    return x


def rows(x: Any) -> Any:
    return tf.nn.softmax(x - tf.reduce_mean(x, 1, keepdims=True)) * 2.0


def collatz(n: Any) -> Any:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def powers(x: Any) -> Any:
    for _ in tf.range(10):
        x = x * 0.5 + tf.sin(x)
    return x


def choices(function: Any, *arguments: Any) -> tuple[str, list[Any]]:
    """What was chosen; and the results."""
    traced = tf.function(function)
    result = traced(*arguments)
    default = tf.function(function, jit_compile=False)(*arguments)
    np.testing.assert_allclose(result.numpy(), default.numpy(), rtol=1e-5, atol=1e-6)
    return traced.jit_report(), result


@pytest.mark.parametrize("function", [chain, rows])
def test_large_arrays_are_chosen_and_small_ones_are_not(function: Any) -> None:
    report, _ = choices(function, tf.constant(LARGE))
    assert "  chosen: " in report
    assert ": native" in report
    report, _ = choices(function, tf.constant(LARGE[:2, :4]))
    assert "not chosen: too little to gain: " in report
    assert "no region is native" in report


def test_loops_over_numbers_are_always_chosen() -> None:
    report, result = choices(collatz, tf.constant(27))
    assert "chosen: a loop over numbers" in report
    assert int(result) == 111


def test_loops_over_arrays_are_not() -> None:
    report, _ = choices(powers, tf.constant(LARGE[:8]))
    assert "a loop over numbers" not in report
    assert "not chosen: a loop over arrays" in report


def test_products_stay_with_the_default_executor() -> None:
    report, _ = choices(lambda x: chain(tf.matmul(x, x) * 0.001), tf.constant(LARGE))
    assert "MatMul: products are as quick by default" in report
    assert "  chosen: " in report


def test_unknown_shapes_are_not_chosen() -> None:
    spec = tf.TensorSpec([None, 512], tf.float32)
    traced = tf.function(chain, input_signature=[spec])
    traced(tf.constant(LARGE))
    assert "known only when it runs" in traced.jit_report()


def test_what_turns_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    x = tf.constant(LARGE)

    def report(jit_compile: bool | None) -> str:
        function = tf.function(chain, jit_compile=jit_compile)
        function(x)
        return function.jit_report().splitlines()[-1]

    assert report(False) == "jit_compile is off"
    set_jit(False)
    monkeypatch.setenv("AUTOGRAPH_JIT", "auto")
    assert report(None) == "jit_compile is off"
    assert asked_for(None) == "auto"
    found = options_for(None)
    assert found is not None
    assert found.chooses
    monkeypatch.setenv("AUTOGRAPH_JIT", "0")
    assert asked_for(None) is None


def test_a_missing_extra_is_told_only_to_those_who_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(options, "find_spec", lambda name: None)
    assert options_for("auto") is None


@pytest.mark.parametrize("function", [chain, rows, lambda x: tf.reduce_sum(x * x, 0)])
def test_results_do_not_depend_on_the_number_of_threads(
    monkeypatch: pytest.MonkeyPatch, function: Any
) -> None:
    found = []
    for count in (1, 2, 7):
        monkeypatch.setattr(shared_work, "thread_count", lambda count=count: count)
        found.append(tf.function(function)(tf.constant(LARGE)).numpy().tobytes())
    assert len(set(found)) == 1


def test_gradients_of_what_is_chosen_are_right() -> None:
    def gradient(jit_compile: bool | None) -> Any:
        x = tf.constant(LARGE)
        traced = tf.function(rows, jit_compile=jit_compile)
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = tf.reduce_sum(traced(x) * x)
        return tape.gradient(total, x).numpy()

    np.testing.assert_allclose(gradient(None), gradient(False), rtol=1e-4, atol=1e-7)
