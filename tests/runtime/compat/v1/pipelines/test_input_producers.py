"""Producers of input: a summary of how full a queue is, rows of unknown shape."""

from __future__ import annotations

import pytest

import runtime as tf

v1 = tf.compat.v1


def test_the_summary_tells_how_full_it_is() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        queue = v1.train.range_input_producer(3, 1, capacity=4)
        runner = v1.get_collection(v1.GraphKeys.QUEUE_RUNNERS)[0]
        session.run(v1.local_variables_initializer())
        session.run(runner.enqueue_ops[0])
        assert session.run(queue.size()) == 3
        found = v1.Summary.FromString(session.run(v1.summary.merge_all()))
        assert found.value[0].simple_value == 0.75
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(runner.enqueue_ops[0])


def test_the_shape_of_rows_must_be_known() -> None:
    with tf.Graph().as_default():
        rows = v1.placeholder(tf.float32, [None, None])
        with pytest.raises(ValueError, match="fully defined shape or `element_shape`"):
            v1.train.input_producer(rows)
        assert v1.train.input_producer(rows, [2]).shapes == [[2]]
