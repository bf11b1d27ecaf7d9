"""TensorFlow 1 histograms: bucket limits that grow by a tenth."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from runtime.summary.encoding import double_field, doubles_field

_SMALLEST: Final = 1e-12
_LARGEST: Final = 1e20
_GROWTH: Final = 1.1


@cache
def _limits() -> Any:
    """The upper limits of all buckets, ascending; that of the last is the largest."""
    positive = []
    limit = _SMALLEST
    while limit < _LARGEST:
        positive.append(limit)
        limit *= _GROWTH
    positive.append(np.finfo(np.float64).max)
    negative = [-each for each in reversed(positive)]
    return np.array([*negative, 0.0, *positive])


class Histogram:
    """The counts of finite numbers in buckets, to which more are added.

    >>> found = Histogram()
    >>> found.add([1.0, 2.0])
    >>> found.add(4.0)
    >>> found.count, len(found.proto()) > 40
    (3, True)
    """

    __slots__ = ("_counts", "_highest", "_lowest", "_squares", "_sum", "count")

    def __init__(self) -> None:
        limits = _limits()
        self._counts = np.zeros(len(limits), np.int64)
        self._lowest, self._highest = float(limits[-1]), float(limits[0])
        self._sum = self._squares = 0.0
        self.count = 0

    def add(self, values: ArrayLike) -> None:
        """Counts numbers of any shape."""
        numbers = np.asarray(values).astype(np.float64).ravel()
        if not numbers.size:
            return
        places = np.searchsorted(_limits(), numbers, side="right")
        size = len(self._counts)
        self._counts += np.bincount(places, minlength=size)[:size]
        self._lowest = min(self._lowest, float(numbers.min()))
        self._highest = max(self._highest, float(numbers.max()))
        self._sum += float(numbers.sum())
        self._squares += float(np.square(numbers).sum())
        self.count += numbers.size

    def proto(self) -> bytes:
        """The HistogramProto, with few empty buckets."""
        ends, kept = _without_runs_of_empty(_limits().tolist(), self._counts.tolist())
        return (
            double_field(1, self._lowest)
            + double_field(2, self._highest)
            + double_field(3, float(self.count))
            + double_field(4, self._sum)
            + double_field(5, self._squares)
            + doubles_field(6, ends)
            + doubles_field(7, kept)
        )


def histogram_proto(values: Any) -> bytes:
    """The HistogramProto of finite numbers, with few empty buckets."""
    found = Histogram()
    found.add(values)
    return found.proto()


def _without_runs_of_empty(
    limits: list[float], counts: list[int]
) -> tuple[list[float], list[float]]:
    """Of several empty buckets in a row only the last, which says where they end."""
    ends: list[float] = []
    kept: list[float] = []
    for place, (limit, count) in enumerate(zip(limits, counts)):
        is_last = place + 1 == len(counts)
        if count or is_last or counts[place + 1]:
            ends.append(limit)
            kept.append(float(count))
    return ends, kept
