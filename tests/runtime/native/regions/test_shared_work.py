"""Equal stages of a region are one function."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.native.regions import shared_work

X = np.linspace(-3, 3, 37).astype(np.float32)


def test_equal_layers_share_their_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
    monkeypatch.setattr(shared_work, "thread_count", lambda: 2)
    rng = np.random.default_rng(0)
    weights = [tf.constant(rng.standard_normal((48, 48)) * 0.2) for _ in range(4)]

    @tf.function
    def network(x: Any) -> Any:
        for each in weights:
            x = tf.matmul(x, each)
            x = tf.tanh(x - tf.reduce_mean(x, -1, keepdims=True)) * 1.5
        return tf.reduce_sum(x), x

    x = tf.constant(rng.standard_normal((24, 48)))
    native = tf.function(network.python_function, jit_compile=True)
    results = native(x)
    text = native.experimental_get_compiler_ir(x)(stage="llvm")
    functions = text.count("define internal i64 @stage")
    calls = text.count("call i64 @stage")
    assert functions < calls
    assert calls >= 4
    for found, expected in zip(results, network(x), strict=True):
        np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-9)


def test_numbers_of_a_region_are_read_where_they_are_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
    monkeypatch.setattr(shared_work, "thread_count", lambda: 2)

    @tf.function(jit_compile=True)
    def scaled(x: Any, half: Any, truth: Any) -> Any:
        y = x * tf.cast(half, tf.float32)
        return tf.where(truth, y, -y) + tf.reduce_sum(x)

    given = tf.constant(X), tf.constant(0.5, tf.float16), tf.constant(False)
    np.testing.assert_allclose(
        scaled(*given).numpy(), -X * 0.5 + X.sum(), rtol=1e-5, atol=1e-5
    )
