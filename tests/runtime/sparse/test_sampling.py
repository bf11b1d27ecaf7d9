"""Products at few places, compared with whole products."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

RNG = np.random.default_rng(2)


@pytest.mark.parametrize("batch", [(), (3,)])
def test_is_the_product_at_the_places(batch: Any) -> None:
    left, right = RNG.normal(size=(*batch, 4, 5)), RNG.normal(size=(*batch, 5, 6))
    places = RNG.integers(0, 4, (*batch, 7, 2))
    values = RNG.normal(size=(*batch, 7))
    found = tf.sparse.sampled_addmm(
        places, values, [4, 6], left, right, beta=2, alpha=0.5, output_type=tf.float64
    )
    rows, columns = places[..., 0], places[..., 1]
    index: Any = (
        (rows, columns) if not batch else (np.arange(3)[:, None], rows, columns)
    )
    expected = 0.5 * (left @ right)[index] + 2 * values
    np.testing.assert_allclose(found[1].numpy(), expected)
    np.testing.assert_array_equal(found[0].numpy(), places)


def test_refuses_another_shape_or_dtype() -> None:
    with pytest.raises(ValueError, match=r"Dense shape: \[3 3\] does not match"):
        tf.sparse.sampled_addmm([[0, 0]], [1.0], [3, 3], tf.eye(2), tf.eye(2))
    values = tf.constant([1.0], tf.float64)
    with pytest.raises(ValueError, match="float64"):
        tf.sparse.sampled_addmm([[0, 0]], values, [2, 2], tf.eye(2), tf.eye(2))
