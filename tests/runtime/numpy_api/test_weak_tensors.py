"""Tensors whose dtype yields to others."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.numpy_api.weak_tensors import as_strong, as_weak, is_weak, weak_like

STRONG = tf.constant([1, 2])


def test_weak_and_strong_have_the_same_value() -> None:
    weak = as_weak(STRONG)
    assert (is_weak(weak), is_weak(STRONG), is_weak(3)) == (True, False, False)
    assert isinstance(weak, tf.Tensor)
    assert (weak.dtype, weak.numpy().tolist()) == (tf.int32, [1, 2])
    again = as_strong(weak)
    assert (is_weak(again), again.numpy().tolist()) == (False, [1, 2])


@pytest.mark.parametrize("value", [tf.constant(True), 3, "text", None])
def test_bools_and_other_objects_are_never_weak(value: Any) -> None:
    assert as_weak(value) is value
    assert as_strong(value) is value


def test_text_and_pickles_say_that_it_is_weak() -> None:
    weak = as_weak(tf.constant(1))
    assert repr(weak) == "<tf.Tensor: shape=(), dtype=int32, numpy=1, weak=True>"
    assert str(weak).endswith("weakly typed")
    assert is_weak(pickle.loads(pickle.dumps(weak)))


def test_a_result_is_weak_if_all_its_tensors_are() -> None:
    weak = as_weak(STRONG)
    assert is_weak(weak_like(STRONG, [weak, weak]))
    for values in ([weak, STRONG], []):
        assert weak_like(STRONG, values) is STRONG


def test_gradients_pass_and_traces_have_weak_tensors_too() -> None:
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = as_strong(as_weak(x)) * 2
    assert float(tape.gradient(y, x)) == 2.0
    seen: list[bool] = []
    tf.function(lambda x: (seen.append(is_weak(as_weak(x))), x)[1])(np.float32(1))
    assert seen == [True]
