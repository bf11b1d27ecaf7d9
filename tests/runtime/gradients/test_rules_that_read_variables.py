"""Gradient rules of users that read variables which their functions do not read."""

from __future__ import annotations

import pytest

import runtime as tf


class Rules:
    def __init__(self) -> None:
        self.scale, self.weight = tf.Variable(10.0), tf.Variable(3.0)

    def square(self, x):
        @tf.custom_gradient
        def square(x):
            return x * x, lambda d: d * self.scale * 2.0

        return square(x)

    def shifted(self, x):
        @tf.custom_gradient
        def shifted(x):
            return x + 1.0, lambda d: d * self.scale * self.weight

        return shifted(x)

    def plain(self, x):
        return self.square(x)

    def nested(self, x):
        inner = tf.function(self.square)
        return inner(x) * self.weight + self.shifted(x)

    def branched(self, x):
        if x > 0.0:
            y = self.square(x)
        else:
            y = self.shifted(x)
        return y

    def looped(self, x):
        for _ in tf.range(3):
            x = self.square(x) + 1.0
        return x


SLOPES = {
    "plain": (20.0, 20.0),
    "nested": (90.0, 90.0),
    "branched": (20.0, 30.0),
    "looped": (8000.0, 8000.0),
}


@pytest.mark.parametrize("name", SLOPES)
def test_a_called_function_has_the_gradient_of_the_rule(name):
    function = tf.function(getattr(Rules(), name))
    for place, wanted in zip((1.0, -1.0), SLOPES[name]):
        x = tf.constant(place)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        assert tape.gradient(y, x).numpy() == wanted


@pytest.mark.parametrize("name", SLOPES)
def test_so_has_one_whose_gradient_is_in_the_graph(name):
    rules = Rules()
    function = tf.function(getattr(rules, name))
    slope = tf.function(lambda x: tf.gradients(function(x), x)[0])
    for place, wanted in zip((1.0, -1.0), SLOPES[name]):
        assert slope(tf.constant(place)).numpy() == wanted
    rules.scale.assign(0.0)
    assert slope(tf.constant(1.0)).numpy() == 0.0


def test_the_variable_has_a_gradient_itself():
    rules = Rules()
    function = tf.function(rules.plain)
    x = tf.constant(2.0)
    with tf.GradientTape() as outer:
        outer.watch(rules.scale)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        slope = tape.gradient(y, x)
    assert outer.gradient(slope, rules.scale).numpy() == 2.0


def test_a_rule_takes_the_values_of_its_functions_variables():
    weight = tf.Variable(3.0)

    @tf.custom_gradient
    def scaled(x):
        def gradient(d, variables=None):
            return d * weight * 100.0, [d * x for _ in variables]

        return x * weight, gradient

    function = tf.function(scaled)
    concrete = function.get_concrete_function(tf.TensorSpec([]))
    nodes = {node.name: node for node in concrete.graph.as_graph_def().node}
    assert list(nodes["IdentityN"].input) == ["mul", "x", "IdentityN/ReadVariableOp"]
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    assert [g.numpy() for g in tape.gradient(y, [x, weight])] == [300.0, 2.0]
