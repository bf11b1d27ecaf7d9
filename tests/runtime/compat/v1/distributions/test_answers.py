"""A class that defines one of two methods has the other."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.compat.v1.distributions.answers import Answers


class Half(Answers):
    _name = None
    _dtype = tf.float32
    _allow_nan_stats = True

    def _prob(self, value: tf.Tensor) -> tf.Tensor:
        return value * 0.5


def test_the_second_way_is_taken_where_the_first_is_missing() -> None:
    half, value = Half(), tf.constant(3.0)
    found = half._either(
        "log_prob",
        lambda: half._log_prob(value),
        lambda: half._prob(value),
        lambda x: x + 1.0,
    )
    assert found.numpy() == 2.5
    own = half._either(
        "prob", lambda: half._prob(value), lambda: half._log_prob(value), tf.exp
    )
    assert own.numpy() == 1.5


def test_the_error_names_what_was_asked() -> None:
    half = Half()
    with pytest.raises(NotImplementedError, match="^stddev is not implemented: Half$"):
        half._either("stddev", half._stddev, half._variance, tf.sqrt)


def test_an_error_of_another_kind_is_not_hidden() -> None:
    half = Half()
    with pytest.raises(tf.errors.InvalidArgumentError):
        half._either(
            "prob",
            lambda: half._prob(tf.constant(1.0, tf.float64) + tf.constant([1.0])),
            lambda: tf.constant(1.0),
            tf.exp,
        )
