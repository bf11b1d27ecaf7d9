"""Images under projective transforms: shifts, borders, fills and refusals."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.registry import lookup

ROW = np.arange(1, 5, dtype=np.float32).reshape(1, 1, 4, 1)
"""1 2 3 4"""
IDENTITY = np.array([[1, 0, 0, 0, 1, 0, 0, 0]], np.float32)


def shifted(by: float):
    return np.array([[1, 0, by, 0, 1, 0, 0, 0]], np.float32)


def projected(transforms, mode="CONSTANT", how="NEAREST", sizes=(1, 4), fill=0.0):
    attrs = {"interpolation": how.encode(), "fill_mode": mode.encode()}
    kernel = lookup("ImageProjectiveTransformV3").bind(attrs)
    return kernel(ROW, transforms, np.int32(sizes), np.float32(fill)).ravel().tolist()


def test_the_identity_changes_nothing() -> None:
    for how in ("NEAREST", "BILINEAR"):
        assert projected(IDENTITY, how=how) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("CONSTANT", [9, 9, 1, 2]),
        ("NEAREST", [1, 1, 1, 2]),
        ("REFLECT", [2, 1, 1, 2]),
    ],
)
def test_what_lies_before_the_border(mode: str, expected: list[float]) -> None:
    assert projected(shifted(-2), mode, fill=9.0) == expected


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("CONSTANT", [3, 4, 0, 0]),
        ("NEAREST", [3, 4, 4, 4]),
        ("REFLECT", [3, 4, 4, 3]),
    ],
)
def test_what_lies_behind_the_border(mode: str, expected: list[float]) -> None:
    assert projected(shifted(2), mode) == expected


def test_half_a_pixel_is_the_mean_of_two() -> None:
    assert projected(shifted(0.5), "NEAREST", "BILINEAR") == [1.5, 2.5, 3.5, 4]


def test_where_the_divisor_is_zero_nothing_is_seen() -> None:
    nowhere = np.array([[1, 0, 0, 0, 1, 0, -1, 0]], np.float32)
    assert projected(nowhere, "NEAREST", fill=7.0)[1] == 7


def test_version_two_fills_with_zero() -> None:
    attrs = {"interpolation": b"NEAREST", "fill_mode": b"CONSTANT"}
    kernel = lookup("ImageProjectiveTransformV2").bind(attrs)
    found = kernel(ROW, shifted(3), np.int32([1, 4]))
    assert found.ravel().tolist() == [4, 0, 0, 0]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"transforms": np.zeros((2, 8), np.float32)}, "num_images x 8 or 1 x 8"),
        ({"sizes": (1, 2, 3)}, "must have two elements"),
        ({"sizes": (0, 4)}, "output dimensions must be positive"),
        ({"how": "CUBIC"}, "interpolation must be NEAREST or BILINEAR"),
        ({"fill": [1.0]}, "fill_value must be a scalar"),
    ],
)
def test_refusals(change, text: str) -> None:
    with pytest.raises(InvalidArgumentError, match=text):
        projected(**{"transforms": IDENTITY, **change})
