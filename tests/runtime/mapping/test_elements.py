"""`map_fn` over the first axis of dense tensors."""

from __future__ import annotations

import pytest

import runtime as tf


@pytest.mark.parametrize("is_traced", [False, True])
def test_a_map_over_nothing_has_the_declared_types(is_traced: bool) -> None:
    def mapped():
        return tf.map_fn(lambda x: x / 2, tf.range(0), fn_output_signature=tf.float64)

    found = (tf.function(mapped) if is_traced else mapped)()
    assert (found.dtype, found.shape.as_list()) == (tf.float64, [0])


def test_results_of_another_number_than_declared_are_refused() -> None:
    with pytest.raises(ValueError, match="2 results, but 1 were declared"):
        tf.map_fn(lambda x: (x, x), tf.range(2))
