"""Recursion under a condition that is a tensor would never end: it is refused."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.staging.recursion import RecursionOnTensorsError, recording_branches


def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


def test_recursion_on_a_tensor_is_named() -> None:
    with pytest.raises(RecursionOnTensorsError, match="in factorial: both branches"):
        tf.function(factorial)(tf.constant(3))


def test_recursion_on_a_python_value_ends() -> None:
    def power(x, n):
        if n == 0:
            return tf.ones_like(x)
        if x > 0:
            return x * power(x, n - 1)
        return x

    assert int(tf.function(power)(tf.constant(3), 4)) == 81


def test_branches_may_nest_if_they_differ() -> None:
    value = 1

    def one() -> int:
        return value

    def other() -> int:
        return -value

    with recording_branches(one, other):
        value = 2  # a branch of another number
        with recording_branches(one, other):
            pass
        with (
            pytest.raises(RecursionOnTensorsError),
            recording_branches(one, other),
            recording_branches(one, other),
        ):
            pass
    with recording_branches(one, other) as context:
        assert not context.is_guarded
    with recording_branches(one, other, is_guarded=True) as context:
        assert context.is_guarded
