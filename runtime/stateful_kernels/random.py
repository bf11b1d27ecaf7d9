"""Kernels of stateful random ops; every call continues the sequence.

Each bound kernel has its own generator, seeded by the op's attributes. Setting the
global seed restarts all generators.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError, UnimplementedError
from graphir.ops.contract.bounds import require_room
from graphir.ops.contract.declaration import Kernel, Op
from graphir.ops.contract.ranks import integer_of
from graphir.ops.random import (
    philox,
    random_choices,
    random_variates,
    rejection,
    stateful_random,
    stateless,
)
from graphir.ops.random.philox import RESERVED, Philox
from graphir.ops.random.truncated_variates import truncated_normals
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.variables import kernel_at_storage
from runtime.tensors.quiet import run_quietly

_THREEFRY: Final = 2


class Restarts:
    """Counts how often the global seed was set."""

    count = 0


class OpGenerator:
    """The random generator of a bound kernel."""

    __slots__ = ("_generator", "_restarts", "_seeds")

    def __init__(self, attrs: Mapping[str, Attr]) -> None:
        seeds = attrs.get("seed", 0), attrs.get("seed2", 0)
        self._seeds = seeds if any(seeds) else None
        self._start()

    def _start(self) -> None:
        if self._seeds is None:
            self._generator = Philox(secrets.randbits(64), secrets.randbits(128))
        else:
            self._generator = Philox.from_seeds(*self._seeds)
        self._restarts = Restarts.count

    def reserve(self, blocks: int) -> Philox:
        """A generator for the next numbers, which this generator skips."""
        if self._restarts != Restarts.count:
            self._start()
        here = self._generator.skipped(0)
        self._generator.skip(blocks)
        return here


def sizes_of(shape: Any) -> tuple[int, ...]:
    """A shape vector as a tuple.

    Raises:
      InvalidArgumentError: if the shape is no vector, or a size is negative.
    """
    if np.ndim(shape) != 1:
        raise InvalidArgumentError(
            f"shape must be a vector of {{int32,int64}}, got shape "
            f"{list(np.shape(shape))}"
        )
    sizes = tuple(np.asarray(shape).tolist())
    if min(sizes, default=0) < 0:
        raise InvalidArgumentError(f"Dimension {min(sizes)} must be >= 0")
    require_room(math.prod(sizes), 8, "random numbers")
    return sizes


def _filled_by(op: type[Op], draw: Callable[..., Any]) -> None:
    """Attaches ``draw(generator, count, dtype)`` as the kernel."""

    @kernel_factory(op)
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        generator, dtype = OpGenerator(attrs), attrs["dtype"].numpy_dtype

        def compute(shape: Any) -> Any:
            sizes = sizes_of(shape)
            count = math.prod(sizes)
            here = generator.reserve(count * RESERVED)
            return run_quietly(draw, here, count, dtype).reshape(sizes)

        return compute


_filled_by(stateful_random.RandomUniform, philox.uniform)
_filled_by(stateful_random.RandomStandardNormal, philox.normal)
_filled_by(stateful_random.TruncatedNormal, philox.truncated_normal)


@kernel_factory(stateful_random.RandomUniformInt)
def _random_uniform_int(attrs: Mapping[str, Attr]) -> Kernel:
    generator, dtype = OpGenerator(attrs), attrs["Tout"].numpy_dtype
    call = stateful_random.RandomUniformInt((), attrs)

    def compute(shape: Any, low: Any, high: Any) -> Any:
        sizes = sizes_of(shape)
        count = math.prod(sizes)
        if count:
            stateless.refuse_empty_range(call, low, high)
        here = generator.reserve(count * RESERVED)
        if not count:
            return np.empty(sizes, dtype)
        return philox.uniform_integers(here, count, dtype, low, high).reshape(sizes)

    return compute


@kernel_factory(stateful_random.ParameterizedTruncatedNormal)
def _parameterized_truncated_normal(attrs: Mapping[str, Attr]) -> Kernel:
    generator, dtype = OpGenerator(attrs), attrs["dtype"].numpy_dtype

    def compute(shape: Any, *parameters: Any) -> Any:
        sizes = sizes_of(shape)
        rows = _rows_of(sizes, parameters)
        count = math.prod(sizes) // len(rows) if rows else 0
        here = generator.reserve(count * len(rows) * RESERVED)
        drawn = [truncated_normals(here, count, row) for row in rows]
        return np.array(drawn, dtype).reshape(sizes)

    return compute


def _rows_of(sizes: tuple[int, ...], parameters: Sequence[Any]) -> list[Any]:
    """The parameters of each entry of the first axis; one row of scalars.

    Raises:
      InvalidArgumentError: for other sizes, or limits and deviations that are none.
    """
    if not sizes:
        raise InvalidArgumentError("Shape tensor must not be empty, got 0 sizes")
    columns = []
    for name, each in zip(("means", "stdevs", "minvals", "maxvals"), parameters):
        if np.ndim(each) > 1:
            raise InvalidArgumentError(
                f"Input {name} should be a scalar or vector, got shape: "
                f"{list(np.shape(each))}"
            )
        if np.size(each) not in (1, sizes[0]):
            raise InvalidArgumentError(
                f"Input {name} should have length 1 or {sizes[0]}, got shape: "
                f"{list(np.shape(each))}"
            )
        columns.append(np.ravel(each))
    length = sizes[0] if any(map(np.ndim, parameters)) else 1
    rows = list(zip(*(np.broadcast_to(each, [length]) for each in columns)))
    for mean, stddev, low, high in rows:
        if not (stddev > 0 and low < high):
            raise InvalidArgumentError(
                f"Invalid parameters: the mean {mean}, the deviation {stddev} "
                f"(above 0) and the limits {low} and {high} (increasing)"
            )
    return rows


def _of_parameter(op: type[Op], draw_for: Callable[[Any], Any], result: str) -> None:
    """Attaches a kernel that draws ``shape`` numbers for each entry of a parameter."""

    @kernel_factory(op)
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        generator, dtype = OpGenerator(attrs), attrs[result].numpy_dtype
        draw = draw_for(dtype)

        def compute(shape: Any, parameter: Any) -> Any:
            sizes = sizes_of(shape)
            count = math.prod(sizes)
            flat = np.asarray(parameter, np.float64).ravel()
            here = generator.reserve(count * len(flat) * RESERVED)
            drawn = random_variates.for_each_parameter(
                draw, here, count, [(each,) for each in flat.tolist()]
            )
            return random_variates.to_dtype(drawn.T, dtype).reshape(
                *sizes, *parameter.shape
            )

        return compute


_of_parameter(stateful_random.RandomGamma, lambda dtype: rejection.gamma, "T")
_of_parameter(stateful_random.RandomPoissonV2, random_variates.poisson_below, "dtype")


@kernel_factory(stateful_random.Multinomial)
def _multinomial(attrs: Mapping[str, Attr]) -> Kernel:
    generator, dtype = OpGenerator(attrs), attrs["output_dtype"].numpy_dtype
    call = stateful_random.Multinomial((), attrs)

    def compute(logits: Any, num_samples: Any) -> Any:
        random_choices.check_classes(call, logits, num_samples)
        count = integer_of(num_samples, "num_samples")
        # two words a number, counted in whole blocks
        reserved = -(-count // 4) * 4 * 2 * len(logits) * RESERVED
        here = generator.reserve(reserved)
        return run_quietly(random_choices.draw_classes, logits, count, here, dtype)

    return compute


@kernel_factory(stateful_random.RandomShuffle)
def _random_shuffle(attrs: Mapping[str, Attr]) -> Kernel:
    generator = OpGenerator(attrs)

    def compute(value: Any) -> Any:
        if np.ndim(value) < 1 or len(value) < 2:
            return value
        count = len(value) - 1
        here = generator.reserve(-(-count // 4))
        return random_choices.shuffled(value, philox.words(here, count))

    return compute


@kernel_factory(stateful_random.NonDeterministicInts)
def _non_deterministic_ints(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["dtype"].numpy_dtype

    def compute(shape: Any) -> Any:
        sizes = sizes_of(shape)
        count = math.prod(sizes)
        taken = secrets.token_bytes(count * np.dtype(dtype).itemsize)
        return np.frombuffer(taken, dtype).reshape(sizes)

    return compute


# --- generators kept in variables: two words of counter, one of key


def _read_and_skip(resource: Any, delta: int) -> Any:
    with resource.lock:
        state = resource.read()
        if np.ndim(state) != 1 or len(state) < 3:
            raise InvalidArgumentError(
                f"For the Philox algorithm, the size of state must be at least 3; got "
                f"{np.size(state)}"
            )
        low, high = (int(each) % (1 << 64) for each in state[:2])
        counter = ((high << 64 | low) + delta) % (1 << 128)
        words = [counter % (1 << 64), counter >> 64]
        resource.assign(
            np.concatenate([np.array(words, np.uint64).view(np.int64), state[2:]])
        )
    return state[:3]


def _check_algorithm(number: int) -> None:
    if number == _THREEFRY:
        raise UnimplementedError(
            "CPUs have no kernel of the ThreeFry algorithm: take alg='philox'."
        )
    if number not in stateless.PHILOX_ALGORITHMS:
        raise InvalidArgumentError(f"Unsupported algorithm id: {number}")


@kernel_at_storage(stateful_random.RngReadAndSkip)
def _rng_read_and_skip(attrs: Mapping[str, Attr]) -> Kernel:
    def read_and_skip(resource: Any, alg: Any, delta: Any) -> Any:
        _check_algorithm(integer_of(alg, "alg"))
        return _read_and_skip(resource, integer_of(delta, "delta") * RESERVED)

    return read_and_skip


@kernel_at_storage(stateful_random.RngSkip)
def _rng_skip(attrs: Mapping[str, Attr]) -> Kernel:
    def skip(resource: Any, algorithm: Any, delta: Any) -> None:
        _check_algorithm(integer_of(algorithm, "algorithm"))
        _read_and_skip(resource, integer_of(delta, "delta") * RESERVED)

    return skip


@kernel_at_storage(stateful_random.StatefulRandomBinomial)
def _stateful_random_binomial(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["dtype"].numpy_dtype

    def compute(
        resource: Any, algorithm: Any, shape: Any, counts: Any, probs: Any
    ) -> Any:
        sizes = sizes_of(shape)
        arrays = np.broadcast_arrays(counts, probs)
        flat = list(zip(*(each.astype(np.float64).ravel().tolist() for each in arrays)))
        count = math.prod(sizes) // len(flat) if flat else 0
        # TensorFlow reserves this much, though less is needed
        state = _read_and_skip(resource, len(flat) * 200 * (count + 3) // 4 * RESERVED)
        low, high, key = (int(each) % (1 << 64) for each in state)
        generator = Philox(key, high << 64 | low)
        drawn = random_variates.for_each_parameter(
            rejection.binomial, generator, count, flat
        )
        return random_variates.to_dtype(drawn.T.reshape(sizes), dtype)

    return compute


def _drawn_from_variable(draw: Callable[..., Any]) -> Any:
    """The kernel of an op that draws by the generator in a variable."""

    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        dtype = attrs["dtype"].numpy_dtype

        def compute(resource: Any, algorithm: Any, shape: Any, *limits: Any) -> Any:
            _check_algorithm(integer_of(algorithm, "algorithm"))
            sizes = sizes_of(shape)
            if limits and limits[0] >= limits[1]:
                raise InvalidArgumentError(
                    f"Need minval < maxval, got {limits[0]} >= {limits[1]}"
                )
            count = math.prod(sizes)
            state = _read_and_skip(resource, count * RESERVED)
            low, high, key = (int(each) % (1 << 64) for each in state)
            generator = Philox(key, high << 64 | low)
            return draw(generator, count, dtype, *limits).reshape(sizes)

        return compute

    return factory


for _op, _draw in (
    (stateful_random.StatefulStandardNormalV2, philox.normal),
    (stateful_random.StatefulTruncatedNormal, philox.truncated_normal),
    (stateful_random.StatefulUniform, philox.uniform),
    (stateful_random.StatefulUniformFullInt, philox.any_integers),
    (stateful_random.StatefulUniformInt, philox.uniform_integers),
):
    kernel_at_storage(_op)(_drawn_from_variable(_draw))
