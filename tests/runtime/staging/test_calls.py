"""How `autograph.check` traces a function: numbers become tensors."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from runtime.staging.calls import (
    components,
    is_same_refusal,
    staged_call,
    variables_of,
)


def halved(x, by=2.0):
    assert isinstance(x, tf.Tensor)
    return x / by


def test_numbers_are_traced_as_tensors() -> None:
    assert float(staged_call(halved)(3.0)) == 1.5
    assert float(staged_call(halved)(3.0, by=4.0)) == 0.75
    assert float(staged_call(tf.function(halved))(np.float32(3))) == 1.5


def test_numbers_beside_tensors_stay_numbers() -> None:
    seen = []

    def program(x, n):
        seen.append(type(n))
        return x * n

    assert int(staged_call(program)(tf.constant(2), 3)) == 6
    assert seen == [int]


def test_components_of_a_composite() -> None:
    ragged = tf.ragged.constant([[1, 2], [3]])
    values, splits = components(ragged)
    assert (values.numpy().tolist(), splits.numpy().tolist()) == ([1, 2, 3], [0, 2, 3])
    assert components(5) == 5


def test_variables_are_found_in_what_an_object_has() -> None:
    module = tf.Module()
    module.inner = tf.Module()
    module.inner.v = tf.Variable(1.0)
    found = variables_of(module)
    assert len(found) == 1
    assert next(iter(found.values())) is module.inner.v


@pytest.mark.parametrize(
    ("plain", "staged", "same"),
    [
        (tf.errors.InvalidArgumentError(None, None, "a"), ValueError("b"), True),
        (tf.errors.InvalidArgumentError(None, None, "a"), TypeError("b"), True),
        (tf.errors.InvalidArgumentError(None, None, "a"), KeyError("b"), False),
        (ValueError("a"), ValueError("a"), False),
    ],
)
def test_what_an_op_refuses_now_tracing_refuses_before(plain, staged, same) -> None:
    assert is_same_refusal(plain, staged) is same
