"""Pools over regions of random sizes."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import runtime as tf

IMAGE = np.arange(60, dtype=np.float32).reshape(1, 6, 10, 1)


def pooled(op: str, **attrs: Any) -> Any:
    given = {"pooling_ratio": [1.0, 1.5, 2.0, 1.0], "seed": 1, "seed2": 2, **attrs}
    found, rows, columns = getattr(tf.raw_ops, op)(value=IMAGE, **given)
    return found.numpy(), rows.numpy(), columns.numpy()


@pytest.mark.parametrize(
    ("op", "reduce"), [("FractionalMaxPool", np.max), ("FractionalAvgPool", np.mean)]
)
@pytest.mark.parametrize("overlapping", [False, True])
@pytest.mark.parametrize("pseudo_random", [False, True])
def test_each_region_is_reduced(
    op: str, reduce: Any, overlapping: bool, pseudo_random: bool
) -> None:
    found, rows, columns = pooled(
        op, overlapping=overlapping, pseudo_random=pseudo_random
    )
    assert found.shape == (1, 4, 5, 1)
    assert (rows[0], rows[-1], columns[0], columns[-1]) == (0, 6, 0, 10)
    for i, (top, bottom) in enumerate(itertools.pairwise(rows)):
        for j, (left, right) in enumerate(itertools.pairwise(columns)):
            region = IMAGE[0, top : bottom + overlapping, left : right + overlapping, 0]
            assert found[0, i, j, 0] == pytest.approx(reduce(region))


def test_seeds_say_which_regions() -> None:
    first, second = pooled("FractionalMaxPool"), pooled("FractionalMaxPool")
    assert all(np.array_equal(*pair) for pair in zip(first, second))


def test_what_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="4-dimensional"):
        tf.raw_ops.FractionalMaxPool(value=[1.0], pooling_ratio=[1.0, 1.5, 1.5, 1.0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="leaves nothing of"):
        pooled("FractionalAvgPool", pooling_ratio=[1.0, 7.0, 1.0, 1.0])
