"""Stateless random ops: equal seeds, or equal keys and counters, give equal numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.random import philox
from graphir.ops.random.philox import Philox
from graphir.ops.random.stateless import (
    FLOATS,
    KEY,
    KEYED,
    SEEDED,
    Stateless,
    by_key,
    by_seed,
    refuse_empty_range,
)
from graphir.shapes import Shape


class StatelessRandomUniform(
    Stateless,
    signature=f"""
        StatelessRandomUniform(shape: T, seed: Tseed) -> (output: dtype)
        | {FLOATS}; {SEEDED}
    """,
):
    """Numbers in [0, 1)."""

    compute = by_seed(philox.uniform)


class StatelessRandomUniformV2(
    Stateless,
    signature=f"""
        StatelessRandomUniformV2(shape: Tshape, {KEY}) -> (output: dtype)
        | {FLOATS}; {KEYED}
    """,
):
    """Numbers in [0, 1)."""

    compute = by_key(philox.uniform)


class StatelessRandomNormal(
    Stateless,
    signature=f"""
        StatelessRandomNormal(shape: T, seed: Tseed) -> (output: dtype)
        | {FLOATS}; {SEEDED}
    """,
):
    """Numbers of mean 0 and deviation 1."""

    compute = by_seed(philox.normal)


class StatelessRandomNormalV2(
    Stateless,
    signature=f"""
        StatelessRandomNormalV2(shape: Tshape, {KEY}) -> (output: dtype)
        | {FLOATS}; {KEYED}
    """,
):
    """Numbers of mean 0 and deviation 1."""

    compute = by_key(philox.normal)


class StatelessTruncatedNormal(
    Stateless,
    signature=f"""
        StatelessTruncatedNormal(shape: T, seed: Tseed) -> (output: dtype)
        | {FLOATS}; {SEEDED}
    """,
):
    """Normal numbers between -2 and 2."""

    compute = by_seed(philox.truncated_normal)


class StatelessTruncatedNormalV2(
    Stateless,
    signature=f"""
        StatelessTruncatedNormalV2(shape: Tshape, {KEY}) -> (output: dtype)
        | {FLOATS}; {KEYED}
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
        StatelessRandomUniformFullIntV2(shape: Tshape, {KEY}) -> (output: dtype)
        | dtype: type in [int32,int64,uint32,uint64] = uint64; {KEYED}
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
        StatelessRandomUniformIntV2(shape: Tshape, {KEY}, minval: dtype, maxval: dtype)
        -> (output: dtype) | dtype: type in [int32,int64,uint32,uint64]; {KEYED}
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
    """The key and the counter that a seed determines."""

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
