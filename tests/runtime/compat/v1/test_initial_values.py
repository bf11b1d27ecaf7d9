"""Initializers of version 1: the numbers that TensorFlow draws for the same seeds."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf

v1 = tf.compat.v1


@pytest.mark.parametrize(
    ("kind", "graph_seed", "seed", "wanted"),
    [
        ("normal", None, 3, [1.0617, -0.8786, 0.1119, 0.1851]),
        ("normal", 7, 3, [0.9447, -0.9668, 0.8052, 1.3033]),
        ("uniform", None, 3, [0.3869, 0.36, 0.9769, 0.0865]),
        ("uniform", 7, 3, [0.4011, 0.3768, 0.3093, 0.0881]),
    ],
)
def test_numbers_are_those_of_the_operation(kind, graph_seed, seed, wanted) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        if graph_seed is not None:
            v1.set_random_seed(graph_seed)
        make = getattr(v1, f"random_{kind}_initializer")
        variable = v1.get_variable("v", [4], initializer=make(seed=seed))
        session.run(variable.initializer)
        np.testing.assert_allclose(session.run(variable), wanted, atol=5e-5)


def test_bounds_may_be_left_to_the_dtype() -> None:
    assert v1.random_uniform_initializer().get_config()["maxval"] is None
    assert v1.random_uniform_initializer(0, 3, dtype=tf.int32)([2]).dtype == tf.int32
