"""Sums over every set of axes: as exact as those of NumPy along the last."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.compute.block_sums import sum_over
from graphir.ops.contract.registry import lookup

SHAPES = [(32, 26, 26, 16), (5, 700, 9), (20000, 3), (3, 20000), (129, 70), (2, 3)]


def sets_of_axes(rank: int) -> list[tuple[int, ...]]:
    sizes = range(1, rank + 1)
    return list(chain.from_iterable(combinations(range(rank), size) for size in sizes))


def error(found: Any, array: Any, axes: tuple[int, ...]) -> float:
    """By the sum of the magnitudes, as bounds of rounding are."""
    wide = array.astype(np.float64)
    whole = np.abs(wide).sum(axes, keepdims=True).reshape(found.shape)
    return float(np.max(np.abs(found - wide.sum(axes).reshape(found.shape)) / whole))


CASES = [(shape, axes) for shape in SHAPES for axes in sets_of_axes(len(shape))]


@pytest.mark.parametrize(("shape", "axes"), CASES)
def test_sum_is_exact_along_every_axis(shape: Any, axes: Any) -> None:
    array = np.random.default_rng(0).normal(1, 2, shape).astype(np.float32)
    for keepdims in (False, True):
        found = sum_over(array, axes, keepdims=keepdims)
        plain = np.add.reduce(array, axis=axes, keepdims=keepdims)
        assert found.shape == plain.shape
        assert found.dtype == plain.dtype
        assert error(found, array, axes) < 4e-7
        assert error(found, array, axes) <= 1.5 * error(plain, array, axes)


@pytest.mark.parametrize("order", [(3, 2, 1, 0), (1, 0, 3, 2), (0, 3, 1, 2)])
@pytest.mark.parametrize("axes", sets_of_axes(4))
def test_sum_of_a_view_is_as_exact(order: Any, axes: Any) -> None:
    array = np.random.default_rng(0).normal(1, 2, (12, 26, 26, 16)).astype(np.float32)
    for view in (array.transpose(order), array.transpose(order)[:, ::2]):
        found = sum_over(view, axes)
        assert found.shape == np.add.reduce(view, axis=axes).shape
        assert error(found, view, axes) < 4e-7


def test_sums_of_infinities_and_of_nothing() -> None:
    array = np.ones((9000, 2), np.float32)
    array[7, 0], array[8, 1], array[9, 1] = np.inf, np.inf, -np.inf
    with np.errstate(invalid="ignore"):
        found = sum_over(array, (0,))
    assert found[0] == np.inf
    assert np.isnan(found[1])
    assert sum_over(np.ones((0, 3), np.float32), (0,)).tolist() == [0, 0, 0]
    assert sum_over(np.ones((9000, 0), np.float32), (0,)).shape == (0,)


@pytest.mark.parametrize("dtype", ["float64", "complex64", "int32"])
def test_other_dtypes_keep_theirs(dtype: str) -> None:
    array = np.arange(30000).reshape(10000, 3).astype(dtype)
    found = sum_over(array, (0,))
    assert found.dtype == np.add.reduce(array, axis=0, dtype=dtype).dtype
    assert np.allclose(found, array.astype(complex).sum(0), rtol=1e-6)


@pytest.mark.parametrize("mode", ["eager", "traced"])
@pytest.mark.parametrize("axes", [[0, 1, 2], [1, 2], [0], None])
def test_means_round_as_little_as_tensorflows(axes: Any, mode: str) -> None:
    """TensorFlow has 8e-8 here, sums of one row after the other 1e-6."""
    array = np.random.default_rng(0).normal(1, 2, (32, 26, 26, 16)).astype(np.float32)
    mean = lambda x: (tf.reduce_mean(x, axes), tf.reduce_sum(x, axes))  # noqa: E731
    mean = tf.function(mean) if mode == "traced" else mean
    places = tuple(range(4)) if axes is None else tuple(axes)
    average, total = mean(tf.constant(array))
    count = array.size // average.numpy().size
    assert error(total.numpy(), array, places) < 3e-7
    assert error(average.numpy() * count, array, places) < 3e-7


def test_statistics_of_a_batch_and_their_gradients_round_little() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(1, 2, (32, 26, 26, 16)).astype(np.float32)
    ones, empty = np.ones(16, np.float32), np.zeros(0, np.float32)
    kernel = lookup("FusedBatchNormV3").bind({"is_training": True})
    _, mean, variance, *_ = kernel(x, ones, ones, empty, empty)
    wide = x.astype(np.float64)
    assert np.max(np.abs(mean / wide.mean((0, 1, 2)) - 1)) < 2e-7
    assert np.max(np.abs(variance / wide.var((0, 1, 2), ddof=1) - 1)) < 3e-7
    bias = lookup("BiasAddGrad").bind({})(x)
    assert np.max(np.abs(bias / wide.sum((0, 1, 2)) - 1)) < 2e-7
