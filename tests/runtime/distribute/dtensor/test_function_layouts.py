"""Layouts through the graph of a function: calls, branches and loops."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.distribute.dtensor.function_layouts import layouts_of_results
from runtime.distribute.dtensor.node_layouts import Laid

dtensor = tf.experimental.dtensor
U = dtensor.UNSHARDED


@pytest.fixture
def mesh(four_cpus: list[str]) -> Any:
    return dtensor.create_mesh([("x", 2), ("y", 2)], devices=four_cpus)


def results(mesh: Any, function: Any, *specs: str, shape: Any = (4, 6)) -> list[Any]:
    spec = tf.TensorSpec(list(shape), tf.float32)
    graph = tf.function(function).get_concrete_function(spec).graph.ir
    layout = dtensor.Layout(list(specs), mesh) if specs else None
    sizes = None if None in shape else tuple(shape)
    given = [Laid(each, sizes, layout) for each in graph.inputs]
    found = layouts_of_results(graph, given)
    return [None if each is None else each.sharding_specs for each in found]


def called(x: Any) -> Any:
    return tf.function(lambda y: tf.transpose(y) * 2.0)(x)


def alike(x: Any) -> Any:
    return x + 1.0 if tf.reduce_sum(x) > 10.0 else x - 1.0


def differing(x: Any) -> Any:
    whole = tf.zeros([4, 6])
    return x if tf.reduce_sum(x) > 10.0 else whole


def loop(x: Any) -> Any:
    while tf.reduce_sum(x) < 100.0:
        x = x * 2.0
    return x


def turning(x: Any) -> Any:
    while tf.reduce_sum(x) < 100.0:
        x = tf.reverse(x, [0]) + tf.ones([4, 6])
    return x, tf.reduce_sum(x, 1)


@pytest.mark.parametrize(
    ("function", "specs", "expected"),
    [
        (lambda x: (x * 2.0, tf.reduce_sum(x, 0)), ("x", U), [["x", U], [U]]),
        (lambda x: tf.ones([2, 2]), ("x", U), [[U, U]]),
        (called, ("x", "y"), [["y", "x"]]),
        (alike, ("x", "y"), [["x", "y"]]),
        # both branches must agree on an axis
        (differing, ("x", U), [[U, U]]),
        (loop, ("x", U), [["x", U]]),
        (turning, ("x", U), [["x", U], ["x"]]),
    ],
)
def test_results_of_graphs(mesh: Any, function: Any, specs: Any, expected: Any) -> None:
    assert results(mesh, function, *specs) == expected


def test_without_a_mesh_nothing_is_known(mesh: Any) -> None:
    assert results(mesh, lambda x: x * 2.0) == []


def test_of_an_unknown_rank_there_is_no_layout(mesh: Any) -> None:
    @tf.function(input_signature=[tf.TensorSpec([4], tf.float32), tf.TensorSpec(None)])
    def both(x: Any, y: Any) -> Any:
        return x * 2.0, y * 2.0

    graph = both.get_concrete_function().graph.ir
    x, y = graph.inputs
    given = [Laid(x, (4,), dtensor.Layout(["x"], mesh)), Laid(y, None)]
    first, second = layouts_of_results(graph, given)
    assert first is not None
    assert first.sharding_specs == ["x"]
    assert second is None
