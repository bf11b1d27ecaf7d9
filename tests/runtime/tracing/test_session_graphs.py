"""Graphs that sessions run: one outside of all, and what tensors compare there."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import Context
from functools import wraps

import pytest

import runtime as tf
from runtime.tracing.session_graphs import make_outermost, outermost_trace

v1 = tf.compat.v1


def in_graph_mode(test: Callable[[], None]) -> Callable[[], None]:
    """Ops are added to the default graph in all threads; afterwards they run again.

    In a context of its own: where an ambient was set, if to none, that one counts.
    """

    @wraps(test)
    def run() -> None:
        v1.reset_default_graph()
        v1.disable_v2_behavior()
        try:
            Context().run(test)
        finally:
            make_outermost(None)
            v1.enable_v2_tensorshape()
            v1.reset_default_graph()

    return run


@in_graph_mode
def test_ops_are_nodes_of_one_graph_in_all_threads() -> None:
    x = v1.placeholder(tf.float32, [None, 3], name="x")
    names: list[str] = []
    thread = threading.Thread(target=lambda: names.append((x + 1.0).name))
    thread.start()
    thread.join()
    assert names == ["add:0"]
    assert not tf.executing_eagerly()
    assert x.graph is v1.get_default_graph()
    with v1.Session() as session:
        assert session.run(
            x.graph.get_tensor_by_name("add:0"), {x: [[0, 1, 2]]}
        ).tolist() == [[1, 2, 3]]


@in_graph_mode
def test_shapes_have_dimensions() -> None:
    shape = v1.placeholder(tf.float32, [None, 3]).get_shape()
    assert [each.value for each in shape] == [None, 3]
    assert str(shape) == "(?, 3)"
    assert repr(shape) == "TensorShape([Dimension(None), Dimension(3)])"
    assert shape[1:].as_list() == [3]
    assert tf.zeros([2, shape[1]]).shape == [2, 3]


@in_graph_mode
def test_functions_are_called_in_the_graph() -> None:
    @tf.function
    def double(x: tf.Tensor) -> tf.Tensor:
        return x * 2

    found = double(tf.constant(3))
    assert not v1.executing_eagerly_outside_functions()
    with v1.Session() as session:
        assert session.run(found) == 6


@in_graph_mode
def test_the_default_graph_can_be_replaced() -> None:
    before = tf.constant(1).graph
    v1.reset_default_graph()
    assert v1.get_default_graph() is not before
    assert len(v1.get_default_graph().get_operations()) == 0
    tf.constant(2)
    with pytest.raises(ValueError, match="at program startup"):
        v1.enable_eager_execution()


def test_an_unused_graph_can_be_left() -> None:
    v1.reset_default_graph()
    v1.disable_eager_execution()
    try:
        assert outermost_trace() is not None
        v1.enable_eager_execution()
        assert outermost_trace() is None
        assert tf.executing_eagerly()
    finally:
        make_outermost(None)


def test_tensors_of_session_graphs_compare_identity() -> None:
    with tf.Graph().as_default():
        x, y = tf.constant([1, 2]), tf.constant([1, 2])
        v = v1.get_variable("v", [2])
        assert (x == x) is True
        assert (x == y) is False
        assert (x != y) is True
        assert x in [y, x]
        assert y not in [x]
        assert len({v: 1, x: 2}) == 2
        assert (v == v) is True
        assert (v != x) is True


def test_tensors_of_functions_compare_values() -> None:
    @tf.function
    def equal(x: tf.Tensor) -> tf.Tensor:
        return x == 1

    assert equal(tf.constant([1, 2])).numpy().tolist() == [True, False]
