"""Quotients and remainders: rounding, signs, zeros."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.errors import InternalError, InvalidArgumentError
from tests.graphir.ops.running import run

INF, NAN = np.inf, np.nan


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        ("FloorDiv", [3, -4, -4, 3]),
        ("TruncateDiv", [3, -3, -3, 3]),
        ("Div", [3, -3, -3, 3]),
        ("FloorMod", [1, 1, -1, -1]),
        ("TruncateMod", [1, -1, 1, -1]),
        ("Mod", [1, -1, 1, -1]),
    ],
)
def test_rounding_of_integer_quotients(op: str, expected: list[int]) -> None:
    x, y = np.int32([7, -7, 7, -7]), np.int32([2, 2, -2, -2])
    assert run(op, x, y).tolist() == expected


@pytest.mark.parametrize(
    ("op", "error"),
    [
        ("FloorDiv", InvalidArgumentError),
        ("FloorMod", InvalidArgumentError),
        ("Div", InvalidArgumentError),
        ("Mod", InvalidArgumentError),
        ("TruncateDiv", InternalError),
        ("TruncateMod", InternalError),
    ],
)
def test_integer_division_by_zero_is_refused(op: str, error: Any) -> None:
    with pytest.raises(error, match="Integer division by zero"):
        run(op, np.int32([1, 2]), np.int32([1, 0]))


def test_nothing_divided_by_zero_is_nothing() -> None:
    assert run("FloorDiv", np.int32([]), np.int32(0)).shape == (0,)


def test_least_integer_divided_by_minus_one_wraps_around() -> None:
    assert run("FloorDiv", np.int8([-128]), np.int8([-1])).tolist() == [-128]


def test_floor_division_of_floats_floors_the_rounded_quotient() -> None:
    assert run("FloorDiv", np.float32([6]), np.float32([0.1])).tolist() == [60.0]


def test_remainder_has_the_sign_of_an_infinite_divisor() -> None:
    x = np.float32([5, -5, 5, -5])
    y = np.float32([INF, INF, -INF, -INF])
    assert run("FloorMod", x, y).tolist() == [5, INF, -INF, -5]


@pytest.mark.parametrize("op", ["DivNoNan", "MulNoNan"])
def test_zero_second_operand_gives_zero(op: str) -> None:
    x = np.float32([1, INF, NAN])
    assert run(op, x, np.float32([0, 0, 0])).tolist() == [0, 0, 0]


@pytest.mark.parametrize("op", ["Xdivy", "Xlogy", "Xlog1py"])
def test_zero_first_operand_gives_zero(op: str) -> None:
    y = np.float32([0, -1, NAN])
    assert run(op, np.float32([0, 0, 0]), y).tolist() == [0, 0, 0]
