"""Shared parts of stateless random ops: seeds, keys and counters."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.ops.contract.bounds import require_room
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.random import philox
from graphir.ops.random.philox import Philox
from graphir.shapes import Shape

PHILOX_ALGORITHMS = frozenset({1, 3})
"""Philox itself, and "choose one"."""

SEEDED = "T: type in index = int32; Tseed: type in index = int64"
KEYED = "Tshape: type in index = int32"
FLOATS = "dtype: type in [half,bfloat16,float,double] = float"
KEY = "key: uint64, counter: uint64, alg: int32"


class Stateless(Op):
    """An op whose result depends on its inputs alone."""

    input_gradients: Any = not_differentiable

    def infer_shape(self) -> Shape | list[Shape]:
        return self.constant_as_shape("shape")

    def _sizes(self, shape: Any) -> tuple[int, ...]:
        if np.ndim(shape) != 1:
            raise self.invalid(f"shape must be a vector, not {np.ndim(shape)}-D.")
        sizes = tuple(np.asarray(shape).tolist())
        if min(sizes, default=0) < 0:
            raise self.invalid(f"Dimension {min(sizes)} must be >= 0")
        require_room(math.prod(sizes), 8, "random numbers")
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
    """Raises an error unless [low, high) contains an integer.

    Raises:
      InvalidArgumentError: otherwise.
    """
    if np.ndim(low) or np.ndim(high):
        which, bad = ("minval", low) if np.ndim(low) else ("maxval", high)
        raise call.invalid(f"{which} must be 0-D, got shape {list(np.shape(bad))}")
    if low >= high:
        raise call.invalid(f"Need minval < maxval, got {low} >= {high}")
