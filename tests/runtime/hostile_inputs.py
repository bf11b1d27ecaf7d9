"""Inputs no shape rule lets through: wrong ranks and sizes, other dtypes than told."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from tests.graphir.ops.calls import Call

KINDS: Final = (
    np.float32,
    np.int32,
    np.int64,
    bool,
    np.complex64,
    object,
    np.uint8,
    np.float64,
)


class TookTooLong(BaseException):
    """A kernel that did not come back."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Stops what takes longer, if it runs Python code.

    Raises:
      TookTooLong: in the middle of it.
    """

    def stop(*_: Any) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def other_ranks(array: Any) -> Iterator[Any]:
    """The array with axes more and fewer."""
    yield np.broadcast_to(array, (2, *array.shape)).copy()
    yield np.broadcast_to(array, (1, 1, *array.shape)).copy()
    yield np.zeros((0,), array.dtype)
    if array.ndim:
        yield np.zeros(array.shape[1:], array.dtype)
        yield np.reshape(array.ravel()[0] if array.size else 0, ()).astype(array.dtype)


def other_sizes(array: Any) -> Iterator[Any]:
    """The array with one axis cut to a size of 1, and with one grown by 1."""
    for axis, size in enumerate(array.shape):
        if size > 1:
            yield np.take(array, [0], axis)
        if size:
            yield np.take(array, [*range(size), 0], axis)


def other_kinds(array: Any) -> Iterator[Any]:
    """The array with elements of other dtypes."""
    for kind in KINDS:
        if array.dtype == kind:
            continue
        if kind is object:
            texts = np.empty(array.shape, object)
            texts[...] = b"ab"
            yield texts
        elif array.dtype == object:
            yield np.ones(array.shape, kind)
        else:
            # real parts will do of complex numbers
            whole = array if kind is np.complex64 else np.real(array)
            with np.errstate(invalid="ignore"):  # NaN as an integer is any number
                misfit = whole.astype(kind)
            yield misfit


Given = tuple[list[Any], list[DType]]
"""Arrays, and what is said of their dtypes."""


def misfits(call: Call) -> Iterator[Given]:
    """The call's arrays, one of them made to misfit, and the dtypes they had."""
    flat = call.flat()
    told = [dtypes.of_array(each) for each in flat]
    for position, array in enumerate(flat):
        others = other_ranks(array), other_sizes(array), other_kinds(array)
        for other in chain(*others):
            arrays = list(flat)
            arrays[position] = other
            yield arrays, told
