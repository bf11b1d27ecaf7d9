"""Gradients carried back through recorded calls."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from graphir.text.parser import parse_graph
from runtime.gradients.backward.reverse_accumulation import (
    accumulate,
    calls_of_nodes,
    rule_of_node,
)
from runtime.gradients.backward.rules import Call

X, Y = tf.constant([1.0, 2.0]), tf.constant([3.0, 5.0])


def product(x, y) -> Call:
    return Call("Mul", [x, y], {}, [x * y])


def test_a_product_has_the_other_factor() -> None:
    call = product(X, Y)
    (result,) = call.outputs
    d_x, d_y = accumulate([call], [result], [tf.constant([1.0, 10.0])], [X, Y])
    assert d_x.numpy().tolist() == [3, 50]
    assert d_y.numpy().tolist() == [1, 20]


def test_parts_are_added_and_what_is_not_reached_has_none() -> None:
    first = product(X, Y)
    second = product(first.outputs[0], X)
    apart = product(Y, Y)
    result = second.outputs[0]
    found = accumulate(
        [first, apart, second], [result], [tf.ones([2])], [X, tf.zeros([])]
    )
    np.testing.assert_allclose(found[0], 2 * X.numpy() * Y.numpy())
    assert found[1] is None


def test_a_target_without_a_weight_gives_nothing() -> None:
    call = product(X, Y)
    assert accumulate([call], call.outputs, [None], [X]) == [None]


def test_a_source_that_is_a_target_keeps_its_weight() -> None:
    weight = tf.constant([7.0, 8.0])
    (found,) = accumulate([], [X], [weight], [X])
    assert found is weight


def test_nothing_flows_through_a_stop() -> None:
    first = product(X, Y)
    second = product(first.outputs[0], X)
    (found,) = accumulate(
        [first, second], second.outputs, [tf.ones([2])], [X], stops=first.outputs
    )
    np.testing.assert_allclose(found, first.outputs[0])


def test_a_rule_of_its_own_is_used() -> None:
    call = product(X, Y)
    call.backward = lambda d_outputs: [d_outputs[0] * 100.0, None]
    found = accumulate([call], call.outputs, [tf.ones([2])], [X, Y])
    assert found[0].numpy().tolist() == [100, 100]
    assert found[1] is None


def test_an_op_without_a_gradient_is_named() -> None:
    call = Call("Mystery", [X], {}, [Y])
    with pytest.raises(LookupError, match="no entry for: Mystery"):
        accumulate([call], [Y], [tf.ones([2])], [X])


def test_nodes_are_calls() -> None:
    graph = parse_graph("graph @g(%x: f32[]) -> (%b) { %a = Neg(%x) %b = Mul(%a, %x) }")
    nodes = [graph.node("a"), graph.node("b")]
    calls = calls_of_nodes(nodes, lambda value: value, "scope/")
    assert [each.op for each in calls] == ["Neg", "Mul"]
    assert list(calls[1].inputs) == list(graph.node("b").inputs)
    assert [each.scope for each in calls] == ["scope/a_grad/", "scope/b_grad/"]
    assert calls_of_nodes(nodes, lambda value: value)[0].scope == ""


def test_a_registered_rule_by_its_name() -> None:
    graph = parse_graph("graph @g(%x: f32[]) -> (%a) { %a = Neg(%x) }")
    assert rule_of_node(b"nobody's", graph.node("a"), None) is None
