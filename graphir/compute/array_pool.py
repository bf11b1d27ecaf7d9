"""A pool of memory for large results, reused when no view of it is left.

A fresh large array costs a page fault for every 4 KiB, five times the time of the
arithmetic that fills it. The pool keeps the memory itself and hands out views; each
view, and each view of a view, refers to the memory, so its reference count tells when
all views are gone.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Any, Final

import numpy as np

from graphir.compute.sole_references import SOLE, references

LEAST_BYTES: Final = 1 << 18
ALIGNMENT: Final = 64
"""Each array begins with a line of the cache: vectors of the processor fit in one."""
MOST_BYTES: Final = 1 << 27
"""The pool keeps no more than this."""

_KEPT: Final[deque[Any]] = deque()


def new_array(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array of any content, the only reader and writer of its memory.

    >>> new_array((2, 3), np.dtype(np.float32)).shape
    (2, 3)
    """
    size = math.prod(shape) * dtype.itemsize
    if not LEAST_BYTES <= size <= MOST_BYTES:
        return np.empty(shape, dtype)
    memory = _unused_memory(size + ALIGNMENT)
    start = -memory.__array_interface__["data"][0] % ALIGNMENT
    result = memory[start : start + size].view(dtype).reshape(shape)
    # from here on the view keeps others from taking the memory
    _KEPT.append(memory)
    _forget_the_oldest()
    return result


def _unused_memory(size: int) -> Any:
    for _ in range(len(_KEPT)):
        try:
            # taking it out is atomic: two threads never look at the same one; the
            # latest first: of it there is most in the cache
            memory = _KEPT.pop()
        except IndexError:
            break
        if memory.nbytes == size and references(memory) <= SOLE:
            return memory
        _KEPT.appendleft(memory)
    return np.empty(size, np.uint8)


def _forget_the_oldest() -> None:
    while sum([memory.nbytes for memory in list(_KEPT)]) > MOST_BYTES:
        try:
            _KEPT.popleft()
        except IndexError:
            return
