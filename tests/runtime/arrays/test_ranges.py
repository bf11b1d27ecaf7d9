"""A range of floats has as many elements as TensorFlow counts: in its own dtype."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf


@pytest.mark.parametrize(("dtype", "length"), [("float32", 10), ("float64", 10)])
def test_steps_are_counted_in_the_dtype(dtype: str, length: int) -> None:
    bounds = [tf.constant(each, dtype) for each in (0.1, 1.1, 0.1)]
    assert tf.range(*bounds).shape == [length]


def test_each_element_is_the_start_and_so_many_steps() -> None:
    """Sums of sums drift: TensorFlow rounds one product and one sum."""
    found = tf.range(0.1, 1000.0, 0.1).numpy()
    assert found[7] == np.float32(0.8)
    steps = np.arange(len(found), dtype=np.float32) * np.float32(0.1)
    np.testing.assert_array_equal(found, np.float32(0.1) + steps)
    assert tf.range(tf.constant(1.0, tf.bfloat16), 3.0, 0.5).dtype == tf.bfloat16
