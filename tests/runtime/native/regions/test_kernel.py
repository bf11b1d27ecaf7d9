"""A region has code for a few shapes; others run by default."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.native.regions import kernel

pytest.importorskip("llvmlite")


def chain(x: Any) -> Any:
    inner = tf.tanh(0.8 * (x + 0.04 * x * x * x))
    return 0.5 * x * (1.0 + inner), tf.reduce_sum(inner, -1)


def test_too_many_shapes_run_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "MOST_SHAPES", 2)
    spec = [tf.TensorSpec([None], tf.float32)]
    native = tf.function(chain, input_signature=spec, jit_compile=True)
    for size in (1, 2, 3, 4):
        x = np.ones(size, np.float32)
        np.testing.assert_allclose(native(x)[0], tf.function(chain)(x)[0], rtol=1e-5)
    assert "more than 2" in native.jit_report()


def test_a_size_that_is_ensured_is_looked_at() -> None:
    f = tf.function(
        lambda x: tf.ensure_shape(x * 2.0, [2, 3]) + 1.0,
        input_signature=[tf.TensorSpec([None, None])],
        jit_compile=True,
    )
    assert f(tf.ones([2, 3])).numpy().tolist() == [[3.0] * 3] * 2
    with pytest.raises(tf.errors.InvalidArgumentError):
        f(tf.ones([3, 3]))
