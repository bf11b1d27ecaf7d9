"""Tensors without a value: what they refuse, and what is known of them."""

from __future__ import annotations

import pytest

import runtime as tf


@pytest.mark.as_written(reason="functions in converted code are converted already")
def test_symbolic_tensors_are_iterated_where_their_length_is_known() -> None:
    """TensorFlow refuses both; unpacking a pair needs the first."""

    def unpack(x: tf.Tensor) -> tf.Tensor:
        first, second = x
        return first - second

    def each(x: tf.Tensor) -> list[tf.Tensor]:
        return list(iter(x))

    difference = tf.function(unpack, autograph=False)(tf.constant([5, 3]))
    assert int(difference) == 2
    unknown = tf.function(each, autograph=False)
    with pytest.raises(TypeError, match="Iterating over a symbolic"):
        unknown.get_concrete_function(tf.TensorSpec([None], tf.int32))


def test_symbolic_tensors_have_no_value() -> None:
    with tf.Graph().as_default():
        x = tf.constant([1, 2])
    assert str(x) == 'Tensor("Const:0", shape=(2,), dtype=int32)'
    assert repr(x) == "<tf.Tensor 'Const:0' shape=(2,) dtype=int32>"
    assert not hasattr(x, "numpy")
    with pytest.raises(TypeError, match="as a Python `bool` is not allowed"):
        bool(x)
    with pytest.raises(TypeError, match="len is not well defined"):
        len(x)
    with pytest.raises(
        NotImplementedError, match="Cannot convert a symbolic tf.Tensor"
    ):
        x.__array__()
    with pytest.raises(TypeError, match="no Python int"):
        int(x)


def test_a_number_that_is_known_while_tracing_has_a_python_int() -> None:
    with tf.Graph().as_default():
        x = tf.constant(2) + tf.rank(tf.ones([3]))
        assert tf.get_static_value(x) == int(x) == 3
        with pytest.raises(TypeError, match="no Python int"):
            int(tf.shape(tf.compat.v1.placeholder(tf.float32, [None]))[0])


def test_symbolic_tensor_is_not_for_eager_code() -> None:
    with tf.Graph().as_default():
        x = tf.constant(1)
    with pytest.raises(TypeError, match="is out of scope"):
        x + 1
