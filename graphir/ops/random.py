"""Random numbers without state: the same seed, or key and counter, gives the same."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.ops import philox, rejection
from graphir.ops.declaration import Op, not_differentiable
from graphir.ops.philox import Philox
from graphir.shapes import Shape

PHILOX_ALGORITHMS = frozenset({1, 3})
"""Philox itself, and "choose one"."""

_SEEDED = "T: type in index = int32; Tseed: type in index = int64"
_KEYED = "Tshape: type in index = int32"
_FLOATS = "dtype: type in [half,bfloat16,float,double] = float"
_KEY = "key: uint64, counter: uint64, alg: int32"


class Stateless(Op):
    """An op whose result depends on its inputs alone."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape | list[Shape]:
        return self.constant_as_shape("shape")

    def _sizes(self, shape: Any) -> tuple[int, ...]:
        if np.ndim(shape) != 1:
            raise self.invalid(f"shape must be a vector, not {np.ndim(shape)}-D.")
        sizes = tuple(np.asarray(shape).tolist())
        if min(sizes, default=0) < 0:
            raise self.invalid(f"Dimension {min(sizes)} must be >= 0")
        return sizes

    def _seeded(self, seed: Any) -> Philox:
        if np.shape(seed) != (2,):
            raise self.invalid(f"seed must have shape [2], not {list(np.shape(seed))}")
        return philox.scrambled(seed)

    def _keyed(self, key: Any, counter: Any, alg: Any) -> Philox:
        if int(alg) not in PHILOX_ALGORITHMS:
            raise self.invalid(f"Unsupported algorithm id: {int(alg)}")
        if np.shape(key) != (1,):
            raise self.invalid(f"key must have shape [1], not {list(np.shape(key))}")
        if np.ndim(counter) != 1 or len(counter) < 2:
            raise self.invalid(
                f"counter must be a vector with length at least 2; got shape: "
                f"{list(np.shape(counter))}"
            )
        first, second = (int(each) for each in counter[:2])
        return Philox(int(key[0]), second << 64 | first)


def by_seed(draw: Callable[..., Any]) -> Any:
    """``compute`` of an op that takes a seed: ``draw(generator, count, dtype)``."""

    def compute(self: Stateless, shape: Any, seed: Any) -> Any:
        sizes, dtype = self._sizes(shape), self.dtype.numpy_dtype
        return draw(self._seeded(seed), math.prod(sizes), dtype).reshape(sizes)

    return compute


def by_key(draw: Callable[..., Any]) -> Any:
    """``compute`` of an op that takes a key and a counter."""

    def compute(self: Stateless, shape: Any, key: Any, counter: Any, alg: Any) -> Any:
        sizes, dtype = self._sizes(shape), self.dtype.numpy_dtype
        generator = self._keyed(key, counter, alg)
        return draw(generator, math.prod(sizes), dtype).reshape(sizes)

    return compute


def refuse_empty_range(call: Op, low: Any, high: Any) -> None:
    """Does nothing if there is an integer in [low, high).

    Raises:
      InvalidArgumentError: otherwise.
    """
    if np.ndim(low) or np.ndim(high):
        which, bad = ("minval", low) if np.ndim(low) else ("maxval", high)
        raise call.invalid(f"{which} must be 0-D, got shape {list(np.shape(bad))}")
    if low >= high:
        raise call.invalid(f"Need minval < maxval, got {low} >= {high}")


class StatelessRandomUniform(
    Stateless,
    signature=f"""
        StatelessRandomUniform(shape: T, seed: Tseed) -> (output: dtype)
        | {_FLOATS}; {_SEEDED}
    """,
):
    """Numbers in [0, 1)."""

    compute = by_seed(philox.uniform)


class StatelessRandomUniformV2(
    Stateless,
    signature=f"""
        StatelessRandomUniformV2(shape: Tshape, {_KEY}) -> (output: dtype)
        | {_FLOATS}; {_KEYED}
    """,
):
    """Numbers in [0, 1)."""

    compute = by_key(philox.uniform)


class StatelessRandomNormal(
    Stateless,
    signature=f"""
        StatelessRandomNormal(shape: T, seed: Tseed) -> (output: dtype)
        | {_FLOATS}; {_SEEDED}
    """,
):
    """Numbers of mean 0 and deviation 1."""

    compute = by_seed(philox.normal)


