"""The base class of optimizers of TensorFlow 1."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

V1 = tf.compat.v1


def optimizer(rate: float = 0.5) -> Any:
    return V1.train.GradientDescentOptimizer(rate)


def test_a_step_in_a_graph_counts() -> None:
    with tf.Graph().as_default() as graph, V1.Session() as session:
        variable = V1.Variable(3.0, use_resource=True)
        step = V1.train.get_or_create_global_step()
        train = optimizer().minimize(variable * variable, global_step=step)
        assert graph.get_collection(V1.GraphKeys.TRAIN_OP) == [train]
        session.run(V1.global_variables_initializer())
        session.run(train)
        assert session.run([variable, step]) == [0.0, 1]


def test_eagerly_the_loss_is_a_function() -> None:
    variable = tf.Variable(2.0)
    made = optimizer()
    assert made.minimize(lambda: variable * 3.0) is None
    assert float(variable) == 0.5
    with pytest.raises(RuntimeError, match="should be a function when eager"):
        made.compute_gradients(tf.constant(1.0))


def test_rows_that_come_twice_are_added_before_they_are_applied() -> None:
    table = tf.Variable(np.zeros((3, 1), np.float32))
    slices = tf.IndexedSlices(
        tf.constant([[1.0], [2.0], [4.0]]), tf.constant([1, 1, 0]), [3, 1]
    )
    optimizer(1.0).apply_gradients([(slices, table)])
    assert table.numpy().ravel().tolist() == [-4.0, -3.0, 0.0]


def test_slots_belong_to_variables() -> None:
    first, second = tf.Variable(1.0, name="a"), tf.Variable(1.0, name="b")
    made = V1.train.MomentumOptimizer(0.1, 0.9)
    made.apply_gradients([(tf.constant(1.0), first), (None, second)])
    assert made.get_slot_names() == ["momentum"]
    assert float(made.get_slot(first, "momentum")) == 1.0
    assert made.get_slot(second, "momentum") is None
    assert [each.name for each in made.variables()] == ["a/Momentum:0"]


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="Must specify the optimizer name"):
        V1.train.Optimizer(False, "")
    with pytest.raises(ValueError, match="No variables provided"):
        optimizer().apply_gradients([])
    with pytest.raises(ValueError, match="No gradients provided for any variable"):
        optimizer().apply_gradients([(None, tf.Variable(1.0))])
    with tf.Graph().as_default():
        variable = V1.Variable(1.0, use_resource=True)
        with pytest.raises(ValueError, match="gate_gradients must be one of"):
            optimizer().compute_gradients(variable * 1, gate_gradients=7)
        with pytest.raises(ValueError, match="check your graph for ops"):
            optimizer().minimize(tf.constant(1.0))


def test_all_traces_of_a_function_share_what_adam_keeps() -> None:
    variable = tf.Variable([2.0, 2.0])
    adam = V1.train.AdamOptimizer(0.1)

    @tf.function
    def step(x: Any) -> None:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(x) * tf.reduce_sum(variable)
        adam.apply_gradients([(tape.gradient(loss, variable), variable)])

    step(tf.constant([1.0]))
    step(tf.constant([1.0, 1.0]))  # another trace
    powers = [each.numpy() for each in adam.variables() if "power" in each.name]
    assert np.allclose(powers, [0.9**3, 0.999**3])
