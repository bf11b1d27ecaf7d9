"""Sparse tensors in queues: rows of many, and mixed dtypes."""

from __future__ import annotations

import pytest

import runtime as tf

v1 = tf.compat.v1


def test_rows_of_many_come_out_together() -> None:
    with tf.Graph().as_default():
        rows = tf.SparseTensor([[0, 1], [1, 0]], [5, 6], [2, 3])
        once = v1.train.limit_epochs(tf.constant([7, 8]), 1)
        sparse, dense = v1.train.batch([rows, once], 2, enqueue_many=True)
        assert sparse.shape.rank == 2
        with v1.train.MonitoredSession() as session:
            found, numbers = session.run([sparse, dense])
        assert found.indices.tolist() == [[0, 1], [1, 0]]
        assert found.values.tolist() == [5, 6]
        assert numbers.tolist() == [7, 8]


def test_one_component_has_one_dtype() -> None:
    with tf.Graph().as_default():
        one = tf.SparseTensor([[0]], [1], [3])
        other = tf.SparseTensor([[0]], [1.0], [3])
        with pytest.raises(TypeError, match="several dtypes"):
            v1.train.batch_join([[one], [other]], 2)
