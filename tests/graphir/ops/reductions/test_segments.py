"""Segments: gaps, negative numbers, wrong numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from tests.graphir.ops.running import run


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("Sum", [3, 0, 3]),
        ("Prod", [2, 1, 3]),
        ("Mean", [1.5, 0, 3]),
        ("Max", [2, 0, 3]),
        ("Min", [1, 0, 3]),
    ],
)
def test_segment_without_rows(kind: str, expected: list[float]) -> None:
    found = run(f"Segment{kind}", np.float32([1, 2, 3]), np.int32([0, 0, 2]))
    assert found.tolist() == expected


@pytest.mark.parametrize(
    ("kind", "empty"),
    [
        ("Sum", 0),
        ("Prod", 1),
        ("Max", -(2**31)),
        ("Min", 2**31 - 1),
    ],
)
def test_unsorted_segment_without_parts(kind: str, empty: int) -> None:
    op = f"UnsortedSegment{kind}"
    found = run(op, np.int32([5, 7, 9]), np.int32([2, -1, 0]), np.int32(3))
    assert found.tolist() == [9, empty, 5]


def test_rows_keep_their_shape() -> None:
    data = np.arange(12).reshape(3, 2, 2)
    found = run("UnsortedSegmentSum", data, np.int32([1, 0, 1]), np.int32(2))
    assert found.tolist() == [data[1].tolist(), (data[0] + data[2]).tolist()]


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([1, 0, 2], "segment ids are not increasing"),
        ([-1, 0, 2], "Segment id -1 out of range"),
        ([0, 2], "same size as dimension 0"),
    ],
)
def test_wrong_numbers_are_refused(ids: list[int], message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        run("SegmentSum", np.float32([1, 2, 3]), np.int32(ids))


def test_number_beyond_the_last_segment_is_refused() -> None:
    ids: Any = np.int32([1, 0, 5])
    with pytest.raises(InvalidArgumentError, match=r"segment_ids\[2\] = 5 is out of"):
        run("UnsortedSegmentSum", np.float32([1, 2, 3]), ids, np.int32(3))


def test_picked_rows_are_divided_by_the_root_of_their_number() -> None:
    data, indices = np.float32([1, 2, 3, 4]), np.int32([0, 1, 2, 3])
    found = run("SparseSegmentSqrtN", data, indices, np.int32([0, 0, 0, 0]))
    assert found.tolist() == [5]


def test_picked_row_out_of_range_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match=r"indices\[1\] == 7"):
        run("SparseSegmentSum", np.float32([1]), np.int32([0, 7]), np.int32([0, 0]))
