"""Tests of tape.explain: why a gradient is None, and on which line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.functions.decorator import function as traced


def reason(text: str) -> str:
    """The first line, and the line of the source that is named."""
    first, _, source, *_ = text.splitlines()
    return f"{first} | {source.strip()}"


def test_variable_replaced_by_a_tensor() -> None:
    x = tf.Variable(2.0)
    x = x + 1
    with tf.GradientTape() as tape:
        y = x + 1
    assert tape.gradient(y, x) is None
    text = tape.explain(y, x)
    assert reason(text) == (
        "The gradient is None: the tensor of shape () and dtype float32 is not watched "
        "by the tape, which watches tensors only when told to, or when they come from "
        "what it watches. | with tf.GradientTape() as tape:"
    )
    assert "x.assign_add(1) changes the variable" in text


def test_value_that_left() -> None:
    x = tf.Variable([[1.0, 2.0]])
    with tf.GradientTape() as tape:
        squares = x**2
        mean = np.mean(squares)
        y = tf.reduce_mean(mean)
    assert tape.gradient(y, x) is None
    assert reason(tape.explain(y, x)) == (
        "The gradient is None: the value left TensorFlow: it was taken as a Python or "
        "NumPy value, and what is computed from that is not recorded. | "
        "mean = np.mean(squares)"
    )


def test_integers_as_a_source() -> None:
    x = tf.constant(10)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.explain(y, x).startswith(
        "The gradient is None: the tensor of shape () and dtype int32 is no "
        "floating-point one"
    )


def test_integers_on_the_way() -> None:
    x = tf.Variable(2.5)
    with tf.GradientTape() as tape:
        whole = tf.cast(x, tf.int32)
        y = tf.cast(whole, tf.float32)
    assert reason(tape.explain(y, x)) == (
        "The gradient is None: Cast gives int32, through which no gradient goes. | "
        "whole = tf.cast(x, tf.int32)"
    )


def test_value_put_into_a_state() -> None:
    x0, x1 = tf.Variable(3.0), tf.Variable(0.0)
    with tf.GradientTape() as tape:
        x1.assign_add(x0)
        y = x1**2
    assert tape.gradient(y, x0) is None
    assert reason(tape.explain(y, x0)) == (
        "The gradient is None: AssignAddVariableOp puts the value into a state. What "
        "is read from it later is only seen as a value, not with the history that led "
        "to it. | x1.assign_add(x0)"
    )


def test_variable_never_read() -> None:
    x, y = tf.Variable(2.0, name="x"), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        z = y * y
    assert tape.explain(z, x).startswith(
        "The gradient is None: the variable 'x:0' was never read while the tape "
        "recorded."
    )


def test_variable_that_is_not_trainable() -> None:
    x = tf.Variable(2.0, trainable=False)
    with tf.GradientTape() as tape:
        y = x * x
    assert "is not trainable" in tape.explain(y, x)


def test_variables_that_are_not_watched() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        y = x * x
    assert "watch_accessed_variables=False" in tape.explain(y, x)


def test_op_without_slope_in_a_graph() -> None:
    x = tf.Variable(2.0)
    texts = []

    @traced
    def stopped() -> Any:
        with tf.GradientTape() as tape:
            y = tf.stop_gradient(x)
        texts.append(tape.explain(y, x))
        return y

    stopped()
    assert reason(texts[0]) == (
        "The gradient is None: no gradient goes through StopGradient. | "
        "y = tf.stop_gradient(x)"
    )


def test_source_that_nothing_reads() -> None:
    x, y = tf.constant(2.0), tf.Variable(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = y * y
    assert tape.explain(z, x).startswith(
        "The gradient is None: nothing that was recorded reads the tensor"
    )


def test_what_happens_while_the_tape_is_stopped() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
        with tape.stop_recording():
            z = y * y
    assert "the target is not computed from" in tape.explain(z, x)


def test_connected_target() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
    assert tape.explain(y, x) == (
        "The target depends on the source: the gradient is not None."
    )


def test_tape_that_gave_its_gradients_forgot_how() -> None:
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
    tape.gradient(y, x)
    with pytest.raises(RuntimeError, match="call explain before gradient"):
        tape.explain(y, x)


def test_function_that_loses_the_gradient_inside_is_named() -> None:
    @tf.function
    def truncated(x: Any) -> Any:
        return tf.cast(tf.cast(x, tf.int32), tf.float32) * 2.0

    v = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = truncated(v)
    assert tape.gradient(y, v) is None
    text = tape.explain(y, v)
    assert text.startswith("The gradient is None: the function called here gives its")
    assert "y = truncated(v)" in text


def test_function_that_passes_a_gradient_on_is_no_end() -> None:
    v, w = tf.Variable(3.0), tf.Variable(2.0)
    scaled = tf.function(lambda x: x * w)
    with tf.GradientTape(persistent=True) as tape:
        y = tf.floor(scaled(v))
    assert tape.gradient(y, v) is None
    assert tape.explain(y, v).startswith(
        "The gradient is None: no gradient goes through Floor."
    )
