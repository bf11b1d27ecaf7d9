"""Equal stages of a region are one function."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.native.regions import shared_work


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
