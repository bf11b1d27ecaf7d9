"""Operations that wait for others."""

from __future__ import annotations

import runtime as tf


def test_control_dependencies_order_operations() -> None:
    graph = tf.Graph()
    with graph.as_default():
        first = tf.no_op("first")
        with tf.control_dependencies([first]):
            second = tf.constant(1)
            third = second + 1
    assert [op.name for op in second.op.control_inputs] == ["first"]
    # what reads a tensor that waits need not wait itself
    assert third.op.control_inputs == []


def test_group_waits_for_all() -> None:
    with tf.Graph().as_default():
        parts = [tf.no_op(), tf.no_op()]
        whole = tf.group(*parts)
    assert [op.name for op in whole.control_inputs] == ["NoOp", "NoOp_1"]
