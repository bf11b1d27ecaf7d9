"""Seeds: the global seed, and the op seeds derived from it."""

from __future__ import annotations

import enum
import random
from typing import Any, Final
from weakref import WeakKeyDictionary

from runtime.context import current_trace
from runtime.stateful_kernels.random import Restarts

_LARGEST: Final = (1 << 31) - 1
_DEFAULT_SEED: Final = 87654321
"""Stands for the global seed when only the op has one."""


class Algorithm(enum.Enum):
    """Which algorithm makes random bits.

    >>> tf.random.Algorithm.PHILOX.value
    1
    """

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


class GlobalSeed:
    """The seed that ``set_seed`` gave, and the seeds drawn from it for ops."""

    value: int | None = None
    drawn: random.Random = random.Random()


_OPS_IN_TRACE: Final[WeakKeyDictionary[Any, int]] = WeakKeyDictionary()


def set_seed(seed: Any) -> None:
    """Sets the global seed; every random op starts its sequence again.

    >>> tf.random.set_seed(7)
    >>> tf.random.uniform([3]).numpy()
    array([0.8344538 , 0.23336661, 0.8796519 ], dtype=float32)
    """
    GlobalSeed.value = None if seed is None else int(seed)
    GlobalSeed.drawn = random.Random(GlobalSeed.value)
    Restarts.count += 1


def op_seeds(seed: Any) -> dict[str, int]:
    """The attributes that seed a random op; both 0 if nothing is to determine it.

    Raises:
      TypeError: for a seed that is no integer.
    """
    if seed is not None and not hasattr(seed, "__index__"):
        raise TypeError(f"A seed must be an integer or None, not {seed!r}.")
    if GlobalSeed.value is None:
        if seed is None:
            return {"seed": 0, "seed2": 0}
        pair = _DEFAULT_SEED, int(seed) % _LARGEST
    else:
        op_seed = _next_op_seed() if seed is None else int(seed)
        pair = GlobalSeed.value % _LARGEST, op_seed % _LARGEST
    if pair == (0, 0):
        pair = 0, _LARGEST
    return {"seed": pair[0], "seed2": pair[1]}


def _next_op_seed() -> int:
    trace = current_trace()
    if trace is None:
        return GlobalSeed.drawn.randint(0, _LARGEST)
    count = _OPS_IN_TRACE.get(trace, 0)
    _OPS_IN_TRACE[trace] = count + 1
    return count
