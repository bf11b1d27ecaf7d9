"""Reads of variables: values, tapes and traces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


def test_a_read_is_the_value_of_now() -> None:
    variable = tf.Variable([1, 2])
    before, array = variable.value(), variable.numpy()
    variable.assign([3, 4])
    assert before.numpy().tolist() == array.tolist() == [1, 2]
    assert variable.read_value().numpy().tolist() == [3, 4]
    assert np.asarray(variable).tolist() == [3, 4]
    assert np.asarray(variable, np.float32).dtype == np.float32


def test_an_array_is_the_readers_own() -> None:
    variable = tf.Variable([1, 2])
    variable.numpy()[0] = 9
    assert variable.numpy().tolist() == [1, 2]


def test_tapes_watch_what_is_read() -> None:
    used, unused = tf.Variable(3.0), tf.Variable(1.0)
    with tf.GradientTape() as tape:
        result = used.value() * used
    assert tape.watched_variables() == (used,)
    assert [
        None if each is None else float(each)
        for each in tape.gradient(result, [used, unused])
    ] == [6.0, None]


def test_traces_note_the_variables_of_their_branches() -> None:
    variable = tf.Variable(2.0)

    @tf.function
    def chosen(p: Any) -> Any:
        if p:
            return variable.read_value()
        return tf.constant(0.0)

    concrete = chosen.get_concrete_function(tf.TensorSpec([], tf.bool))
    assert concrete.variables == (variable,)
    assert [float(concrete(tf.constant(p))) for p in (True, False)] == [2.0, 0.0]


def test_while_tracing_there_is_no_array() -> None:
    variable = tf.Variable(1.0, name="v")
    with pytest.raises(NotImplementedError, match="'v:0' is read while a graph"):
        tf.function(lambda: variable.numpy())()


def test_another_dtype_is_no_conversion() -> None:
    variable = tf.Variable(1)
    assert int(tf.convert_to_tensor(variable, tf.int32)) == 1
    with pytest.raises(
        ValueError, match="requested to type float32 for `tf.Variable of"
    ):
        tf.convert_to_tensor(variable, tf.float32)


def test_without_a_value_there_is_nothing_to_read() -> None:
    variable = tf.Variable(1)
    tf.raw_ops.DestroyResourceOp(resource=variable.handle)
    with pytest.raises((tf.errors.FailedPreconditionError, tf.errors.NotFoundError)):
        variable.value()


def test_a_read_is_where_the_variable_is() -> None:
    """The scope around a read says where its result is used, also within a branch."""
    v = tf.Variable([2.0, 3.0])

    @tf.function(autograph=False)
    def read(x):
        with tf.device("GPU:0"):
            return tf.cond(x > 0.0, lambda: v * 2.0, lambda: v.read_value() + v)

    graph = read.get_concrete_function(tf.TensorSpec([], tf.float32)).graph
    bodies = [each.body for each in graph.ir.functions.values()]
    devices = {(node.op, node.device) for body in bodies for node in body}
    assert ("Mul", "/device:GPU:0") in devices
    assert {device for op, device in devices if op == "ReadVariableOp"} == {""}
    with tf.Graph().as_default(), tf.device("GPU:0"):
        kept = tf.compat.v1.get_variable("w", [2])
        assert kept.read_value().op.device == "/device:GPU:0"
