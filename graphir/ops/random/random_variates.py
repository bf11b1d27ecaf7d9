"""Random variates of parametrized distributions, by rejection sampling."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir.ops.contract.bounds import require_room
from graphir.ops.random import philox, rejection
from graphir.ops.random.philox import Philox
from graphir.ops.random.stateless import (
    KEY,
    Stateless,
)

_OF_A_STREAM: Final = 1024
"""Bytes that a variate takes while it is drawn."""


def for_each_parameter(
    draw: Callable[..., float], generator: Philox, count: int, parameters: list[Any]
) -> Any:
    """``count`` draws for each entry of the flat parameters: [entries, count]."""
    require_room(count * len(parameters), _OF_A_STREAM, "random variates")
    spread = [each for each in parameters for _ in range(count)]
    reserved = [philox.RESERVED] * len(spread)
    if draw is rejection.binomial:
        reserved = [rejection.blocks_for_binomial(*each) for each in spread]
    streams = rejection.streams(generator, reserved)
    drawn = [draw(stream, *each) for stream, each in zip(streams, spread)]
    return np.array(drawn, np.float64).reshape(len(parameters), count)


def to_dtype(numbers: Any, dtype: Any) -> Any:
    """Converts float64 to another dtype; integers saturate at their maximum."""
    kind = np.dtype(dtype)
    if kind.kind == "i":
        numbers = np.minimum(numbers, float(np.iinfo(kind).max))
    return numbers.astype(kind)


class OfParameters(Stateless):
    """Numbers for parameters that are the end of the shape."""

    def _drawn(
        self,
        draw: Callable[..., float],
        generator: Philox,
        sizes: tuple[int, ...],
        parameters: list[Any],
    ) -> Any:
        arrays = np.broadcast_arrays(*parameters)
        if arrays[0].ndim > len(sizes) or (
            arrays[0].ndim and sizes[-arrays[0].ndim :] != arrays[0].shape
        ):
            raise self.invalid(
                f"Shape passed in must end with broadcasted shape: "
                f"{list(sizes)} does not end with {list(arrays[0].shape)}"
            )
        flat = list(zip(*(each.astype(np.float64).ravel().tolist() for each in arrays)))
        count = math.prod(sizes) // len(flat) if flat else 0
        return for_each_parameter(draw, generator, count, flat).T.reshape(sizes)


def alpha_gradient(call: Any, d_output: Any) -> Any:
    """The gradient of gamma variates by their parameter, at the drawn values."""
    op, alpha = call.op, call.alpha
    moved = op.Mul(d_output, op.RandomGammaGrad(alpha, call.output))
    if call.output.shape.rank is not None and alpha.shape.rank is not None:
        lead = call.output.shape.rank - alpha.shape.rank
        return op.Sum(moved, list(range(lead)))
    axes = op.Range(0, op.Sub(op.Rank(call.output), op.Rank(alpha)), 1)
    return op.Sum(moved, axes)


class StatelessRandomGammaV2(
    OfParameters,
    signature="""
        StatelessRandomGammaV2(shape: T, seed: Tseed, alpha: dtype) -> (output: dtype)
        | dtype: type in [half,float,double]; T: type in [int32,int64];
          Tseed: type in [int32,int64] = int64
    """,
):
    """Gamma variates of scale 1."""

    def compute(self, shape: Any, seed: Any, alpha: Any) -> Any:
        generator, sizes = self._seeded(seed), self._sizes(shape)
        drawn = self._drawn(rejection.gamma, generator, sizes, [alpha])
        return drawn.astype(alpha.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        return None, None, alpha_gradient(self, d_output)


class StatelessRandomGammaV3(
    OfParameters,
    signature=f"""
        StatelessRandomGammaV3(shape: shape_dtype, {KEY}, alpha: dtype)
        -> (output: dtype)
        | dtype: type in [half,float,double];
          shape_dtype: type in [int32,int64] = int32
    """,
):
    """Gamma variates of scale 1."""

    def compute(self, shape: Any, key: Any, counter: Any, alg: Any, alpha: Any) -> Any:
        generator, sizes = self._keyed(key, counter, alg), self._sizes(shape)
        drawn = self._drawn(rejection.gamma, generator, sizes, [alpha])
        return drawn.astype(alpha.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        return None, None, None, None, alpha_gradient(self, d_output)


class StatelessRandomPoisson(
    OfParameters,
    signature="""
        StatelessRandomPoisson(shape: T, seed: Tseed, lam: Rtype) -> (output: dtype)
        | Rtype: type in [half,float,double,int32,int64];
          dtype: type in [half,float,double,int32,int64];
          T: type in [int32,int64]; Tseed: type in [int32,int64] = int64
    """,
):
    """Poisson variates."""

    def compute(self, shape: Any, seed: Any, lam: Any) -> Any:
        generator, sizes = self._seeded(seed), self._sizes(shape)
        dtype = self.dtype.numpy_dtype
        draw = poisson_below(dtype)
        return to_dtype(self._drawn(draw, generator, sizes, [lam]), dtype)


def poisson_below(dtype: Any) -> Callable[..., float]:
    """Draws Poisson variates that the dtype can hold."""
    kind = np.dtype(dtype)
    info = np.iinfo(kind) if kind.kind == "i" else np.finfo(kind)
    largest = float(info.max)
    return lambda stream, rate: rejection.poisson(stream, rate, largest)


class StatelessRandomBinomial(
    OfParameters,
    signature="""
        StatelessRandomBinomial(shape: S, seed: Tseed, counts: T, probs: T)
        -> (output: dtype)
        | S: type in [int32,int64]; Tseed: type in [int32,int64] = int64;
          T: type in [half,float,double,int32,int64] = double;
          dtype: type in [half,float,double,int32,int64] = int64
    """,
):
    """How many of ``counts`` trials succeed."""

    def compute(self, shape: Any, seed: Any, counts: Any, probs: Any) -> Any:
        generator, sizes = self._seeded(seed), self._sizes(shape)
        drawn = self._drawn(rejection.binomial, generator, sizes, [counts, probs])
        return to_dtype(drawn, self.dtype.numpy_dtype)