class StatelessRandomNormalV2(
    Stateless,
    signature=f"""
        StatelessRandomNormalV2(shape: Tshape, {_KEY}) -> (output: dtype)
        | {_FLOATS}; {_KEYED}
    """,
):
    """Numbers of mean 0 and deviation 1."""

    compute = by_key(philox.normal)


class StatelessTruncatedNormal(
    Stateless,
    signature=f"""
        StatelessTruncatedNormal(shape: T, seed: Tseed) -> (output: dtype)
        | {_FLOATS}; {_SEEDED}
    """,
):
    """Normal numbers between -2 and 2."""

    compute = by_seed(philox.truncated_normal)


class StatelessTruncatedNormalV2(
    Stateless,
    signature=f"""
        StatelessTruncatedNormalV2(shape: Tshape, {_KEY}) -> (output: dtype)
        | {_FLOATS}; {_KEYED}
    """,
):
    """Normal numbers between -2 and 2."""

    compute = by_key(philox.truncated_normal)


class StatelessRandomUniformFullInt(
    Stateless,
    signature="""
        StatelessRandomUniformFullInt(shape: T, seed: Tseed) -> (output: dtype)
        | dtype: type in [int32,int64,uint32,uint64] = uint64;
          T: type in [int32,int64] = int32;
          Tseed: type in [int32,int64,uint32,uint64] = int64
    """,
):
    """Integers over the whole range of the dtype."""

    compute = by_seed(philox.any_integers)


class StatelessRandomUniformFullIntV2(
    Stateless,
    signature=f"""
        StatelessRandomUniformFullIntV2(shape: Tshape, {_KEY}) -> (output: dtype)
        | dtype: type in [int32,int64,uint32,uint64] = uint64; {_KEYED}
    """,
):
    """Integers over the whole range of the dtype."""

    compute = by_key(philox.any_integers)


class StatelessRandomUniformInt(
    Stateless,
    signature="""
        StatelessRandomUniformInt(shape: T, seed: Tseed, minval: dtype, maxval: dtype)
        -> (output: dtype)
        | dtype: type in index; T: type in index; Tseed: type in index = int64
    """,
):
    """Integers in [minval, maxval)."""

    def compute(self, shape: Any, seed: Any, minval: Any, maxval: Any) -> Any:
        return self._between(self._sizes(shape), self._seeded(seed), minval, maxval)

    def _between(
        self, sizes: tuple[int, ...], generator: Philox, low: Any, high: Any
    ) -> Any:
        refuse_empty_range(self, low, high)
        dtype = self.dtype.numpy_dtype
        return philox.uniform_integers(
            generator, math.prod(sizes), dtype, low, high
        ).reshape(sizes)


class StatelessRandomUniformIntV2(
    Stateless,
    signature=f"""
        StatelessRandomUniformIntV2(shape: Tshape, {_KEY}, minval: dtype, maxval: dtype)
        -> (output: dtype) | dtype: type in [int32,int64,uint32,uint64]; {_KEYED}
    """,
):
    """Integers in [minval, maxval)."""

    def compute(
        self, shape: Any, key: Any, counter: Any, alg: Any, minval: Any, maxval: Any
    ) -> Any:
        sizes, generator = self._sizes(shape), self._keyed(key, counter, alg)
        refuse_empty_range(self, minval, maxval)
        dtype = self.dtype.numpy_dtype
        return philox.uniform_integers(
            generator, math.prod(sizes), dtype, minval, maxval
        ).reshape(sizes)


class StatelessRandomGetKeyCounter(
    Stateless,
    signature="""
        StatelessRandomGetKeyCounter(seed: Tseed) -> (key: uint64, counter: uint64)
        | Tseed: type in [int32,int64] = int64
    """,
):
    """The key and the counter that a seed stands for."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([1]), Shape([2])]

    def compute(self, seed: Any) -> Any:
        generator = self._seeded(seed)
        key = np.array([generator.key], np.uint64)
        return key, np.array([0, generator.counter >> 64], np.uint64)


class StatelessRandomGetAlg(
    Op, signature="StatelessRandomGetAlg() -> (alg: int32) | stateful"
):
    """The algorithm that is best here: Philox."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([])

    def compute(self) -> Any:
        return np.array(1, np.int32)


