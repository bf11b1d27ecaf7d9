"""Running sums, products and log-sums."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from tests.graphir.ops.running import run


@pytest.mark.parametrize(
    ("exclusive", "reverse", "sums", "products"),
    [
        (False, False, [2, 5, 9], [2, 6, 24]),
        (True, False, [0, 2, 5], [1, 2, 6]),
        (False, True, [9, 7, 4], [24, 12, 4]),
        (True, True, [7, 4, 0], [12, 4, 1]),
    ],
)
def test_direction_and_start(
    exclusive: bool, reverse: bool, sums: list[int], products: list[int]
) -> None:
    x, attrs = np.int32([2, 3, 4]), {"exclusive": exclusive, "reverse": reverse}
    assert run("Cumsum", x, np.int32(0), **attrs).tolist() == sums
    assert run("Cumprod", x, np.int32(0), **attrs).tolist() == products


def test_scan_runs_along_the_axis() -> None:
    x = np.int32([[1, 2], [3, 4]])
    assert run("Cumsum", x, np.int32(-1)).tolist() == [[1, 3], [3, 7]]


def test_running_log_sum_does_not_overflow() -> None:
    found = run("CumulativeLogsumexp", np.float64([1000, 1000]), np.int32(0))
    assert found == pytest.approx([1000, 1000 + np.log(2)])


def test_exclusive_running_log_sum_starts_with_the_logarithm_of_zero() -> None:
    found = run("CumulativeLogsumexp", np.float64([1, 2]), np.int32(0), exclusive=True)
    assert found.tolist() == [-np.inf, 1]


def test_missing_axis_is_refused() -> None:
    with pytest.raises((InvalidArgumentError, ValueError), match=r"range \[-1, 1\)"):
        run("Cumsum", np.int32([1]), np.int32(3))
