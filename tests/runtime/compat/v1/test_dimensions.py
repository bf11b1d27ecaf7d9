"""Sizes that are objects with a value, for programs of version 1."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import runtime as tf
from runtime.compat.v1.dimensions import Dimension
from runtime.tensors import shown_shapes

v1 = tf.compat.v1


@pytest.fixture
def dimensions() -> Iterator[None]:
    """Shapes of version 1."""
    v1.disable_v2_tensorshape()
    yield
    v1.enable_v2_tensorshape()


@pytest.mark.usefixtures("dimensions")
def test_sizes_of_tensors_have_a_value() -> None:
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [None, 3])
        w = v1.get_variable("w", [3, 4])
        # what our own code reads are integers and None
        product = tf.matmul(x, w)
    for shape in (x.shape, x.get_shape()):
        assert (shape[0].value, shape[1].value) == (None, 3)
        assert [each.value for each in shape] == [None, 3]
        assert str(shape) == "(?, 3)"
        assert repr(shape) == "TensorShape([Dimension(None), Dimension(3)])"
    assert int(w.shape[-1]) == w.get_shape()[1].value == 4
    assert product.shape.as_list() == [None, 4]
    assert isinstance(product.shape[0], Dimension)


def test_sizes_are_integers_by_default() -> None:
    with tf.Graph().as_default():
        shape = v1.placeholder(tf.float32, [None, 3]).shape
    assert list(shape) == [None, 3]
    assert shown_shapes.shown_to_caller(shape) is shape
