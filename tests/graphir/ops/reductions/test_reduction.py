"""Reductions: accumulation, empty axes, NaN, wrong axes."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from tests.graphir.ops.running import run

NO_AXIS = np.int32([])


def test_integers_wrap_around() -> None:
    x = np.int8([100, 100])
    assert run("Sum", x, np.int32([0])) == -56
    assert run("Sum", x, np.int32([0])).dtype == np.int8


def test_narrow_floats_are_accumulated_in_float32() -> None:
    x = np.ones(5000, np.float16)
    assert run("Sum", x, np.int32(0)) == 5000


@pytest.mark.parametrize(
    ("x", "mean"),
    [
        (np.int8([100, 100, 100]), 100),
        (np.int8([-100, -100, -101]), -100),
        (np.uint8([200, 200, 101]), 167),
        (np.int32([]), 0),
    ],
)
def test_mean_of_integers_is_truncated(x: object, mean: int) -> None:
    assert run("Mean", x, np.int32([0])) == mean


@pytest.mark.parametrize(
    ("op", "of_floats", "of_integers"),
    [
        ("Sum", 0.0, 0),
        ("Prod", 1.0, 1),
        ("Max", -np.inf, -(2**31)),
        ("Min", np.inf, 2**31 - 1),
        ("EuclideanNorm", 0.0, 0),
    ],
)
def test_reduction_of_nothing(op: str, of_floats: float, of_integers: int) -> None:
    empty = np.zeros((2, 0))
    assert run(op, empty, np.int32([1])).tolist() == [of_floats] * 2
    assert run(op, empty.astype(np.int32), np.int32([1])).tolist() == [of_integers] * 2


def test_mean_of_no_floats_is_nan() -> None:
    assert np.isnan(run("Mean", np.zeros((2, 0)), np.int32([1]))).all()


@pytest.mark.parametrize("op", ["Max", "Min"])
def test_nan_wins(op: str) -> None:
    assert np.isnan(run(op, np.array([1, np.nan, 3]), np.int32(0)))


def test_no_axes_leave_the_sign_of_zero() -> None:
    assert np.signbit(run("Sum", np.float32([-0.0]), NO_AXIS)[0])


def test_repeated_axis_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="duplicate dimension: 0"):
        run("Sum", np.ones((2, 3)), np.int32([0, -2]))


def test_missing_axis_is_refused() -> None:
    with pytest.raises(ValueError, match="Invalid reduction dimension 2 for input"):
        run("Sum", np.ones((2, 3)), np.int32([2]))


@pytest.mark.parametrize(
    ("x", "greatest", "least"),
    [
        ([1, np.nan, 3], 2, 0),
        ([np.nan, 0, 1], 2, 1),
        ([np.nan, np.nan], 0, 0),
        ([-np.inf, -np.inf], 0, 0),
        ([3, 3, 1, 1], 0, 2),
    ],
)
def test_position_of_extremum_passes_over_nan(
    x: list[float], greatest: int, least: int
) -> None:
    assert run("ArgMax", np.float32(x), np.int32(0)) == greatest
    assert run("ArgMin", np.float32(x), np.int32(0)) == least


def test_position_in_an_empty_axis_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match=r"axis 1 is empty in shape \[2,0\]"):
        run("ArgMax", np.zeros((2, 0)), np.int32(1))
