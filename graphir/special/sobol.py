"""The Sobol sequence: quasi-random points that fill a cube evenly."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

BITS: Final = 32

# A primitive polynomial modulo 2, its coefficients as bits, and the first direction
# numbers, for each dimension after the first: those of S. Joe and F. Y. Kuo,
# "Constructing Sobol sequences with better two-dimensional projections" (2008)
_DIMENSIONS: Final = (
    (3, (1,)),
    (7, (1, 3)),
    (11, (1, 3, 1)),
    (13, (1, 1, 1)),
    (19, (1, 1, 3, 3)),
    (25, (1, 3, 5, 13)),
    (37, (1, 1, 5, 5, 17)),
    (41, (1, 1, 5, 5, 5)),
    (47, (1, 1, 7, 11, 19)),
    (55, (1, 1, 5, 1, 1)),
    (59, (1, 1, 1, 3, 11)),
    (61, (1, 3, 5, 5, 31)),
    (67, (1, 3, 3, 9, 7, 49)),
    (91, (1, 1, 1, 15, 21, 21)),
    (97, (1, 3, 1, 13, 27, 49)),
    (103, (1, 1, 1, 15, 7, 5)),
    (109, (1, 3, 1, 15, 13, 25)),
    (115, (1, 1, 5, 5, 19, 61)),
    (131, (1, 3, 7, 11, 23, 15, 103)),
    (137, (1, 3, 7, 13, 13, 15, 69)),
    (143, (1, 1, 3, 13, 7, 35, 63)),
    (145, (1, 3, 5, 9, 1, 25, 53)),
    (157, (1, 3, 1, 13, 9, 35, 107)),
    (167, (1, 3, 1, 5, 27, 61, 31)),
    (171, (1, 1, 5, 11, 19, 41, 61)),
    (185, (1, 3, 5, 3, 3, 13, 69)),
    (191, (1, 1, 7, 13, 1, 19, 1)),
    (193, (1, 3, 7, 5, 13, 19, 59)),
    (203, (1, 1, 3, 9, 25, 29, 41)),
    (211, (1, 3, 5, 13, 23, 1, 55)),
    (213, (1, 3, 7, 3, 13, 59, 17)),
    (229, (1, 3, 1, 3, 5, 53, 69)),
    (239, (1, 1, 5, 5, 23, 33, 13)),
    (241, (1, 1, 7, 7, 1, 61, 123)),
    (247, (1, 1, 7, 9, 13, 61, 49)),
    (253, (1, 3, 3, 5, 3, 55, 33)),
    (285, (1, 3, 1, 15, 31, 13, 49, 245)),
    (299, (1, 3, 5, 15, 31, 59, 63, 97)),
    (301, (1, 3, 1, 11, 11, 11, 77, 249)),
)

MAX_DIMENSIONS: Final = len(_DIMENSIONS) + 1


def direction_numbers(dimensions: int) -> Any:
    """The direction numbers: one row a dimension, one column a bit of the index.

    >>> direction_numbers(1)[0, :2] >> np.uint64(30)
    array([2, 1], dtype=uint64)
    """
    rows = [[1 << (BITS - 1 - bit) for bit in range(BITS)]]
    for polynomial, first in _DIMENSIONS[: dimensions - 1]:
        degree = len(first)
        row = [number << (BITS - 1 - bit) for bit, number in enumerate(first)]
        for bit in range(degree, BITS):
            number = row[bit - degree] ^ (row[bit - degree] >> degree)
            for step in range(1, degree):
                if polynomial >> (degree - step) & 1:
                    number ^= row[bit - step]
            row.append(number)
        rows.append(row)
    return np.array(rows[:dimensions], np.uint64)


def sobol_points(dimensions: int, count: int, skip: int) -> Any:
    """Points of the sequence as float64 rows, the origin and ``skip`` more left out.

    >>> sobol_points(2, 3, 0)
    array([[0.5 , 0.5 ],
           [0.75, 0.25],
           [0.25, 0.75]])
    """
    index = np.arange(skip + 1, skip + count + 1, dtype=np.uint64)
    gray = index ^ (index >> np.uint64(1))
    numbers = direction_numbers(dimensions)
    points = np.zeros((count, dimensions), np.uint64)
    for bit in range(BITS):
        is_set = (gray >> np.uint64(bit)) & np.uint64(1)
        points ^= is_set[:, np.newaxis] * numbers[:, bit]
    return points / 2.0**BITS
