"""What loops and branches carry of an array."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.shapes import UNKNOWN, Shape
from runtime.tensor_arrays.tensor_array_state import shape_vector_of


def test_eagerly_an_array_has_items_and_no_handle() -> None:
    array = tf.TensorArray(tf.int32, 2, element_shape=[3])
    assert (array.dtype, array.element_shape.as_list()) == (tf.int32, [3])
    assert (array.handle, array.dynamic_size, int(array.flow)) == (None, False, 0)
    with pytest.raises(ValueError, match="Size must be declared"):
        tf.TensorArray(tf.int32)


def test_in_a_graph_an_array_is_a_list() -> None:
    graph = tf.function(lambda: tf.TensorArray(tf.int32, 2).stack())
    ops = {node.op for node in graph.get_concrete_function().graph.ir}
    assert "TensorListReserve" in ops


def test_an_array_with_another_flow_has_the_same_properties() -> None:
    seen: list[Any] = []

    @tf.function
    def traced() -> Any:
        array = tf.TensorArray(tf.float32, 2, dynamic_size=True, element_shape=[1])
        (flow,) = array.components()
        again = array.with_components([flow])
        seen.append((again.dtype, again.dynamic_size, again.element_shape.as_list()))
        seen.append(again.component_names() == array.component_names())
        return array.size()

    traced()
    assert seen == [(tf.float32, True, [1]), True]


def test_the_shape_of_an_element_is_known_for_all() -> None:
    array = tf.TensorArray(tf.float32, 2)
    assert array.element_shape.rank is None
    written = array.write(0, [1.0, 2.0])
    assert written.element_shape.as_list() == [2]
    with pytest.raises(ValueError, match=r"\(3,\)|shape"):
        written.write(1, [1.0, 2.0, 3.0])


@pytest.mark.parametrize(
    ("shape", "expected"),
    [(UNKNOWN, -1), (Shape([]), []), (Shape([2, None]), [2, -1])],
)
def test_shapes_as_vectors(shape: Any, expected: Any) -> None:
    assert np.asarray(shape_vector_of(shape)).tolist() == expected