class StatelessRandomGetKeyCounterAlg(
    Stateless,
    signature="""
        StatelessRandomGetKeyCounterAlg(seed: Tseed)
        -> (key: uint64, counter: uint64, alg: int32)
        | Tseed: type in [int32,int64] = int64
    """,
):
    """The key, the counter and the algorithm for a seed."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([1]), Shape([2]), Shape([])]

    def compute(self, seed: Any) -> Any:
        generator = self._seeded(seed)
        key = np.array([generator.key], np.uint64)
        counter = np.array([0, generator.counter >> 64], np.uint64)
        return key, counter, np.array(1, np.int32)


# --- numbers by rejection


def for_each_parameter(
    draw: Callable[..., float], generator: Philox, count: int, parameters: list[Any]
) -> Any:
    """``count`` draws for each entry of the flat parameters: [entries, count]."""
    spread = [each for each in parameters for _ in range(count)]
    reserved = [philox.RESERVED] * len(spread)
    if draw is rejection.binomial:
        reserved = [rejection.blocks_for_binomial(*each) for each in spread]
    streams = rejection.streams(generator, reserved)
    drawn = [draw(stream, *each) for stream, each in zip(streams, spread)]
    return np.array(drawn, np.float64).reshape(len(parameters), count)


def to_dtype(numbers: Any, dtype: Any) -> Any:
    """float64 as another dtype, the greatest integer where it is too large."""
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


class StatelessRandomGammaV3(
    OfParameters,
    signature=f"""
        StatelessRandomGammaV3(shape: shape_dtype, {_KEY}, alpha: dtype)
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


def draw_classes(logits: Any, count: int, generator: Philox, dtype: Any) -> Any:
    """Class numbers by unnormalized log-probabilities: [batch, count]."""
    wide = np.asarray(logits, np.float64)
    finite = np.isfinite(wide)
    largest = np.where(finite, wide, -np.inf).max(1, keepdims=True)
    weights = np.where(finite, np.exp(wide - largest), 0)
    totals = np.cumsum(weights, 1)
    drawn = philox.unit_float64(philox.words(generator, 2 * count * len(wide)))
    found = [
        np.searchsorted(row, numbers * row[-1], "right")
        for row, numbers in zip(totals, drawn.reshape(len(wide), count))
    ]
    return np.array(found, dtype).reshape(len(wide), count)


def check_classes(call: Op, logits: Any, num_samples: Any) -> None:
    """Does nothing if classes can be drawn.

    Raises:
      InvalidArgumentError: for logits that are no matrix, or without classes.
    """
    if np.ndim(logits) != 2:
        raise call.invalid(
            f"logits should be a matrix, got shape {list(np.shape(logits))}"
        )
    if num_samples < 0:
        raise call.invalid(f"num_samples should be nonnegative, got {num_samples}")
    if not logits.shape[1]:
        raise call.invalid(f"num_classes should be positive, got {logits.shape[1]}")


def classes_shape(call: Any) -> Shape:
    """[batch, num_samples], as far as it is known."""
    count = call.constant("num_samples")
    batch = call.logits.shape.with_rank(2)[0]
    return Shape([batch, None if count is None else int(count)])


class StatelessMultinomial(
    Stateless,
    signature="""
        StatelessMultinomial(logits: T, num_samples: int32, seed: Tseed)
        -> (output: output_dtype)
        | T: type in real; Tseed: type in [int32,int64] = int64;
          output_dtype: type in [int32,int64] = int64
    """,
):
    """Class numbers drawn by their unnormalized log-probabilities."""

    def infer_shape(self) -> Shape:
        return classes_shape(self)

    def compute(self, logits: Any, num_samples: Any, seed: Any) -> Any:
        check_classes(self, logits, num_samples)
        dtype = self.output_dtype.numpy_dtype
        return draw_classes(logits, int(num_samples), self._seeded(seed), dtype)


def shuffled(value: Any, numbers: Any) -> Any:
    """The slices along the first axis in another order, by one word for each."""
    order = np.arange(len(value))
    for position, number in enumerate(numbers.tolist()):
        other = position + number % (len(order) - position)
        order[position], order[other] = order[other], order[position]
    return value[order]


class StatelessShuffle(
    Stateless,
    signature=f"StatelessShuffle(value: T, {_KEY}) -> (output: T) | T: type",
):
    """The slices along the first axis in random order."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.value.shape
        return shape

    def compute(self, value: Any, key: Any, counter: Any, alg: Any) -> Any:
        generator = self._keyed(key, counter, alg)
        if np.ndim(value) < 1 or len(value) < 2:
            return value
        return shuffled(value, philox.words(generator, len(value) - 1))
