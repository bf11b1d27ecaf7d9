"""Subscripts by NumPy's rules: tuples within them choose as lists do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.numpy_api.subscripts import get_item

X = np.arange(60).reshape(3, 4, 5)


@pytest.mark.parametrize(
    "key",
    [
        ((0, 1), (1, 2)),
        ((0, 1), slice(None), 2),
        ((0, 1), (1, 2), (0, 0)),
        ((0, 1, 2, 0), slice(None), slice(None)),
        (slice(None), (0, 3)),
        (0, (1, 2)),
    ],
    ids=str,
)
def test_tuples_within_a_subscript_choose(key: Any) -> None:
    found = get_item(tf.constant(X), key)
    assert found.numpy().tolist() == X[key].tolist()


def test_variables_choose_by_their_values() -> None:
    rows, column = tf.Variable([1, 0]), tf.Variable(2)
    x = tf.constant(X)
    assert get_item(x, rows).numpy().tolist() == X[[1, 0]].tolist()
    assert get_item(x, (0, rows, column)).numpy().tolist() == X[0, [1, 0], 2].tolist()
