"""Casts that lose something: fractions, bits, infinities, imaginary parts."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes
from graphir.errors import InvalidArgumentError, UnimplementedError
from tests.graphir.ops.running import run

INT32_MIN, INT64_MIN = -(2**31), -(2**63)


def test_floats_are_cut_towards_zero() -> None:
    x = np.float32([1.9, -1.9, 0.5])
    assert run("Cast", x, DstT=dtypes.int32).tolist() == [1, -1, 0]


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (dtypes.int8, [0, 0, 44, -44, 0]),
        (dtypes.uint8, [0, 0, 44, 212, 0]),
        (dtypes.int32, [INT32_MIN, INT32_MIN, 300, -300, INT32_MIN]),
        (dtypes.int64, [INT64_MIN, INT64_MIN, 300, -300, 3000000000]),
        (dtypes.uint32, [2**31, 2**31, 300, 2**32 - 300, 3000000000]),
    ],
)
@pytest.mark.parametrize("source", ["f4", "f8"])
def test_floats_out_of_range(
    source: str, target: dtypes.DType, expected: list[int]
) -> None:
    x = np.array([np.nan, np.inf, 300.7, -300.7, 3e9], source)
    assert run("Cast", x, DstT=target).tolist() == expected


def test_integers_wrap_around() -> None:
    x = np.int64([300, -1, 2**40])
    assert run("Cast", x, DstT=dtypes.uint8).tolist() == [44, 255, 0]


def test_real_part_of_complex_numbers_is_taken_without_a_warning() -> None:
    assert run("Cast", np.complex64([1.5 + 2j]), DstT=dtypes.int32).tolist() == [1]


def test_anything_but_zero_is_true() -> None:
    x = np.float32([0, -0.0, np.nan, 0.1])
    found = run("Cast", x, DstT=dtypes.bool_)
    assert found.tolist() == [False, False, True, True]


@pytest.mark.parametrize(
    ("source", "target"),
    [(np.array([b"1"], object), dtypes.int32), (np.int32([1]), dtypes.string)],
)
def test_strings_are_not_cast(source: object, target: dtypes.DType) -> None:
    with pytest.raises(UnimplementedError, match="is not supported"):
        run("Cast", source, DstT=target)


def test_bitcast_splits_the_last_axis() -> None:
    found = run("Bitcast", np.float32([1.0]), type=dtypes.uint8)
    assert found.tolist() == [[0, 0, 128, 63]]


def test_bitcast_joins_the_last_axis() -> None:
    found = run("Bitcast", np.uint8([[0, 0, 128, 63]]), type=dtypes.float32)
    assert found.tolist() == [1.0]


def test_bitcast_of_a_part_of_an_element_is_refused() -> None:
    with pytest.raises((InvalidArgumentError, ValueError), match="Cannot bitcast"):
        run("Bitcast", np.uint8([1, 2, 3]), type=dtypes.float32)
