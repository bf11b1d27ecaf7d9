"""Gradient functions by name, and the nodes of a graph that get them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import runtime as tf
from runtime.gradients.backward.rules import REGISTERED


@pytest.fixture(autouse=True)
def _own_registrations() -> Iterator[None]:
    before = dict(REGISTERED)
    yield
    REGISTERED.clear()
    REGISTERED.update(before)


def _slope(op_type_map: dict[str, str], function: Any = tf.nn.relu) -> float:
    with tf.Graph().as_default() as graph:
        x = tf.constant(3.0)
        with graph.gradient_override_map(op_type_map):
            y = function(x)
        # added outside: its own gradient
        (gradient,) = tf.gradients(tf.identity(tf.nn.relu(y)), x)
    with tf.compat.v1.Session(graph=graph) as session:
        return float(session.run(gradient))


def test_only_nodes_inside_have_the_function() -> None:
    tf.RegisterGradient("Five")(lambda op, gradient: 5.0 * gradient)
    assert _slope({"Relu": "Five"}) == 5.0
    assert _slope({"Tanh": "Five"}) == 1.0
    assert _slope({"Identity": "Five"}, tf.identity) == 5.0


def test_the_function_sees_the_operation() -> None:
    seen: list[Any] = []

    @tf.RegisterGradient("Seen")
    def function(op: Any, gradient: Any) -> Any:
        seen.append((op.type, len(op.inputs), op.outputs[0].shape))
        return [gradient * op.inputs[0]]

    assert _slope({"Relu": "Seen"}) == 3.0
    assert seen == [("Relu", 1, ())]


def test_maps_within_maps() -> None:
    tf.RegisterGradient("Two")(lambda op, gradient: 2.0 * gradient)
    tf.RegisterGradient("Three")(lambda op, gradient: 3.0 * gradient)

    @tf.function
    def slopes(x: Any) -> Any:
        graph = tf.compat.v1.get_default_graph()
        with graph.gradient_override_map({"Relu": "Two", "Tanh": "Two"}):
            with graph.gradient_override_map({"Relu": "Three"}):
                first = tf.nn.relu(x)
            second = tf.nn.relu(x)
        return [tf.gradients(each, x)[0] for each in (first, second, tf.nn.relu(x))]

    assert [float(each) for each in slopes(tf.constant(1.0))] == [3.0, 2.0, 1.0]


def test_unregistered_names_are_refused_with_the_operation() -> None:
    with pytest.raises(LookupError, match="No gradient defined for operation'Relu'"):
        _slope({"Relu": "NobodyRegistered"})


def test_registrations_are_checked() -> None:
    tf.RegisterGradient("Once")(lambda op, gradient: gradient)
    with pytest.raises(KeyError, match="Registering two gradient with name 'Once'"):
        tf.RegisterGradient("Once")(lambda op, gradient: gradient)
    with pytest.raises(KeyError, match="'Relu'"):
        tf.no_gradient("Relu")
    with pytest.raises(TypeError, match="op_type must be a string"):
        tf.RegisterGradient(3)  # type: ignore[arg-type]  # the error is the test
    with pytest.raises(TypeError, match="mapping strings to strings"):
        _slope({"Relu": 3})  # type: ignore[dict-item]  # the error is the test
    tf.RegisterGradient("TooMany")(lambda op, gradient: (gradient, gradient))
    with pytest.raises(ValueError, match="Num gradients 2"):
        _slope({"Relu": "TooMany"})


def test_no_gradient_stops_it() -> None:
    tf.no_gradient("Nothing")
    with tf.Graph().as_default() as graph:
        x = tf.constant(3.0)
        with graph.gradient_override_map({"Relu": "Nothing"}):
            assert tf.gradients(tf.nn.relu(x), x) == [None]
