"""`wrap_function`: variables that the function makes, by name and once."""

from __future__ import annotations

import gc
from typing import Any

import pytest

import runtime as tf

V1: Any = tf.compat.v1
PAIR = [tf.TensorSpec([2], tf.float32)]
ONES = tf.constant([1.0, 1.0])


def scaled(x: Any) -> Any:
    with V1.variable_scope("s", reuse=V1.AUTO_REUSE):
        w = V1.get_variable("w", shape=[2], initializer=V1.zeros_initializer())
        b = V1.get_variable("b", initializer=lambda: tf.constant([1.0, 2.0]))
    return x * b + w


def test_variables_are_made_once_and_kept() -> None:
    wrapped = V1.wrap_function(scaled, PAIR)
    gc.collect()
    assert sorted(each.name for each in wrapped.variables) == ["s/b:0", "s/w:0"]
    names = [each.name for each in wrapped.graph.get_collection("variables")]
    assert names == ["s/w:0", "s/b:0"]
    assert wrapped(ONES).numpy().tolist() == [1.0, 2.0]
    for each in wrapped.variables:
        each.assign([5.0, 5.0])
    assert wrapped(ONES).numpy().tolist() == [10.0, 10.0]
    # another wrapped function has its own
    assert V1.wrap_function(scaled, PAIR)(ONES).numpy().tolist() == [1.0, 2.0]


def test_a_pruned_function_keeps_them_too() -> None:
    pruned = V1.wrap_function(scaled, PAIR).prune("x:0", "add:0")
    gc.collect()
    assert len(pruned.variables) == 2
    assert pruned(ONES).numpy().tolist() == [1.0, 2.0]


def test_gradients_reach_them() -> None:
    wrapped = V1.wrap_function(scaled, PAIR)
    variables = sorted(wrapped.trainable_variables, key=lambda each: each.name)
    with tf.GradientTape() as tape:
        total = tf.reduce_sum(wrapped(tf.constant([3.0, 4.0])))
    found = tape.gradient(total, variables)
    assert [each.numpy().tolist() for each in found] == [[3.0, 4.0], [1.0, 1.0]]


def test_a_name_is_that_of_one_variable() -> None:
    def twice(x: Any) -> Any:
        return x * V1.get_variable("w", [2]) * V1.get_variable("w", [2])

    with pytest.raises(ValueError, match="Variable w already exists, disallowed"):
        V1.wrap_function(twice, PAIR)

    def shared(x: Any) -> Any:
        ones = V1.ones_initializer()
        first = V1.get_variable("w", [2], initializer=ones)
        with V1.variable_scope(V1.get_variable_scope(), reuse=True):
            assert V1.get_variable("w", [2]) is first
        return x + first

    assert V1.wrap_function(shared, PAIR)(ONES).numpy().tolist() == [2.0, 2.0]


def test_default_names_of_scopes_are_counted() -> None:
    def scopes(x: Any) -> Any:
        for _ in range(2):
            with V1.variable_scope(None, default_name="d"):
                x = x * V1.get_variable("w", [2], initializer=V1.ones_initializer())
        return x

    found = V1.wrap_function(scopes, PAIR).variables
    assert sorted(each.name for each in found) == ["d/w:0", "d_1/w:0"]


def test_collections_and_regularizers_are_the_graphs() -> None:
    def local(x: Any) -> Any:
        w = V1.get_variable(
            "w",
            [2],
            initializer=V1.ones_initializer(),
            regularizer=tf.reduce_sum,
            collections=["local_variables"],
            trainable=False,
        )
        return x * w, len(V1.local_variables()), len(V1.global_variables())

    wrapped = V1.wrap_function(local, PAIR)
    _, local_count, global_count = wrapped(ONES)
    assert (local_count.numpy(), global_count.numpy()) == (1, 0)
    assert len(wrapped.graph.get_collection("regularization_losses")) == 1


@pytest.mark.parametrize("kind", [tf.Variable, V1.Variable])
def test_variables_of_each_kind(kind: Any) -> None:
    wrapped = V1.wrap_function(lambda x: x * kind([1.0, 2.0]), PAIR)
    gc.collect()
    assert wrapped(ONES).numpy().tolist() == [1.0, 2.0]


def test_a_variable_of_a_branch() -> None:
    def branch(x: Any) -> Any:
        def make() -> Any:
            return x * V1.get_variable("w", [2], initializer=V1.ones_initializer())

        return tf.cond(tf.reduce_sum(x) > 0.0, make, lambda: -x)

    wrapped = V1.wrap_function(branch, PAIR)
    assert wrapped(ONES).numpy().tolist() == [1.0, 1.0]
    assert [each.name for each in wrapped.variables] == ["w:0"]


def test_functions_outside_make_variables_as_before() -> None:
    @tf.function
    def plain(x: Any) -> Any:
        return x * V1.get_variable("w", initializer=2.0)

    with pytest.raises(ValueError, match="singleton"):
        plain(tf.constant(1.0))
