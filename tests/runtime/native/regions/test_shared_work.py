"""Equal stages of a region are one function."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.native.regions import shared_work

X = np.linspace(-3, 3, 37).astype(np.float32)


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
