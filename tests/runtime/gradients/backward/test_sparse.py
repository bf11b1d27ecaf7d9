"""Gradients of lookups are the rows that were read."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.functions.decorator import function as traced


def table() -> Any:
    return tf.Variable(tf.ones([5, 2]))


def gradient_of(f: Any, source: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(source)
        y = f()
    return tape.gradient(y, source)


@pytest.mark.parametrize("lookup", [tf.gather, tf.nn.embedding_lookup])
def test_gradient_of_a_lookup_has_the_rows_read(lookup: Any) -> None:
    v = table()
    found = gradient_of(lambda: tf.reduce_sum(lookup(v, [0, 1, 1])), v)
    assert isinstance(found, tf.IndexedSlices)
    assert found.indices.numpy().tolist() == [0, 1, 1]
    assert found.values.shape == [3, 2]
    assert found.dense_shape.numpy().tolist() == [5, 2]


def test_other_axes_give_a_tensor() -> None:
    v = table()
    found = gradient_of(lambda: tf.reduce_sum(tf.gather(v, [1, 1], axis=1)), v)
    assert found.numpy()[0].tolist() == [0.0, 2.0]


def test_lookups_of_a_variable_read_the_rows_alone() -> None:
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    other = tf.Variable([[5.0, 6.0], [7.0, 8.0]])

    def looked_up(ids: Any) -> Any:
        whole = tf.nn.embedding_lookup(table, ids)
        return whole + tf.nn.embedding_lookup([table, other], ids)

    concrete = tf.function(looked_up).get_concrete_function(tf.constant([0, 1]))
    ops = [each.type for each in concrete.graph.get_operations()]
    assert "ReadVariableOp" not in ops
    assert ops.count("ResourceGather") == 3
    assert concrete(tf.constant([0, 1])).numpy().tolist() == [[2.0, 4.0], [6.0, 8.0]]


def test_gradient_of_a_lookup_knows_the_shape_of_the_variable() -> None:
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])

    def slope(ids: Any) -> Any:
        with tf.GradientTape() as tape:
            rows = tf.gather(table, ids)
        return tf.convert_to_tensor(tape.gradient(rows, table))

    concrete = tf.function(slope).get_concrete_function(tf.constant([1, 1]))
    ops = [each.type for each in concrete.graph.get_operations()]
    assert "VariableShape" not in ops
    assert concrete(tf.constant([1, 1])).numpy().tolist() == [[0.0, 0.0], [2.0, 2.0]]


def test_row_indices_of_both_widths_meet_in_int64() -> None:
    """As sums of gradients, and as what branches give."""
    v = table()

    def both() -> Any:
        narrow = tf.gather(v, tf.constant([1, 2]))
        wide = tf.gather(v, tf.constant([2, 3], tf.int64))
        return tf.reduce_sum(narrow) + tf.reduce_sum(wide)

    def rows(dtype: tf.DType) -> tf.IndexedSlices:
        return tf.IndexedSlices(tf.ones([2, 3]), tf.constant([0, 2], dtype))

    for summed in (gradient_of(both, v), traced(lambda: gradient_of(both, v))()):
        assert summed.indices.dtype is tf.int64
        assert sorted(summed.indices.numpy().tolist()) == [1, 2, 2, 3]

    @traced
    def chosen(number: Any) -> Any:
        branch = [lambda: rows(tf.int32), lambda: rows(tf.int64)]
        return tf.cond(number > 0, *branch), tf.switch_case(number, branch)

    for each in chosen(tf.constant(1)):
        assert each.indices.dtype is tf.int64
        assert each.indices.numpy().tolist() == [0, 2]
