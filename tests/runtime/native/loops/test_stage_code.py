"""Stages: passes over rows, over columns, and over plain elements."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.regions import shared_work

RANDOM = np.random.default_rng(2)
SHAPES = [(7, 33), (2, 3, 17), (4, 0)]


def softmax_by_hand(x: Any) -> Any:
    """Three passes over each row: the most, the sum, the quotient."""
    less = x - tf.reduce_max(x, -1, keepdims=True)
    powers = tf.exp(less)
    return powers / tf.reduce_sum(powers, -1, keepdims=True)


def centred_columns(x: Any) -> Any:
    return x - tf.reduce_mean(x, 0, keepdims=True)


def of_each(x: Any) -> Any:
    return tf.where(x > 0, x * 2.0, -x), x + 1.0


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("function", [softmax_by_hand, centred_columns, of_each])
def test_native_code_is_the_default_executors(function: Any, shape: Any) -> None:
    x = RANDOM.standard_normal(shape).astype(np.float32)
    native = tf.function(function, jit_compile=True)
    with np.errstate(all="ignore"):
        found = tf.nest.flatten(native(x))
        expected = tf.nest.flatten(tf.function(function, jit_compile=False)(x))
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-6, atol=1e-6)
    assert "native" in native.jit_report()


@pytest.mark.parametrize("function", [softmax_by_hand, centred_columns])
def test_threads_share_rows_and_change_nothing(
    function: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    x = RANDOM.standard_normal((37, 9)).astype(np.float32)
    found = []
    for count in (1, 3):
        monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
        monkeypatch.setattr(shared_work, "LEAST_CHUNK", 1)
        monkeypatch.setattr(shared_work, "thread_count", lambda count=count: count)
        found.append(tf.function(function, jit_compile=True)(x).numpy().tobytes())
    assert found[0] == found[1]
