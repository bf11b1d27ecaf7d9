"""Parameters of distributions: dtypes, checks, broadcast shapes and derived seeds."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.compat.v1.distributions import given_parameters


def test_seeds_that_follow_are_tensorflows() -> None:
    """The numbers are what TensorFlow 2.21 derives."""
    assert given_parameters.next_seed(None, "beta") is None
    assert given_parameters.next_seed(5, "beta") == 1539300293
    assert given_parameters.next_seed(5, "student_t") == 739551145


def test_float_dtypes_must_agree() -> None:
    one, double = tf.constant(1.0), tf.constant(1.0, tf.float64)
    assert given_parameters.same_float_dtype(one, one) is tf.float32
    with pytest.raises(ValueError, match="must be of the same type"):
        given_parameters.same_float_dtype(one, double)
    with pytest.raises(ValueError, match="Expected floating point"):
        given_parameters.same_float_dtype(tf.constant(1))


def test_batch_shapes_broadcast() -> None:
    column, row = tf.ones([3, 1]), tf.ones([4])
    assert given_parameters.common_shape(column, row) == [3, 4]
    found = given_parameters.common_shape_tensor(column, row)
    assert found.numpy().tolist() == [3, 4]


def test_probabilities_give_odds_and_odds_probabilities() -> None:
    logits, probs = given_parameters.logits_and_probs(None, [0.5, 0.5], True)
    assert logits.numpy().tolist() == pytest.approx([-0.6931472] * 2)
    again = given_parameters.logits_and_probs(logits, None, True)[1]
    assert again.numpy().tolist() == pytest.approx(probs.numpy().tolist())
    with pytest.raises(TypeError, match="floating"):
        given_parameters.logits_and_probs([1], None, False)


def test_checks_run_before_a_value_is_there() -> None:
    value = tf.constant([1.0, 2.5])
    with pytest.raises(tf.errors.InvalidArgumentError, match="fractional"):
        given_parameters.whole_number_checks(value)
    assert given_parameters.checked(value, []) is value
