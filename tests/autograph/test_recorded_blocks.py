"""A context that begins to record in the middle of a function: its body is staged."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

seen: list[Any] = []


def absolute(value):
    with tf.Graph().as_default() as graph:
        x = tf.constant(value)
        if x < 0:
            y = -x
        else:
            y = x
    return graph, y


def returned(value):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.constant(value)
        if x < 0:
            return graph, -x
        else:
            return graph, x


def counted(value, extra=1):
    graph = tf.Graph()
    total = 0

    def bump():
        nonlocal total
        total = total + extra

    with graph.as_default():
        bump()
        x = tf.constant(value)
        while x > total:
            x = x - 1
        seen.extend(sorted(name for name in locals() if name != "bump"))
    bump()
    return graph, x, total


def of_method():
    class Owner:
        def __init__(self):
            self.__limit = 2

        def clipped(self, value):
            with tf.Graph().as_default() as graph:
                x = tf.constant(value)
                return graph, x if x < self.__limit else tf.constant(self.__limit)

    return Owner().clipped(5)


def plain(flag):
    with tf.Graph().as_default() as graph:
        if not flag:
            return "early"
        found = [graph is not None and i for i in range(2)]
    return found  # noqa: RET504 - the return stands outside of the block


def value_of(graph: Any, tensor: Any) -> int:
    with tf.compat.v1.Session(graph=graph) as session:
        return int(session.run(tensor))


@pytest.mark.parametrize("value", [3, -3])
def test_branches_in_a_graph_that_the_function_opens(value: int) -> None:
    assert value_of(*tf.autograph.to_graph(absolute)(value)) == abs(value)
    assert value_of(*tf.autograph.to_graph(returned)(value)) == abs(value)


def test_branches_in_a_function_that_is_called() -> None:
    def use(value):
        return absolute(value)

    assert value_of(*tf.autograph.to_graph(use)(-4)) == 4


def test_variables_are_shared_with_the_function() -> None:
    graph, x, total = tf.autograph.to_graph(counted)(4)
    assert value_of(graph, x) == 1
    assert total == 2


def test_private_names_and_methods() -> None:
    assert value_of(*tf.autograph.to_graph(of_method)()) == 2


def test_python_values_decide_as_ever() -> None:
    made = tf.autograph.to_graph(plain)
    assert [made(0), made(1)] == ["early", [0, 1]]
