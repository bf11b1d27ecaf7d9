"""Rejection sampling of gamma, Poisson and binomial variates.

Every number has its own part of the random sequence, so it does not depend on how often
other numbers were redrawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from graphir.ops.random.philox import Philox, box_muller_64, unit_float64

_PREPARED: Final = 8
"""Blocks computed ahead for each number; few need more."""


class Stream:
    """Uniform and normal numbers for one result, drawn on demand.

    Both kinds consume whole blocks of one sequence, and use each block from its end.
    """

    __slots__ = ("_generator", "_normals", "_position", "_prepared", "_uniforms")

    def __init__(
        self, generator: Philox, prepared: tuple[list[Any], list[Any]]
    ) -> None:
        self._generator = generator
        self._prepared = prepared
        self._position = 0
        self._uniforms: list[float] = []
        self._normals: list[float] = []

    def uniform(self) -> float:
        """A number in [0, 1)."""
        if not self._uniforms:
            self._uniforms = self._next(0)
        return self._uniforms.pop()

    def normal(self) -> float:
        """A number of mean 0 and deviation 1."""
        if not self._normals:
            self._normals = self._next(1)
        return self._normals.pop()

    def _next(self, kind: int) -> list[float]:
        position = self._position
        self._position += 1
        if position < _PREPARED:
            return list(self._prepared[kind][position])
        block = self._generator.skipped(position).blocks(1)[0]
        numbers = unit_float64(block) if kind == 0 else box_muller_64(block)
        return list(numbers.tolist())


def streams(generator: Philox, reserved: Sequence[int]) -> Iterator[Stream]:
    """One stream for each result; the i-th starts after i times its reserved blocks."""
    steps = np.array(reserved, np.uint64)
    starts = (np.arange(len(steps), dtype=np.uint64) * steps)[:, None]
    blocks = generator.blocks_at(starts + np.arange(_PREPARED, dtype=np.uint64))
    uniforms, normals = unit_float64(blocks).tolist(), box_muller_64(blocks).tolist()
    for start, prepared in zip(starts[:, 0].tolist(), zip(uniforms, normals)):
        yield Stream(generator.skipped(start), prepared)


def gamma(stream: Stream, alpha: float) -> float:
    """A gamma variate of that shape and scale 1 (Marsaglia and Tsang's method)."""
    if alpha == 1:
        return -math.log1p(-stream.uniform())
    if not alpha > 0:
        return math.nan
    is_small = alpha < 1
    d = alpha + (2 / 3 if is_small else -1 / 3)
    c = 1 / 3 / math.sqrt(d)
    while True:
        x = stream.normal()
        cube = (1 + c * x) ** 3
        if cube <= 0:
            continue
        u = stream.uniform()
        if u < 1 - 0.0331 * x**4 or _log(u) < 0.5 * x * x + d * (
            1 - cube + math.log(cube)
        ):
            result = d * cube
            return result * stream.uniform() ** (1 / alpha) if is_small else result


def _log(number: float) -> float:
    return math.log(number) if number > 0 else -math.inf


def poisson(stream: Stream, rate: float, largest: float) -> float:
    """A Poisson variate of that rate, no greater than ``largest``."""
    if not (0 <= rate < math.inf):
        return math.inf if rate == math.inf else math.nan
    if rate < 10:
        return _small_poisson(stream, rate)
    # Hormann's transformed rejection
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    while True:
        u, v = stream.uniform() - 0.5, stream.uniform()
        shifted = 0.5 - abs(u)
        k = math.floor((2 * a / shifted + b) * u + rate + 0.43) if shifted else -1
        if k > largest:
            continue
        if shifted >= 0.07 and v <= 0.9277 - 3.6224 / (b - 2):
            return k
        if k < 0 or (shifted < 0.013 and v > shifted):
            continue
        s = _log(v * inverse_alpha / (a / (shifted * shifted) + b))
        if s <= -rate + k * math.log(rate) - math.lgamma(k + 1):
            return k


def _small_poisson(stream: Stream, rate: float) -> float:
    """Knuth's way: how many uniform numbers until their product is small."""
    limit, product, count = math.exp(-rate), 1.0, 0
    while True:
        product *= stream.uniform()
        if product <= limit:
            return count
        count += 1


def binomial(stream: Stream, count: float, probability: float) -> float:
    """The number of successes of ``count`` trials with a probability."""
    if not (0 <= probability <= 1 and count >= 0):
        return math.nan
    if probability > 0.5:
        return count - _rare_binomial(stream, count, 1 - probability)
    return _rare_binomial(stream, count, probability)


def blocks_for_binomial(count: float, probability: float) -> int:
    """How many blocks are reserved for a binomial variate."""
    return 256 if count * min(probability, 1 - probability) >= 10 else 42


def _rare_binomial(stream: Stream, count: float, probability: float) -> float:
    if count * probability >= 10:
        return _transformed_binomial(stream, count, probability)
    if probability == 0:
        return 0
    # the gaps between successes are geometric
    total, successes = 0.0, 0
    while True:
        total += math.ceil(_log(stream.uniform()) / math.log1p(-probability))
        if total > count:
            return successes
        successes += 1


def _transformed_binomial(stream: Stream, count: float, probability: float) -> float:
    """Hormann's transformed rejection with a squeeze."""
    deviation = math.sqrt(count * probability * (1 - probability))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * probability
    centre = count * probability + 0.5
    alpha = (2.83 + 5.1 / b) * deviation
    while True:
        u, v = stream.uniform() - 0.5, stream.uniform()
        shifted = 0.5 - abs(u)
        k = math.floor((2 * a / shifted + b) * u + centre) if shifted else -1
        if shifted >= 0.07 and v <= 0.92 - 4.2 / b:
            return k
        if not 0 <= k <= count:
            continue
        bound = _log(v * alpha / (a / (shifted * shifted) + b))
        if bound <= _binomial_limit(count, probability, k):
            return k


def _binomial_limit(n: float, probability: float, k: float) -> float:
    ratio = probability / (1 - probability)
    m = math.floor((n + 1) * probability)
    return (
        (m + 0.5) * math.log((m + 1) / (ratio * (n - m + 1)))
        + (n + 1) * math.log((n - m + 1) / (n - k + 1))
        + (k + 0.5) * math.log(ratio * (n - k + 1) / (k + 1))
        + _stirling_tail(m)
        + _stirling_tail(n - m)
        - _stirling_tail(k)
        - _stirling_tail(n - k)
    )


def _stirling_tail(k: float) -> float:
    """The error of Stirling's formula for log(k!)."""
    if k <= 9:
        whole = (k + 0.5) * math.log(k + 1) - (k + 1) + 0.5 * math.log(2 * math.pi)
        return math.lgamma(k + 1) - whole
    squared = (k + 1) ** 2
    return (1 / 12 - (1 / 360 - 1 / 1260 / squared) / squared) / (k + 1)
