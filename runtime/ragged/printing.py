"""Conversion of ragged tensors to NumPy arrays, lists and text."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np


def rows_of(values: Any, splits: Any) -> Any:
    """The rows as one array if all have one length, else as an array of arrays.

    >>> rows_of(np.arange(3), [0, 2, 3])
    array([array([0, 1]), array([2])], dtype=object)
    """
    rows = [values[a:b] for a, b in pairwise(splits)]
    if not rows:
        return np.zeros((0, 0, *values.shape[1:]), values.dtype)
    if len({len(row) for row in rows}) == 1:
        return np.array(rows)
    # one by one: NumPy would look into rows that are objects
    result = np.empty(len(rows), object)
    for index, row in enumerate(rows):
        result[index] = row
    return result


def as_text(value: Any) -> str:
    """Nested arrays as lists, broken into lines as NumPy breaks them.

    >>> as_text(rows_of(np.arange(3), [0, 2, 3]))
    '[[0, 1], [2]]'
    """
    if not isinstance(value, np.ndarray):
        return str(value)
    if not value.size:
        return repr(value.tolist())
    return np.array2string(value, separator=", ", formatter={"all": as_text})
