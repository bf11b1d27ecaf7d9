"""Operators on large eager tensors give NumPy's values, in memory of their own."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

SIZE = 2_200_000
OPERATORS = (
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.lt,
    operator.eq,
)


def array(seed: int, *shape: int, kind: str = "f4") -> Any:
    values = np.random.RandomState(seed).standard_normal(shape or SIZE) * 9
    return values.astype(kind)


@pytest.mark.parametrize("function", OPERATORS)
@pytest.mark.parametrize("kind", ["f4", "f8", "i4"])
def test_operators_are_those_of_numpy(
    function: Callable[[Any, Any], Any], kind: str
) -> None:
    x, y = array(1, kind=kind), array(2, kind=kind)
    y[y == 0] = 3
    if function is operator.truediv and kind == "i4":
        x, y = x.astype("f8"), y.astype("f8")
    for other in (y, y[7]):
        with np.errstate(all="ignore"):
            expected = function(x, other)
        found = function(tf.constant(x), tf.constant(other)).numpy()
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("shapes", [((1600, 1500), (1500,)), ((1600, 1500), (1600, 1))])
def test_shapes_still_broadcast(shapes: tuple[tuple[int, ...], ...]) -> None:
    x, y = (array(n, *shape) for n, shape in enumerate(shapes))
    np.testing.assert_array_equal((tf.constant(x) * tf.constant(y)).numpy(), x * y)


def test_columns_keep_their_order() -> None:
    x = array(1, 1600, 1500)
    turned = tf.transpose(tf.constant(x))
    np.testing.assert_array_equal((turned + turned).numpy(), x.T + x.T)


def test_results_do_not_share_memory() -> None:
    x = tf.constant(array(1))
    results = [x + float(number) for number in range(4)]
    view = results[3].numpy()[5:]
    expected = view.copy()
    del results
    for number in range(4):
        _ = x * float(number)
    np.testing.assert_array_equal(view, expected)


def test_shapes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Incompatible shapes"):
        tf.constant(array(1)) + tf.constant(array(2)[1:])


def test_gradients_pass_through() -> None:
    x = tf.constant(array(1))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    np.testing.assert_array_equal(tape.gradient(y, x).numpy(), 2 * x.numpy())
