"""Operators of tensors and numbers: the short way gives what the long one does."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

import runtime as tf

OPERATORS = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.pow,
    operator.lt,
    operator.ge,
]
NUMBERS = [2, 3, 0.5, -1.25, 1e30, float("inf"), 2**20, 2**24 + 1]


def answer(function: Any, *args: Any) -> Any:
    """The result's dtype and value, or that there is none."""
    try:
        found = function(*args)
    except (TypeError, ValueError, OverflowError, tf.errors.OpError):
        return "refused"
    return found.dtype.name, np.asarray(found).tobytes()


@pytest.mark.parametrize("number", NUMBERS, ids=str)
@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.int32, tf.int64])
def test_number_at_either_side(number: Any, dtype: Any) -> None:
    x = tf.constant([1, 2, 5], dtype)
    for function in OPERATORS:
        # the wide way converts, and applies the op to two tensors
        def converted(a: Any, b: Any, function: Any = function) -> Any:
            hint = None if function in (operator.lt, operator.ge) else dtype
            pair = [
                each
                if tf.is_tensor(each)
                else tf.convert_to_tensor(each, hint or dtype)
                for each in (a, b)
            ]
            return function(*pair)

        assert answer(function, x, number) == answer(converted, x, number)
        assert answer(function, number, x) == answer(converted, number, x)


def test_numbers_are_inputs_on_a_tape() -> None:
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = (2 * x - 1) / 4.0 + 8 / x
    assert float(tape.gradient(y, x)) == pytest.approx(0.5 - 8 / 9)


def test_variable_at_the_right() -> None:
    v = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = tf.constant(3.0) * v + v
    assert float(tape.gradient(y, v)) == 4.0
    with pytest.raises((TypeError, ValueError, tf.errors.InvalidArgumentError)):
        tf.constant(1) * v


@pytest.mark.parametrize("staged", [False, True])
def test_quotient_of_integers_is_a_float(staged: bool) -> None:
    def halves(x: Any) -> Any:
        return x / 2, 3 / x, x / x

    called = tf.function(halves) if staged else halves
    found = called(tf.constant([1, 2]))
    assert [each.dtype for each in found] == [tf.float64] * 3
    assert found[1].numpy().tolist() == [3.0, 1.5]


def test_map_knows_how_many_elements_it_gives() -> None:
    @tf.function
    def squares(x: Any) -> Any:
        y = tf.map_fn(lambda e: e * e, x)
        z = tf.scan(lambda a, e: a + e, x)
        assert [y.shape, z.shape] == [(3,), (3,)]
        return y + z

    assert squares(tf.constant([1.0, 2.0, 3.0])).numpy().tolist() == [2.0, 7.0, 15.0]
