"""Tests of IndexedSlices: as gradients of lookups, made dense, refused."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.functions.function import function as traced


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


def test_rows_read_twice_are_added_when_made_dense() -> None:
    v = table()
    found = gradient_of(lambda: tf.reduce_sum(tf.gather(v, [0, 1, 1])), v)
    dense = tf.convert_to_tensor(found)
    assert dense.numpy()[:, 0].tolist() == [1.0, 2.0, 0.0, 0.0, 0.0]


def test_two_lookups_give_the_rows_of_both() -> None:
    v = table()
    found = gradient_of(
        lambda: (
            tf.reduce_sum(tf.gather(v, [0, 1])) + tf.reduce_sum(tf.gather(v, [[3]]))
        ),
        v,
    )
    assert sorted(found.indices.numpy().tolist()) == [0, 1, 3]


def test_lookup_and_other_use_give_a_tensor() -> None:
    v = table()
    found = gradient_of(lambda: tf.reduce_sum(tf.gather(v, [0])) + tf.reduce_sum(v), v)
    assert found.numpy()[:, 0].tolist() == [2.0, 1.0, 1.0, 1.0, 1.0]


def test_op_before_the_lookup_gets_a_tensor() -> None:
    v = table()
    found = gradient_of(lambda: tf.reduce_sum(tf.gather(v * 3.0, [4])), v)
    assert found.numpy()[:, 1].tolist() == [0.0, 0.0, 0.0, 0.0, 3.0]


def test_other_axes_give_a_tensor() -> None:
    v = table()
    found = gradient_of(lambda: tf.reduce_sum(tf.gather(v, [1, 1], axis=1)), v)
    assert found.numpy()[0].tolist() == [0.0, 2.0]


def test_slices_in_a_function() -> None:
    v = table()

    @traced
    def step() -> Any:
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.gather(v, [2, 2]))
        found = tape.gradient(y, v)
        return found.values, found.indices

    values, indices = step()
    assert values.numpy().tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert indices.numpy().tolist() == [2, 2]


def test_second_derivative_through_slices() -> None:
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(tf.gather(x, [0, 2]) ** 3)
        slope = inner.gradient(y, x)
    second = tf.convert_to_tensor(outer.gradient(slope, x))
    assert second.numpy().tolist() == [6.0, 0.0, 18.0]


def test_slices_change_only_their_rows() -> None:
    v = table()
    v.scatter_sub(tf.IndexedSlices([[1.0, 1.0]], [3], [5, 2]))
    assert v.numpy()[:, 0].tolist() == [1.0, 1.0, 1.0, 0.0, 1.0]


def test_slices_without_dense_shape_cannot_be_made_dense() -> None:
    with pytest.raises(ValueError, match="without dense_shape"):
        tf.convert_to_tensor(tf.IndexedSlices([1.0], [0]))


def test_another_dtype_is_refused() -> None:
    slices = tf.IndexedSlices([1.0], [0], [2])
    with pytest.raises(ValueError, match="requested dtype int32"):
        tf.convert_to_tensor(slices, tf.int32)


def test_text_names_the_parts() -> None:
    assert str(tf.IndexedSlices([1.0], [0], [2])) == (
        "IndexedSlices(indices=tf.Tensor([0], shape=(1,), dtype=int32), "
        "values=tf.Tensor([1.], shape=(1,), dtype=float32), "
        "dense_shape=tf.Tensor([2], shape=(1,), dtype=int32))"
    )


def test_negative_slices() -> None:
    slices = -tf.IndexedSlices([1.0], [0], [2])
    assert tf.convert_to_tensor(slices).numpy().tolist() == [-1.0, 0.0]


def test_spec_knows_what_fits() -> None:
    spec = tf.IndexedSlicesSpec([2], tf.float32, tf.int32, tf.int32)
    assert spec.is_compatible_with(tf.IndexedSlices([1.0], [0], [2]))
    assert not spec.is_compatible_with(tf.IndexedSlices([1], [0], [2]))
