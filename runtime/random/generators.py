"""Generator: a random sequence whose state is a variable."""

from __future__ import annotations

import secrets
from contextlib import nullcontext
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.arrays.filling import shape_vector
from runtime.arrays.reshaping import shape as shape_of
from runtime.context import op_scope
from runtime.random.sampling import scaled
from runtime.random.seeds import Algorithm
from runtime.random.stateless import algorithm_number
from runtime.stateful_kernels.equal_copies import all_or_none
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor
from runtime.trackable.base import Trackable
from runtime.variables.resource import ResourceVariable

_MASK_64 = (1 << 64) - 1


def create_rng_state(seed: Any, alg: int | str | Algorithm) -> Tensor:
    """The initial state of a generator: int64, three words, two for ThreeFry.

    One integer is split into 64-bit words, the lowest first; several numbers fill the
    last words, and excess numbers are dropped.

    >>> tf.random.create_rng_state(3, "philox").numpy()
    array([3, 0, 0])
    >>> tf.random.create_rng_state([3], "threefry").numpy()
    array([0, 3])

    Raises:
      ValueError: for an unknown algorithm.
    """
    size = _state_size(algorithm_number(alg))
    if isinstance(seed, int):
        words = [seed >> shift & _MASK_64 for shift in range(0, 64 * size, 64)]
        return convert_to_tensor(np.array(words, np.uint64).view(np.int64))
    entries = convert_to_tensor(_signed(seed), dtypes.int64)
    kept = apply_op("Reshape", [entries, [-1]])[:size]
    zeros = apply_op("Fill", [size - shape_of(kept), np.int64(0)])
    return apply_single("ConcatV2", [[zeros, kept], 0])


def _signed(seed: Any) -> Any:
    """Words of 64 bits, given with or without a sign, with one."""
    if isinstance(seed, (list, tuple)):
        return [_signed(each) for each in seed]
    if isinstance(seed, int) and seed > _MASK_64 >> 1:
        return seed - (_MASK_64 + 1)
    return seed


def _state_size(algorithm: int) -> int:
    """Words of counter and key: two and one, for ThreeFry one and one."""
    return 2 if algorithm == Algorithm.THREEFRY.value else 3


