"""Seeds: the global seed, and the op seeds derived from it."""

from __future__ import annotations

import enum
import random
from collections.abc import Iterator
from contextvars import ContextVar
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

from runtime.context import current_trace
from runtime.stateful_kernels.random import Restarts

_LARGEST: Final = (1 << 31) - 1
DEFAULT_SEED: Final = 87654321
"""In place of a global seed, where only an op has one; also that of tests."""


class Algorithm(enum.Enum):
    """Which algorithm makes random bits.

    >>> tf.random.Algorithm.PHILOX.value
    1
    """

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


class GlobalSeed:
    """The global seed of ``set_seed``, and the op seeds drawn from it."""

    value: float | None = None
    drawn: random.Random = random.Random()


_NUMBERS: Final[WeakKeyDictionary[Any, Iterator[int]]] = WeakKeyDictionary()
"""By trace: the numbers of its random ops to come."""

NUMBERS_OF_REPLICAS: Final[ContextVar[Iterator[int] | None]] = ContextVar(
    "numbers_of_replicas", default=None
)
"""In a replica: the numbers of random ops in functions that replicas trace in turn."""


def continue_numbers(trace: Any, outer: Any) -> None:
    """Lets random ops of a trace be numbered as if they were in another one.

    The traces of replicas are one graph for TensorFlow: no two random ops have the same
    op seed, so replicas draw different numbers.
    """
    _NUMBERS[trace] = _numbers_of(outer)


def _numbers_of(trace: Any) -> Iterator[int]:
    found = _NUMBERS.get(trace)
    if found is None:
        shared = NUMBERS_OF_REPLICAS.get() if trace.outer is None else None
        found = _NUMBERS[trace] = shared or count()
    return found


def set_seed(seed: Any) -> None:
    """Sets the global seed, an integer; every random op restarts its sequence.

    >>> tf.random.set_seed(7)
    >>> tf.random.uniform([3]).numpy()
    array([0.8344538 , 0.23336661, 0.8796519 ], dtype=float32)

    Raises:
      TypeError: for a seed that is no number.
    """
    GlobalSeed.value = None if seed is None else _number(seed)
    GlobalSeed.drawn = random.Random(GlobalSeed.value)
    Restarts.count += 1


def op_seeds(seed: Any) -> dict[str, int]:
    """The seed attributes of a random op; both are 0 for a nondeterministic seed.

    A fraction is cut off once the seed is in the range of the attribute.

    Raises:
      TypeError: for a seed that is no number.
    """
    given = None if seed is None else _number(seed)
    if GlobalSeed.value is None:
        if given is None:
            return {"seed": 0, "seed2": 0}
        pair = DEFAULT_SEED, int(given % _LARGEST)
    else:
        op_seed = _next_op_seed() if given is None else given
        pair = int(GlobalSeed.value % _LARGEST), int(op_seed % _LARGEST)
    if pair == (0, 0):
        pair = 0, _LARGEST
    return {"seed": pair[0], "seed2": pair[1]}


def _number(seed: Any) -> float:
    """The seed as a number of Python's.

    Raises:
      TypeError: if it is none.
    """
    if isinstance(seed, float):
        return seed
    if hasattr(seed, "__index__"):
        return int(seed)
    if hasattr(seed, "__float__"):
        return float(seed)
    raise TypeError(f"A seed must be a number or None, not {seed!r}.")


def _next_op_seed() -> int:
    trace = current_trace()
    if trace is None:
        return GlobalSeed.drawn.randint(0, _LARGEST)
    return next(_numbers_of(trace))
