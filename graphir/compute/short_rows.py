"""Maxima and minima of many short rows.

NumPy reduces the last axis row by row, with a fixed cost per row. For short rows, the
reduction over the columns of a transposed copy takes a tenth of the time.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

LONGEST: Final = 16
"""Longer rows gain less than the copy costs."""
LEAST_ROWS: Final = 16


def reduce_rows(function: Any, array: Any, keepdims: bool) -> Any:
    """``function.reduce(array, -1)`` of a ufunc whose order of elements is no matter.

    >>> reduce_rows(np.maximum, np.array([[1, 3], [4, 2]]), False).tolist()
    [3, 4]
    """
    length = array.shape[-1]
    if not 0 < length <= LONGEST or array.size < LEAST_ROWS * length:
        return function.reduce(array, -1, keepdims=keepdims)
    columns = np.ascontiguousarray(array.reshape(-1, length).T)
    shape = array.shape[:-1]
    return function.reduce(columns, 0).reshape((*shape, 1) if keepdims else shape)
