"""Matrix products by NumPy; large products run on the library's own threads.

The threads of a BLAS library wait for each other in a busy loop. If another process
occupies one of the cores, a product then takes up to 190 times as long. One BLAS thread
in each thread of this library is as fast on an idle machine, and does not collapse on a
busy one.
"""

from __future__ import annotations

import os
import threading
from functools import cache
from typing import Any, Final

import numpy as np

from graphir.compute.forks import forkable_lock
from graphir.compute.threads import in_parts, thread_count

ALONE: Final = 1 << 18
"""Multiplications up to which a BLAS library uses one thread anyway."""
SHARED: Final = 1 << 26
"""Multiplications from which waking a thread pays."""
PARTS: Final = 4
"""Parts for each thread, so that one that is held up leaves work to the others."""

_LOCK: Final = forkable_lock()
_ENTERED: Final[list[int]] = []
"""The thread of each user of one thread."""
_COUNTS: Final[list[int]] = []
"""The counts of threads to go back to, while there are users."""


def product(a: Any, b: Any, out: Any = None) -> Any:
    """``np.matmul(a, b)``; of large float matrices some rows or columns by each thread.

    ``out`` is an array for the result, of its shape and dtype.

    >>> product(np.eye(2), np.ones((2, 3))).shape
    (2, 3)
    """
    if a.ndim != 2 or b.ndim != 2 or a.dtype.kind not in "fc":
        return np.matmul(a, b, out=out)
    work = a.size * b.shape[1]
    if work <= ALONE or (_ENTERED and work < SHARED):
        return np.matmul(a, b, out=out)
    _enter()
    try:
        if work < SHARED or a.shape[1] != b.shape[0] or thread_count() == 1:
            return np.matmul(a, b, out=out)
        return _shared(a, b, out)
    finally:
        _leave()


def _shared(a: Any, b: Any, out: Any) -> Any:
    rows, columns = len(a), b.shape[1]
    result = np.empty((rows, columns), np.result_type(a, b)) if out is None else out
    parts = PARTS * thread_count()

    def some_rows(first: int, last: int) -> None:
        np.matmul(a[first:last], b, out=result[first:last])

    def some_columns(first: int, last: int) -> None:
        np.matmul(a, b[:, first:last], out=result[:, first:last])

    if rows >= columns:
        in_parts(some_rows, rows, -(-rows // parts))
    else:
        in_parts(some_columns, columns, -(-columns // parts))
    return result


class OneThread:
    """A context in which BLAS libraries use the calling thread only.

    The setting is the process's: meanwhile, products in other threads use one thread
    too. The previous setting returns when the last context ends.

    >>> with OneThread():
    ...     np.eye(2) @ np.eye(2)
    array([[1., 0.],
           [0., 1.]])
    """

    __slots__ = ()

    def __enter__(self) -> None:
        _enter()

    def __exit__(self, *_: object) -> None:
        _leave()


def _enter() -> None:
    with _LOCK:
        if not _ENTERED:
            libraries = _libraries()
            # counts that are there yet are of a context that Ctrl-C kept from an end
            for library in libraries[len(_COUNTS) :]:
                _COUNTS.append(library.get_num_threads())
            for library in libraries:
                library.set_num_threads(1)
        _ENTERED.append(threading.get_ident())


def _leave() -> None:
    with _LOCK:
        _ENTERED.remove(threading.get_ident())
        if not _ENTERED:
            _give_threads_back()


def _give_threads_back() -> None:
    for library, count in zip(_libraries(), _COUNTS, strict=True):
        library.set_num_threads(count)
    _COUNTS.clear()


def _forget_other_users() -> None:
    """Runs in a forked process, which has only one of its parent's threads."""
    was_used = bool(_ENTERED)
    _ENTERED[:] = [each for each in _ENTERED if each == threading.get_ident()]
    if was_used and not _ENTERED:
        _give_threads_back()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_other_users)


@cache
def _libraries() -> list[Any]:
    from threadpoolctl import ThreadpoolController

    return list(ThreadpoolController().select(user_api="blas").lib_controllers)
