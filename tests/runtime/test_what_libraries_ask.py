"""Corners that Keras met: found by its tests, and what TensorFlow answers there."""

from __future__ import annotations

from typing import Any

import numpy as np

import runtime as tf


class Held:
    """A variable of another library, which says its dtype as text."""

    dtype = "float32"

    def __init__(self, value: Any) -> None:
        self.value = tf.Variable(value)
        self.handle = self.value.handle

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> tf.Tensor:
        return tf.convert_to_tensor(self.value, dtype)


def test_gradients_by_variables_of_another_library() -> None:
    held = Held(3.0)
    with tf.GradientTape() as tape:
        y = held.value * held.value
    (gradient,) = tape.gradient(y, [held])
    assert float(gradient) == 6.0


def test_variables_have_an_id_of_their_own() -> None:
    first, second = tf.Variable(1, name="a"), tf.Variable(1, name="a")
    assert first._unique_id.startswith("a_")
    assert first._unique_id != second._unique_id


def test_is_tensor_counts_composites_and_not_what_only_converts() -> None:
    assert tf.is_tensor(tf.sparse.from_dense([1]))
    assert tf.is_tensor(tf.ragged.constant([[1]]))
    assert tf.is_tensor(tf.Variable(1))
    assert tf.is_tensor(tf.IndexedSlices([1], [0]))
    assert not tf.is_tensor(Held(1.0))
    assert not tf.is_tensor(np.ones(1))


def test_sparse_tensors_state_their_shape() -> None:
    entries = tf.sparse.from_dense([[1, 0]])
    assert entries.set_shape([1, None]) is None
    assert entries.shape == [1, 2]


def test_sizes_that_are_tensors_of_floats_are_cast() -> None:
    sizes = (tf.constant(3.0), 3, 1)
    assert tf.reshape(tf.ones([9]), sizes).shape == [3, 3, 1]
    traced = tf.function(lambda x: tf.reshape(x, (tf.constant(3.0), 3)))
    assert traced(tf.ones([9])).shape == [3, 3]


def test_private_modules_do_not_hide_names_of_theirs() -> None:
    assert callable(tf.einsum)


def test_functions_of_version_1() -> None:
    v1 = tf.compat.v1
    chosen = v1.where([True, False], [[1, 2], [3, 4]], [[5, 6], [7, 8]])
    assert chosen.numpy().tolist() == [[1, 2], [7, 8]]
    assert int(v1.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])) == 3
    assert v1.nn.softmax([0.0, 0.0], dim=0).numpy().tolist() == [0.5, 0.5]
    assert v1.Dimension(None).value is None


def test_list_of_one_tensor_is_a_vector_where_one_tensor_is_asked_for() -> None:
    @tf.function
    def repeated(x: Any) -> Any:
        count = tf.shape(x)[0]
        return tf.tile(tf.range(2), [count])

    assert repeated(tf.constant([1.0, 2.0])).numpy().tolist() == [0, 1, 0, 1]
    assert tf.tile(tf.range(2), [tf.constant(2)]).numpy().tolist() == [0, 1, 0, 1]
