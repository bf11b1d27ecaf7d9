"""Variables that are made while a function is traced."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import runtime as tf


def test_refusal_names_the_users_line() -> None:
    @tf.function
    def bad(x):
        v = tf.Variable(1.0)
        return v + x

    with pytest.raises(ValueError, match="only supports singleton") as caught:
        bad(1.0)
    assert "in user code:" in str(caught.value)
    assert "v = tf.Variable(1.0)" in str(caught.value)


def test_initial_value_may_depend_on_arguments_and_other_variables() -> None:
    made = {}

    @tf.function
    def layer(x):
        if not made:
            made["size"] = tf.Variable(tf.shape(x)[1] * 2)
            made["w"] = tf.Variable(tf.zeros([x.shape[1], 2]) + x[0][:, tf.newaxis])
            made["copy"] = tf.Variable(made["w"] + 1.0)
        return tf.matmul(x, made["w"])

    x = tf.constant([[1.0, 2.0, 3.0]])
    assert layer(x).numpy().tolist() == [[14.0, 14.0]]
    assert made["size"].numpy() == 6
    assert made["copy"].numpy().tolist() == [[2.0, 2.0], [3.0, 3.0], [4.0, 4.0]]


def test_random_initial_value_is_drawn_once() -> None:
    made = []

    @tf.function
    def layer():
        if not made:
            made.append(tf.Variable(tf.random.normal([3])))
        return made[0].read_value()

    first = layer().numpy()
    assert np.array_equal(first, made[0].numpy())
    assert np.array_equal(first, layer().numpy())


def test_initial_value_that_is_not_known_is_refused() -> None:
    made = []

    @tf.function
    def layer(x):
        if not made:
            made.append(tf.Variable(x * 2.0, name="scaled"))
        return made[0] + x

    with pytest.raises(ValueError, match="initial value of variable 'scaled:0'"):
        layer.get_concrete_function(tf.TensorSpec([2]))


def test_known_initial_value_is_enough_for_specs() -> None:
    made = []

    @tf.function
    def layer(x):
        if not made:
            made.append(tf.Variable(3.0))
        return made[0] * x

    concrete = layer.get_concrete_function(tf.TensorSpec([]))
    assert concrete(tf.constant(2.0)).numpy() == 6.0


def test_inner_function_makes_its_variable_while_the_outer_is_traced() -> None:
    made = []

    @tf.function
    def inner(x):
        if not made:
            made.append(tf.Variable(5.0))
        return made[0] * x

    outer = tf.function(lambda x: inner(x) + 1.0)
    assert outer(tf.constant(2.0)).numpy() == 11.0


def test_failed_first_call_may_be_repeated() -> None:
    made, fails = [], [True]

    @tf.function
    def layer(x):
        if not made:
            made.append(tf.Variable(1.0))
        if fails:
            raise KeyError("not yet")
        return made[0] + x

    with pytest.raises(KeyError):
        layer(1.0)
    made.clear()
    fails.clear()
    assert layer(1.0).numpy() == 2.0


def test_variable_made_in_init_scope_is_one_of_the_function() -> None:
    made, traces = [], []

    @tf.function
    def layer(n):
        traces.append(n)
        if not made:
            with tf.init_scope():
                made.append(tf.Variable(n))
        return made[0] * n

    assert layer(2).numpy() == 4
    assert len(traces) == 2
    layer(3)
    assert len(traces) == 3
    assert [each.numpy() for each in made] == [2]


def test_init_scope_makes_no_variable_after_the_first_trace() -> None:
    @tf.function
    def layer(n):
        with tf.init_scope():
            tf.Variable(n)
        return n

    with pytest.raises(ValueError, match="only supports singleton tf.Variables"):
        layer(1)


def test_function_called_in_init_scope_makes_variables_of_its_own() -> None:
    made, traces = [], []

    @tf.function
    def inner(n):
        if not made:
            made.append(tf.Variable(n))
        return made[0] + n

    @tf.function
    def outer(n):
        traces.append(n)
        with tf.init_scope():
            inner(1)
        return n

    outer(1)
    assert len(traces) == 1


def test_variable_in_a_plain_graph_is_of_that_graph() -> None:
    class Layer(tf.Module):
        def __init__(self) -> None:
            super().__init__(name="layer")
            with self.name_scope:
                self.weights = tf.Variable([1.0, 2.0], trainable=False, name="w")

    with tf.Graph().as_default() as graph:
        layer = Layer()
        total = tf.reduce_sum(layer.weights.assign_add([1.0, 1.0]))
        with pytest.raises(ValueError, match="must be specified"):
            tf.Variable()
    assert layer.weights.name == "layer/w:0"
    assert not layer.weights.trainable
    with tf.compat.v1.Session(graph=graph) as first:
        first.run(tf.compat.v1.global_variables_initializer())
        assert [first.run(total), first.run(total)] == [5.0, 7.0]
    with tf.compat.v1.Session(graph=graph) as second:
        second.run(layer.weights.initializer)
        assert second.run(total) == 5.0


def test_variable_lives_as_long_as_something_needs_it() -> None:
    held = [tf.Variable(1.0)]
    traced = tf.function(lambda: held[0] + 1.0)
    storage = weakref.ref(held[0].storage)
    traced()
    held.clear()
    gc.collect()
    assert storage() is not None  # the graph still reads it
    del traced
    gc.collect()
    assert storage() is None


def test_graphs_of_models_belong_to_the_function_around_them() -> None:
    # Keras 2 records the layers of a model in a FuncGraph, and lifts their variables
    made: dict[int, tf.Variable] = {}

    @tf.function
    def call(number, x):
        if number not in made:
            graph = tf.__internal__.FuncGraph("layers")
            with tf.init_scope(), graph.as_default(), tf.init_scope():
                made[number] = tf.Variable(2.0)
        return x * made[number]

    assert float(call(0, tf.constant(3.0))) == 6.0
    with pytest.raises(ValueError, match="only supports singleton"):
        call(1, tf.constant(3.0))


def test_graphs_made_by_hand_belong_to_no_function() -> None:
    made: list[tf.Variable] = []

    @tf.function
    def call(number, x):
        with tf.Graph().as_default(), tf.init_scope():
            made.append(tf.Variable(2.0))
        return x * number

    found = [float(call(number, tf.constant(3.0))) for number in range(2)]
    assert found == [0.0, 3.0]
    assert len(made) == 2