class Generator(Trackable):
    """Random numbers from a state: two words of counter, then a word of key.

    >>> generator = tf.random.Generator.from_seed(3)
    >>> generator.normal([2]).numpy().round(4)
    array([-0.4364, -1.9634], dtype=float32)
    >>> generator.key.numpy(), generator.algorithm
    (np.int64(0), 1)

    Raises:
      ValueError: for a state of another size than the algorithm's, which is 3.
      UnimplementedError: where ThreeFry is to give numbers, as on every CPU.
    """

    def __init__(
        self,
        copy_from: Generator | None = None,
        state: TensorLike | None = None,
        alg: int | str | Algorithm | None = None,
    ) -> None:
        if copy_from is not None:
            state, alg = copy_from.state.read_value(), copy_from.algorithm
        if state is None:
            raise ValueError("A Generator needs `copy_from`, or `state` and `alg`.")
        self._algorithm = _number(alg)
        start = convert_to_tensor(state, name="state")
        if start.dtype is not dtypes.int64:
            start = apply_op("Cast", [start], {"DstT": dtypes.int64})
        size = _state_size(self._algorithm)
        if not start.shape.is_compatible_with([size]):
            raise ValueError(
                f"Shapes {start.shape} and [{size}] are incompatible: the state of a "
                f"generator of {Algorithm(self._algorithm)} has {size} words."
            )
        self._state = ResourceVariable(start, trainable=False, name="StateVar")
        self._track_trackable(self._state, "_state_var")

    @classmethod
    def from_seed(cls, seed: TensorLike, alg: Any = None) -> Generator:
        """A generator that the seed determines: a number, or up to three."""
        return cls(state=create_rng_state(seed, _number(alg)), alg=alg)

    @classmethod
    def from_state(cls, state: Any, alg: int | str | Algorithm) -> Generator:
        """A generator that continues from a state."""
        return cls(state=state, alg=alg)

    @classmethod
    def from_non_deterministic_state(
        cls, alg: int | str | Algorithm | None = None
    ) -> Generator:
        """A generator with a random state from the operating system."""
        size = _state_size(_number(alg))
        words = np.frombuffer(secrets.token_bytes(8 * size), np.int64)
        return cls(state=words, alg=alg)

    @classmethod
    def from_key_counter(
        cls, key: TensorLike, counter: Any, alg: int | str | Algorithm
    ) -> Generator:
        """A generator with a key (a number) and a counter (two, for ThreeFry one)."""
        return cls(state=_joined(key, counter), alg=alg)

    @property
    def state(self) -> ResourceVariable:
        """The variable with the state."""
        return self._state

    @property
    def key(self) -> Tensor:
        """The word of the state that does not change, a scalar."""
        key: Tensor = self._state.read_value()[-1]
        return key

    @property
    def algorithm(self) -> int:
        """The number of the algorithm."""
        return self._algorithm

    def reset(self, state: Any) -> None:
        """Sets the state."""
        self._state.assign(convert_to_tensor(state, dtypes.int64))

    def reset_from_seed(self, seed: int) -> None:
        """Starts again as ``from_seed`` does."""
        self._state.assign(create_rng_state(seed, self._algorithm))

    def reset_from_key_counter(self, key: Any, counter: Any) -> None:
        """Sets key and counter of the state."""
        self._state.assign(_joined(key, counter))

    def skip(self, delta: TensorLike) -> Tensor:
        """Skips ``delta`` numbers; returns the previous state."""
        step = apply_op("Cast", [delta], {"DstT": dtypes.uint64})
        every: Any = getattr(self._state, "handles_meant", None)
        handles = every() if every else [self._state.handle]
        number = np.int32(self._algorithm)
        given = [[each, number, step] for each in handles]
        with all_or_none() if len(given) > 1 else nullcontext():
            befores = [apply_op("RngReadAndSkip", each) for each in given]
        before: Tensor = befores[0]
        return before

    def _own_key(self, key: Any) -> Tensor:
        """The key; where replicas have copies of the state, one for each replica."""
        ask: Any = getattr(self._state, "replica_number", None)
        replica = ask() if ask else None
        if replica is None:
            result: Tensor = key
            return result
        number = apply_op("Cast", [replica], {"DstT": dtypes.uint64})
        counter = apply_op("Pack", [[number, np.uint64(0)]])
        inputs = [[1], key, counter, np.int32(self._algorithm)]
        attrs = {"dtype": dtypes.uint64}
        return apply_single("StatelessRandomUniformFullIntV2", inputs, attrs)

    def _drawn(self, op: str, shape: Any, *limits: Any, **attrs: Any) -> Any:
        sizes = shape_vector(shape)
        count = apply_op("Prod", [sizes, [0]])
        before = self.skip(count)
        unsigned = apply_op("Bitcast", [before], {"type": dtypes.uint64})
        key, counter = self._own_key(unsigned[2:3]), unsigned[:2]
        inputs = [sizes, key, counter, np.int32(self._algorithm), *limits]
        return apply_op(op, inputs, attrs)

    def normal(
        self,
        shape: ShapeLike,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Normally distributed numbers of a mean and a standard deviation."""
        return self._moved("StatelessRandomNormalV2", shape, mean, stddev, dtype, name)

    def truncated_normal(
        self,
        shape: ShapeLike,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Normal numbers no more than two deviations from the mean."""
        op = "StatelessTruncatedNormalV2"
        return self._moved(op, shape, mean, stddev, dtype, name)

    def _moved(
        self,
        op: str,
        shape: Any,
        mean: Any,
        stddev: Any,
        dtype: Any,
        name: str | None,
    ) -> Tensor:
        kind = as_dtype(dtype)
        with op_scope(name, "stateful_normal") as scope:
            centre = convert_to_tensor(mean, kind, name="mean")
            deviation = convert_to_tensor(stddev, kind, name="stddev")
            drawn = self._drawn(op, shape, dtype=kind)
            wide = apply_op("Mul", [drawn, deviation])
            return apply_single("AddV2", [wide, centre], None, scope)

    def uniform(
        self,
        shape: ShapeLike,
        minval: TensorLike = 0,
        maxval: TensorLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Numbers in [minval, maxval); integers need both limits.

        Raises:
          ValueError: for integers without ``maxval``.
        """
        kind = as_dtype(dtype)
        if maxval is None:
            if kind.is_integer:
                raise ValueError(f"Must specify maxval for integer dtype {kind!r}")
            maxval = 1
        with op_scope(name, "stateful_uniform") as scope:
            low = convert_to_tensor(minval, kind, name="min")
            high = convert_to_tensor(maxval, kind, name="max")
            if kind.is_integer:
                op = "StatelessRandomUniformIntV2"
                integers: Tensor = self._drawn(op, shape, low, high)
                return integers
            drawn = self._drawn("StatelessRandomUniformV2", shape, dtype=kind)
            return scaled(drawn, low, high, scope)

    def uniform_full_int(
        self,
        shape: ShapeLike,
        dtype: DTypeLike = dtypes.uint64,
        name: str | None = None,
    ) -> Tensor:
        """Integers over the whole range of the dtype."""
        with op_scope(name, "stateful_uniform_full_int"):
            op = "StatelessRandomUniformFullIntV2"
            drawn: Tensor = self._drawn(op, shape, dtype=as_dtype(dtype))
            return drawn

    def binomial(
        self,
        shape: ShapeLike,
        counts: TensorLike,
        probs: TensorLike,
        dtype: DTypeLike = dtypes.int32,
        name: str | None = None,
    ) -> Tensor:
        """The number of successes in ``counts`` trials of probability ``probs``."""
        with op_scope(name, "stateful_binomial"):
            chances = convert_to_tensor(probs, name="probs")
            trials = convert_to_tensor(counts, chances.dtype, name="counts")
            inputs = [
                self._state.handle,
                np.int64(self._algorithm),
                shape_vector(shape),
                trials,
                chances,
            ]
            attrs = {"dtype": as_dtype(dtype)}
            return apply_single("StatefulRandomBinomial", inputs, attrs)

    def make_seeds(self, count: int = 1) -> Tensor:
        """Seeds for stateless functions: int64 [2, count], one seed per column."""
        words = self.uniform_full_int([count], dtypes.int64)
        zeros = apply_op("ZerosLike", [words])
        return apply_single("Pack", [[words, zeros]])

    def split(self, count: int = 1) -> list[Generator]:
        """New generators with keys of their own."""
        keys = self.uniform_full_int([count], dtypes.int64)
        counter = np.zeros(2, np.int64)
        return [
            Generator.from_key_counter(key, counter, self._algorithm)
            for key in apply_op("Unpack", [keys], {"num": count, "axis": 0})
        ]


def _number(alg: Any) -> int:
    return Algorithm.PHILOX.value if alg is None else algorithm_number(alg)


def _joined(key: Any, counter: Any) -> Tensor:
    words = convert_to_tensor(counter, dtypes.int64)
    last = apply_op("Reshape", [convert_to_tensor(key, dtypes.int64), [1]])
    return apply_single("ConcatV2", [[words, last], 0])


class _Global:
    generator: Generator | None = None


def get_global_generator() -> Generator:
    """The global generator, created on first use.

    >>> tf.random.get_global_generator() is tf.random.get_global_generator()
    True
    """
    if _Global.generator is None:
        _Global.generator = Generator.from_non_deterministic_state()
    return _Global.generator


def set_global_generator(generator: Generator) -> None:
    """Replaces the generator shared by everybody.

    >>> tf.random.set_global_generator(tf.random.Generator.from_seed(1))
    >>> tf.random.get_global_generator().state.numpy()
    array([1, 0, 0])
    """
    _Global.generator = generator
