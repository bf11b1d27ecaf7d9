"""Initializers give first values by shape and dtype."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


def test_plain_values() -> None:
    assert tf.zeros_initializer()([2], tf.bool).numpy().tolist() == [False, False]
    assert tf.ones_initializer()([2], tf.int32).numpy().tolist() == [1, 1]
    found = tf.constant_initializer([1, 2, 3, 4])([2, 2], tf.float64)
    assert (found.dtype, found.numpy().tolist()) == (tf.float64, [[1, 2], [3, 4]])


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (tf.random_normal_initializer, [0.00633252, -0.02465083]),
        (tf.random_uniform_initializer, [0.03784882, -0.00400198]),
    ],
)
def test_a_seed_determines_the_numbers(make: Any, expected: list[float]) -> None:
    first, again = make(seed=1), make(seed=1)
    np.testing.assert_allclose(first([2]), expected, rtol=1e-5)
    np.testing.assert_array_equal(first([2]), again([2]))


def test_without_a_seed_the_numbers_go_on() -> None:
    draw = tf.random_normal_initializer(5.0, 0.1)
    first, second = draw([100]).numpy(), draw([100]).numpy()
    assert (first != second).any()
    assert abs(first.mean() - 5) < 0.1


def test_configurations() -> None:
    made = tf.random_normal_initializer(1.0, 2.0, 3)
    assert made.get_config() == {"mean": 1.0, "stddev": 2.0, "seed": 3}
    again = type(made).from_config(made.get_config())
    np.testing.assert_array_equal(made([2]), again([2]))
    assert tf.zeros_initializer().get_config() == {}


def test_refused() -> None:
    with pytest.raises(ValueError, match="numeric or boolean"):
        tf.zeros_initializer()([2], tf.string)
    with pytest.raises(ValueError, match="floating point"):
        tf.random_normal_initializer()([2], tf.int32)
    with pytest.raises(ValueError, match="expected to be numeric"):
        tf.random_uniform_initializer()([2], tf.string)
    with pytest.raises(TypeError):
        tf.constant_initializer([1, 2, 3])([2])
