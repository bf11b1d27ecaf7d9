"""Arrays between pages that nobody may touch, and threads for the smallest stages.

While `guarded_code` is entered, native code gets copies of its arguments that cannot
be written to, and results and temporary memory that end, or begin, at a page that may
not be touched: code that leaves its arrays ends the process. What is left of a page is
filled with a byte that has to stay, and so are the gaps between temporary arrays.
"""

from __future__ import annotations

import ctypes
import math
import mmap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from unittest.mock import patch

import numpy as np

from runtime.native.calls.object_layout import numpy_dtype
from runtime.native.regions import region_code, shared_work, threads
from runtime.native.regions.arena import ALIGNMENT, Arena, planned_arena
from runtime.native.regions.kernel import RegionKernel

PAGE: Final = mmap.PAGESIZE
CANARY: Final = 0xA5
UNWRITTEN: Final = 0xFF
"""NaN in each format of floats: what is read unwritten is seen in results."""
GAP: Final = 256
"""Bytes between two temporary arrays that stay apart."""
_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_NONE: Final = 0
_READ: Final = 1


def _protect(whole: Any, start: int, size: int, allowed: int) -> None:
    address = whole.__array_interface__["data"][0] + start
    if _LIBC.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(size), allowed):
        raise OSError(ctypes.get_errno(), "mprotect")


@dataclass
class Guards:
    """Where the arrays of a case lie."""

    at_end: bool
    """Whether arrays end at the page that is not to be touched, or begin there."""
    apart: bool
    """Whether temporary arrays have gaps between them and share no memory."""
    blocks: list[tuple[Any, int, int]] = field(default_factory=list, repr=False)
    """Pages, and the bytes of them that belong to an array."""
    gaps: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """Bytes of an arena, by which it is known -> those that no array has."""
    arenas: list[Any] = field(default_factory=list, repr=False)
    calls: int = 0
    """How often native code was entered."""

    def array(self, shape: tuple[int, ...], dtype: Any, fill: int = UNWRITTEN) -> Any:
        """An array of its own pages, filled with a byte.

        >>> Guards(True, False).array((3,), np.dtype(np.uint8), 7).tolist()
        [7, 7, 7]
        """
        return self._between(shape, dtype, fill)[0]

    def _between(
        self, shape: tuple[int, ...], dtype: Any, fill: int = UNWRITTEN
    ) -> tuple[Any, Any]:
        """An array, and the pages that it lies in: threads make some at a time."""
        size = math.prod(shape) * dtype.itemsize
        inside = max(1, -(-size // PAGE)) * PAGE
        memory = mmap.mmap(-1, inside + 2 * PAGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        whole = np.frombuffer(memory, np.uint8)
        whole[PAGE:-PAGE] = CANARY
        for start in (0, PAGE + inside):
            _protect(whole, start, PAGE, _NONE)
        begin = PAGE + (inside - size if self.at_end else 0)
        whole[begin : begin + size] = fill
        self.blocks.append((whole, begin, begin + size))
        return whole[begin : begin + size].view(dtype).reshape(shape), whole

    def copy(self, array: Any) -> Any:
        """The same numbers, where nothing can be written."""
        is_plain = isinstance(array, np.ndarray) and array.flags.c_contiguous
        if not is_plain or not array.ndim or array.dtype == object:
            return array
        made, whole = self._between(array.shape, array.dtype)
        made[...] = array
        _protect(whole, PAGE, whole.nbytes - 2 * PAGE, _READ)
        return made

    def maker(self, argument: Any) -> Callable[[], Any]:
        """Makes the array of a result at each call."""
        dtype = numpy_dtype(argument.element)
        return lambda: self.array(argument.shape, dtype)

    def arena(self, size: int) -> Any:
        """Temporary memory of a call."""
        made = self.array((size,), np.dtype(np.uint8))
        if size - ALIGNMENT in self.gaps:
            self.arenas.append(made)
        return made

    def planned(
        self, plan: Any, terms: Sequence[Any], replaced: Mapping[Any, Any]
    ) -> Arena:
        """Temporary arrays one behind the other, with gaps that are remembered."""
        if not self.apart:
            return planned_arena(plan, terms, replaced)
        offsets, gaps, end = {}, [], 0
        for term in terms:
            size = term.size * term.element.bytes
            offsets[term] = end
            after = -(-(end + size + GAP) // ALIGNMENT) * ALIGNMENT
            gaps.append((end + size, after))
            end = after
        while end in self.gaps:  # an arena is known by its size
            end += ALIGNMENT
        self.gaps[end] = gaps
        return Arena(offsets, end)

    def broken(self) -> str | None:
        """Where something was written that belongs to no array, if it was."""
        for whole, begin, end in self.blocks:
            for start, stop in ((PAGE, begin), (end, whole.nbytes - PAGE)):
                at = np.flatnonzero(whole[start:stop] != CANARY)
                if len(at):
                    away = start + at[-1] - begin if stop == begin else at[0]
                    return f"a byte {away} from the end of an array is written to"
        for arena in self.arenas:
            start = -arena.__array_interface__["data"][0] % ALIGNMENT
            for first, last in self.gaps[arena.size - ALIGNMENT]:
                at = np.flatnonzero(arena[start + first : start + last] != UNWRITTEN)
                if len(at):
                    return f"{at[0]} bytes behind a temporary array are written to"
        return None


@contextmanager
def guarded_code(
    guards: Guards, thread_count: int, is_shared: bool = True
) -> Iterator[None]:
    """Native code compiled within runs between the guards, for so many threads.

    `is_shared` lets threads share stages of any size, in the smallest parts.
    """
    plain = RegionKernel.__call__

    def call(kernel: RegionKernel, *arrays: Any) -> Any:
        guards.calls += 1
        return plain(kernel, *map(guards.copy, arrays))

    with ExitStack() as entered:

        def put(owner: Any, name: str, value: Any) -> None:
            entered.enter_context(patch.object(owner, name, value))

        put(RegionKernel, "__call__", call)
        put(region_code, "_maker", guards.maker)
        put(region_code, "borrow_arena", guards.arena)
        put(region_code, "return_arena", lambda arena: None)
        put(shared_work, "planned_arena", guards.planned)
        put(shared_work, "thread_count", lambda: thread_count)
        if is_shared:
            put(shared_work, "LEAST_WORK", 0)
            put(shared_work, "LEAST_CHUNK", 1)
        yield


def have_helpers(count: int) -> None:
    """Lets this process have so many threads for native code, however few cores."""
    patch.object(threads, "thread_count", lambda: count).start()
    threads._TEAM.forget()
