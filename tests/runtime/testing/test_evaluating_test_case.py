"""Test cases that evaluate tensors."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.testing import evaluating_test_case as module
from runtime.testing.evaluating_test_case import array_of


def case() -> Any:
    made = module.EvaluatingTestCase("setUp")
    made.setUp()
    return made


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (tf.constant([1, 2]), [1, 2]),
        (tf.Variable(3), 3),
        ([tf.constant(1), (2, 3)[1]], [1, 3]),
        (tf.constant([1.5], tf.bfloat16), [1.5]),
    ],
)
def test_arrays_of_tensors_variables_and_nests(value: Any, expected: Any) -> None:
    found = array_of(value)
    assert found.tolist() == expected
    assert found.dtype.kind in "if"


def test_every_test_begins_with_the_same_numbers() -> None:
    def drawn() -> tuple[float, ...]:
        case()
        return (
            random.random(),
            float(np.random.rand()),  # what is seeded
            float(tf.random.uniform([])),
        )

    try:
        assert drawn() == drawn()
    finally:
        tf.random.set_seed(None)


def test_values_eagerly_and_in_a_session() -> None:
    made = case()
    found = made.evaluate({"a": tf.constant(1), "b": [tf.Variable(2), "text"]})
    assert (found["a"], found["b"]) == (1, [2, "text"])
    with made.session() as nothing:
        assert nothing is None
    with tf.Graph().as_default():
        total = tf.constant(1) + 2
        with pytest.raises(RuntimeError, match="needs a session: self.session()"):
            made.evaluate(total)
        with made.session() as session:
            assert session is not None
            assert made.evaluate(total) == 3
        with made.cached_session() as first, made.cached_session() as second:
            assert first is second
    made.doCleanups()
    tf.random.set_seed(None)


def test_both_or_neither_are_evaluated() -> None:
    made = case()
    assert made.evaluate_if_both_tensors(tf.constant(1), tf.constant(2)) == (1, 2)
    tensor = tf.constant(1)
    assert made.evaluate_if_both_tensors(tensor, 2) == (tensor, 2)
    tf.random.set_seed(None)
