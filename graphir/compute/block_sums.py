"""Block-wise summation of floats over any axes.

NumPy adds pairwise along the innermost axis only. Along other axes it adds row after
row, so that the rounding error grows with the number of rows, and short rows are slow.
Here several rows are viewed as one long row, long rows are added in blocks, and the
sums of the blocks are added in the same way.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

_add: Final[Any] = np.add.reduce

LONGEST_ROW: Final = 2048
"""Elements in a row of the first addition: with its sums it stays in the cache."""
LEAST_ROWS: Final = 64
"""Fewer are added one after the other; the least number of rows in two halves."""
LEAST_BLOCK: Final = 128
LEAST_SIZE: Final = 8192
"""Below this the added steps cost more than the sum."""


def sum_over(
    array: Any, axes: tuple[int, ...], dtype: Any = None, keepdims: bool = False
) -> Any:
    """``np.add.reduce`` over axes that are all different, with less rounding.

    >>> sum_over(np.ones((3, 2), np.float32), (0,)).tolist()
    [3.0, 3.0]
    """
    kind = array.dtype if dtype is None else np.dtype(dtype)
    if array.size < LEAST_SIZE or kind.kind not in "fc":
        return _add(array, axis=axes, dtype=kind, keepdims=keepdims)
    rank = array.ndim
    reduced = {axis % rank for axis in axes}
    order = _memory_order(array)
    sizes, places = _groups([array.shape[axis] for axis in order], order, reduced)
    added_singly = [sizes[place] for place in places if place < len(sizes) - 1]
    if math.prod(added_singly) <= LEAST_ROWS:
        return _add(array, axis=axes, dtype=kind, keepdims=keepdims)
    values = np.ascontiguousarray(array.transpose(order))
    for place in reversed(places):
        # what lies further in is kept, or one sum by now
        outer, width = math.prod(sizes[:place]), math.prod(sizes[place + 1 :])
        values = _sum_axis(values.reshape(outer, sizes[place], width), kind)
        sizes[place] = 1
    left = [1 if axis in reduced else array.shape[axis] for axis in order]
    back = sorted(range(rank), key=order.__getitem__)
    values = values.reshape(left).transpose(back)
    if keepdims:
        return values
    return np.squeeze(values, tuple(reduced))[()]


def _groups(
    shape: list[int], order: list[int], reduced: set[int]
) -> tuple[list[int], list[int]]:
    """Neighbouring axes as one where all are summed, or none; which groups are."""
    sizes: list[int] = []
    places: list[int] = []
    was_reduced = None
    for size, axis in zip(shape, order):
        is_reduced = axis in reduced
        if is_reduced is was_reduced:
            sizes[-1] *= size
        else:
            sizes.append(size)
            if is_reduced:
                places.append(len(sizes) - 1)
        was_reduced = is_reduced
    return sizes, places


def _memory_order(array: Any) -> list[int]:
    """The axes, longest stride first."""
    if array.flags.c_contiguous:
        return list(range(array.ndim))
    return sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))


def _sum_axis(array: Any, dtype: Any) -> Any:
    """The sums over the middle one of three axes."""
    outer, count, width = array.shape
    if width == 1:
        return _add(array.reshape(outer, count), axis=1, dtype=dtype)
    while count > LEAST_ROWS and width:
        joined = max(1, min(LONGEST_ROW // width, count // 16))
        rows = count // joined
        block = max(LEAST_BLOCK, math.isqrt(rows))
        block = rows if rows < block + block // 2 else block
        blocks = rows // block
        used, left = blocks * block * joined, blocks * joined
        if left >= count:
            break
        parts = array[:, :used].reshape(outer, blocks, block, joined * width)
        sums = _add(parts, axis=2, dtype=dtype).reshape(outer, left, width)
        rest = array[:, used:]
        if count - used <= left:
            sums[:, : count - used] += rest
        else:
            sums = np.concatenate([sums, rest.astype(dtype, copy=False)], axis=1)
        array, count = sums, sums.shape[1]
    return _add(array, axis=1, dtype=dtype)
