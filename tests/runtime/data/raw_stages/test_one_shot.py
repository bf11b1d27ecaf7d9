"""Iterators of graphs of version 1 that begin by themselves."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset


# --- iterators that begin by themselves


def test_a_one_shot_iterator_begins_once_in_each_session() -> None:
    with tf.Graph().as_default() as graph:
        dataset = Dataset.range(3).map(lambda x: x * 2)
        number = tf.compat.v1.data.make_one_shot_iterator(dataset).get_next()
        assert "OneShotIterator" in [op.type for op in graph.get_operations()]
        with tf.compat.v1.Session() as session:
            assert [int(session.run(number)) for _ in range(3)] == [0, 2, 4]
            with pytest.raises(tf.errors.OutOfRangeError):
                session.run(number)
        with tf.compat.v1.Session() as session:
            assert int(session.run(number)) == 0


def test_a_one_shot_iterator_in_a_function_goes_on_in_the_next_call() -> None:
    """Two functions have two iterators."""

    def make(start: int) -> Any:
        @tf.function
        def following() -> Any:
            dataset = Dataset.range(start, 99)
            return tf.compat.v1.data.make_one_shot_iterator(dataset).get_next()

        return following

    first, second = make(3), make(50)
    assert [int(f()) for f in (first, first, second, first)] == [3, 4, 50, 5]


def test_a_one_shot_iterator_takes_no_placeholder_and_no_variable() -> None:
    make = tf.compat.v1.data.make_one_shot_iterator
    with tf.Graph().as_default():
        count = tf.compat.v1.placeholder(tf.int64)
        with pytest.raises(ValueError, match="Cannot capture a placeholder"):
            make(Dataset.range(count))
    with tf.Graph().as_default():
        variable = tf.compat.v1.Variable(3, dtype=tf.int64)
        with pytest.raises(ValueError, match="Cannot capture a stateful node"):
            make(Dataset.range(3).map(lambda x: x + variable))
