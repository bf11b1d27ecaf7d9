"""Ragged tensors as NumPy arrays, lists and text."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np


def rows_of(values: Any, splits: Any) -> Any:
    """The rows as one array if they are of one length, else as an array of arrays.

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


def listed(value: Any, summarize: int = 3) -> str:
    """Nested lists; of a long one ``summarize`` items at either end, -1 for all.

    >>> listed([[b"a"], [1, 2, 3]], summarize=1)
    "[['a'], [1, ..., 3]]"
    """
    if isinstance(value, bytes):
        return f"'{value.decode('utf-8', 'backslashreplace')}'"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:f}"
    if not isinstance(value, list):
        return str(value)
    parts = [listed(each, summarize) for each in value]
    if summarize >= 0 and len(parts) > 2 * summarize:
        last = parts[len(parts) - summarize :]
        parts = [*parts[:summarize], "...", *last]
    return f"[{', '.join(parts)}]"
