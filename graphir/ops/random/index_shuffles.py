"""RandomIndexShuffle: one element of a random permutation, without the others.

An index is encrypted with Simon, a block cipher, which permutes the numbers of as many
bits as its block has; numbers beyond the greatest index are encrypted again until one
is within. After Beaulieu et al., "The SIMON and SPECK families of lightweight block
ciphers" (2013).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphir.ops.contract.bounds import require_between
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.shapes import UNKNOWN, Shape

_SMALLEST_BLOCK: Final = 16
_MOST_ROUNDS: Final = 1 << 12
_FEW: Final = 1 << 10
"""Indices of which so few are shuffled that a table of the block is worth its time."""

_CONSTANT: Final = 0xFFFFFFFC
_BITS: Final = 0x7369F885192C0EF5


class RandomIndexShuffle(
    Op,
    signature="""
        RandomIndexShuffle(index: dtype, seed: Tseed, max_index: dtype)
        -> (output: dtype)
        | rounds: int = 4; dtype: type in [int32,uint32,int64,uint64];
          Tseed: type in [int32,uint32,int64,uint64]
    """,
):
    """Where each index comes in a random order of 0 ... max_index."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shapes = self.index.shape, self.seed.shape, self.max_index.shape
        ranks = [each.rank for each in shapes]
        if None in ranks:
            return UNKNOWN
        if ranks == [0, 1, 0]:
            return Shape([])
        if ranks[0]:
            return Shape([shapes[0][0]])
        return Shape([shapes[1][0] if ranks[1] == 2 else shapes[2][0]])

    def compute(self, index: Any, seed: Any, max_index: Any) -> Any:
        self._check(index, seed, max_index)
        count = max([len(each) for each in (index, max_index) if each.ndim] or [1])
        is_scalar = not index.ndim and not max_index.ndim and seed.ndim == 1
        count = max(count, len(seed) if seed.ndim == 2 else 1) if count else 0
        rows = (
            np.broadcast_to(index, count).tolist(),
            np.broadcast_to(seed, (count, 3)).tolist(),
            np.broadcast_to(max_index, count).tolist(),
        )
        found = [self._place(*row) for row in zip(*rows)]
        return np.array(found[0] if is_scalar else found, index.dtype)

    def _check(self, index: Any, seed: Any, max_index: Any) -> None:
        if index.ndim > 1:
            raise self.invalid("Index must be a scalar or vector.")
        count = len(index) if index.ndim else 1
        rows_fit = seed.ndim == 2 and seed.shape[1] == 3
        if seed.shape != (3,) and not (
            rows_fit and (not index.ndim or len(seed) == count)
        ):
            raise self.invalid(
                f"Seed must be a vector of size [3] or a matrix of size [{count}, 3] "
                f"but got {in_brackets(seed.shape)}."
            )
        if max_index.ndim > 1 or (
            max_index.ndim and index.ndim and len(max_index) != count
        ):
            raise self.invalid(
                "max_index must be a scalar or a vector of the same size as index but "
                f"got {in_brackets(max_index.shape)}"
            )

    def _place(self, index: int, seed: list[int], max_index: int) -> int:
        if index < 0:
            raise self.invalid(f"index must be >= 0 but was {index}")
        if max_index < index:
            raise self.invalid(f"max_index must be >= index, but {max_index} < {index}")
        require_between(self.rounds, 0, _MOST_ROUNDS, "rounds")
        return index_permutation(seed, max_index, self.rounds)(index)


def index_permutation(
    seed: Sequence[int], max_index: int, rounds: int
) -> Callable[[int], int]:
    """A random permutation of 0 ... max_index, as a function of an index.

    >>> place = index_permutation([1, 2, 3], max_index=4, rounds=8)
    >>> sorted(map(place, range(5)))
    [0, 1, 2, 3, 4]
    """
    half = _half_block(max_index)
    keys = _round_keys(seed, rounds, half)
    if max_index < _FEW:
        # most of a block is beyond the greatest index: it is encrypted once
        table: list[int] = _encrypted(np.arange(1 << 2 * half), keys, half).tolist()
        return lambda index: _within(table, index, max_index)

    def place_of(index: int) -> int:
        place: int = _encrypted(index, keys, half)
        while place > max_index:
            place = _encrypted(place, keys, half)
        return place

    return place_of


def _within(table: list[int], index: int, max_index: int) -> int:
    """The first number after an index that is none beyond the greatest."""
    place = table[index]
    while place > max_index:
        place = table[place]
    return place


def _half_block(max_index: int) -> int:
    """Half the bits of a block that holds every index."""
    bits = math.ceil(math.log2(max_index)) if max_index else 0
    return max(bits + bits % 2, _SMALLEST_BLOCK) // 2


def _rotated(word: Any, left: int, width: int) -> Any:
    left %= width
    return (word << left | word >> (width - left)) & ((1 << width) - 1)


def _round_keys(seed: Sequence[int], rounds: int, width: int) -> list[int]:
    mask = (1 << width) - 1
    bits = _BITS & mask
    keys = [each & 0xFFFFFFFF & mask for each in seed]
    for number in range(3, rounds):
        turned = _rotated(keys[-1], -3, width) ^ _rotated(keys[-1], -4, width)
        keys.append(_CONSTANT & mask ^ bits & 1 ^ keys[number - 3] ^ turned)
        bits >>= 1
    return keys


def _mixed(word: Any, width: int) -> Any:
    both = _rotated(word, 1, width) & _rotated(word, 8, width)
    return both ^ _rotated(word, 2, width)


def _encrypted(value: Any, keys: list[int], width: int) -> Any:
    left, right = value >> width & ((1 << width) - 1), value & ((1 << width) - 1)
    for first, second in zip(keys[::2], [*keys, 0][1::2]):
        left ^= _mixed(right, width) ^ first
        right ^= _mixed(left, width) ^ second
    return left << width | right
