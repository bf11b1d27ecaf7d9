"""`map_fn` and its kin over the first axis."""

from __future__ import annotations

import pytest

import runtime as tf


@pytest.mark.parametrize("is_traced", [False, True])
@pytest.mark.parametrize("dtype", ["int32", "string"])
def test_a_map_over_nothing_has_the_types_of_the_results(dtype, is_traced) -> None:
    values = tf.zeros([0, 3], dtype) if dtype == "int32" else tf.constant([], tf.string)

    def mapped():
        return tf.vectorized_map(lambda x: {"same": x, "one": tf.constant(1.5)}, values)

    found = (tf.function(mapped) if is_traced else mapped)()
    assert found["same"].dtype == values.dtype
    assert found["same"].shape == values.shape
    assert (found["one"].dtype, found["one"].shape.as_list()) == (tf.float32, [0])
