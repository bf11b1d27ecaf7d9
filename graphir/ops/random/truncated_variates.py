"""Truncated normal variates with individual limits, by rejection sampling.

The proposal distribution depends on the limits: normal for wide limits, uniform for
close ones, exponential in a tail. After C. Robert, "Simulation of truncated normal
variables" (1995).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.random import philox
from graphir.ops.random.philox import Philox
from graphir.ops.random.stateless import Stateless

_WIDE: Final = 1.3
"""Limits that reach this many deviations past the mean leave most normal numbers."""


_MOST_ROUNDS: Final = 1000
"""Rounds of proposals, of which each leaves at most half: limits so far away that
nothing between them can be told apart would never be met."""


@dataclass(frozen=True)
class _Limits:
    """Limits in deviations from the mean, the one nearer to it first if both are on
    one side of it; the numbers between them times ``scale`` plus ``mean`` are meant."""

    low: Any
    high: Any
    mean: Any
    scale: Any

    @classmethod
    def of(cls, mean: Any, stddev: Any, low: Any, high: Any) -> _Limits:
        if (np.isinf(low) and low < 0) or high < mean:
            low, high, stddev = high, low, -stddev
        return cls((low - mean) / stddev, (high - mean) / stddev, mean, stddev)


def truncated_normals(
    generator: Philox, count: int, parameters: tuple[Any, Any, Any, Any]
) -> Any:
    """``count`` numbers for a mean, a deviation and two limits, scalars of a dtype."""
    limits = _Limits.of(*parameters)
    low, high = limits.low, limits.high
    if (low < -_WIDE and high >= 0) or (high > _WIDE and low <= 0):
        return _accepted(generator, count, _normal_proposals, limits, 1)
    root = np.sqrt(low * low + 4)
    cutoff = 2 * np.exp(0.5 + (low * (low - root)) / 4) / (low + root)
    if high - low < cutoff:
        return _accepted(generator, count, _uniform_proposals, limits, 2)
    return _accepted(generator, count, _exponential_proposals, limits, 1)


def _accepted(
    generator: Philox, count: int, propose: Any, limits: _Limits, blocks: int
) -> Any:
    """The first ``count`` accepted; the generator goes on past what they took."""
    kept: list[Any] = []
    left, dtype, rounds = count, np.asarray(limits.mean).dtype, 0
    while left:
        rounds += 1
        if rounds > _MOST_ROUNDS:
            raise InvalidArgumentError(
                f"No number between {limits.low} and {limits.high} deviations from "
                f"the mean {limits.mean} was found in {_MOST_ROUNDS} rounds."
            )
        rows = max(4, left)
        bits = generator.blocks(rows * blocks).reshape(rows, blocks, 4)
        numbers, is_good = propose(bits, limits, dtype)
        places = np.argwhere(is_good)[:left]
        used = rows if len(places) < left else int(places[-1][0]) + 1
        kept.append(numbers[tuple(places.T)])
        left -= len(places)
        generator.skip(used * blocks)
    joined = np.concatenate(kept) if kept else np.zeros(0, dtype)
    return (joined * limits.scale + limits.mean).astype(dtype)


def _normal_proposals(bits: Any, limits: _Limits, dtype: Any) -> tuple[Any, Any]:
    numbers = philox.normals_of(bits[:, 0], dtype)
    return numbers, (limits.low <= numbers) & (numbers <= limits.high)


def _uniform_proposals(bits: Any, limits: _Limits, dtype: Any) -> tuple[Any, Any]:
    drawn, chances = (philox.units_of(bits[:, each], dtype) for each in (0, 1))
    low = limits.low
    numbers = drawn * (limits.high - low) + low
    offset = dtype.type(0) if low < 0 else low * low
    return numbers, chances <= np.exp((offset - numbers * numbers) / 2)


def _exponential_proposals(bits: Any, limits: _Limits, dtype: Any) -> tuple[Any, Any]:
    units = philox.units_of(bits[:, 0], dtype)
    drawn, chances = units[:, ::2], units[:, 1::2]
    low = limits.low
    rate = (low + np.sqrt(low * low + 4)) / 2
    numbers = -np.log(drawn) / rate + low
    distance = rate - numbers if low < rate else low - rate
    is_good = (chances <= np.exp(-distance * distance / 2)) & (numbers < limits.high)
    return numbers, is_good


class StatelessParameterizedTruncatedNormal(
    Stateless,
    signature="""
        StatelessParameterizedTruncatedNormal(
            shape: S, seed: Tseed, means: dtype, stddevs: dtype, minvals: dtype,
            maxvals: dtype)
        -> (output: dtype)
        | S: type in [int32,int64]; Tseed: type in [int32,int64] = int64;
          dtype: type in [half,float,double]
    """,
):
    """Normal numbers within limits; each parameter may be an array."""

    def compute(self, shape: Any, seed: Any, *parameters: Any) -> Any:
        sizes, generator = self._sizes(shape), self._seeded(seed)
        try:
            arrays = np.broadcast_arrays(*parameters)
        except ValueError:
            raise self.invalid(
                "The shapes of the parameters do not broadcast: "
                f"{[list(np.shape(each)) for each in parameters]}"
            ) from None
        inner = arrays[0].shape
        if inner != sizes[len(sizes) - len(inner) :]:
            raise self.invalid(
                f"Shape passed in must end with broadcasted shape: {list(sizes)} does "
                f"not end with {list(inner)}."
            )
        rows = list(zip(*(each.ravel() for each in arrays)))
        count = math.prod(sizes) // len(rows) if rows else 0
        if count:
            for row in rows:
                self._check(*row)
        drawn = [truncated_normals(generator, count, row) for row in rows]
        return np.array(drawn, self.dtype.numpy_dtype).T.reshape(sizes)

    def _check(self, mean: Any, stddev: Any, low: Any, high: Any) -> None:
        has_limit = np.isfinite(low) or np.isfinite(high)
        if stddev > 0 and low < high and has_limit:
            return
        raise self.invalid(
            f"Invalid parameters: the mean {mean}, the deviation {stddev} (above 0) "
            f"and the limits {low} and {high} (increasing, one of them finite)"
        )
