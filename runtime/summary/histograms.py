"""TensorFlow 1 histograms: bucket limits that grow by a tenth."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

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


def histogram_proto(values: Any) -> bytes:
    """The HistogramProto of finite numbers, with few empty buckets."""
    numbers = np.asarray(values).astype(np.float64).ravel()
    limits = _limits()
    places = np.searchsorted(limits, numbers, side="right")
    counts = np.bincount(places, minlength=len(limits))[: len(limits)].tolist()
    ends, kept = _without_runs_of_empty(limits.tolist(), counts)
    lowest = float(numbers.min()) if numbers.size else float(limits[-1])
    highest = float(numbers.max()) if numbers.size else float(limits[0])
    return (
        double_field(1, lowest)
        + double_field(2, highest)
        + double_field(3, float(numbers.size))
        + double_field(4, float(numbers.sum()))
        + double_field(5, float(np.square(numbers).sum()))
        + doubles_field(6, ends)
        + doubles_field(7, kept)
    )


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
