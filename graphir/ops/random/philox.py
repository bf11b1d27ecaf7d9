"""Philox, a counter-based random generator, and distributions on top of it.

For a 64-bit key, each 128-bit counter determines a block of four random 32-bit words,
so any part of the sequence can be computed without the parts before it, and a whole
array at once.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

_MASK_32: Final = (1 << 32) - 1
_MASK_64: Final = (1 << 64) - 1
_MASK_128: Final = (1 << 128) - 1
_MULTIPLIERS: Final = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_KEY_STEPS: Final = 0x9E3779B9, 0xBB67AE85
_ROUNDS: Final = 10
_FEW: Final = 8
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(_MASK_32)


class Philox:
    """A generator at one place of its sequence.

    >>> Philox(0, 0).blocks(1).tolist()
    [[1713891541, 3781805453, 3159862348, 2600524760]]
    """

    __slots__ = ("counter", "key")

    def __init__(self, key: int, counter: int) -> None:
        self.key = key & _MASK_64
        self.counter = counter & _MASK_128

    @classmethod
    def from_seeds(cls, seed: int, seed2: int) -> Philox:
        """The generator of an op with these seeds."""
        return cls(seed, (seed2 & _MASK_64) << 64)

    def skip(self, count: int) -> None:
        """Advances the generator by ``count`` blocks."""
        self.counter = (self.counter + count) & _MASK_128

    def skipped(self, count: int) -> Philox:
        """A generator that is ``count`` blocks ahead."""
        return Philox(self.key, self.counter + count)

    def blocks(self, count: int) -> Any:
        """The next blocks, uint32 of shape [count, 4]; does not advance."""
        if count <= _FEW:
            return np.array(self.words(count), np.uint32).reshape(count, 4)
        return self.blocks_at(np.arange(count, dtype=np.uint64))

    def words(self, count: int) -> list[int]:
        """The words of the next blocks, as Python's integers; does not advance.

        >>> Philox(0, 0).words(1)
        [1713891541, 3781805453, 3159862348, 2600524760]
        """
        if count > _FEW:
            found: list[int] = self.blocks(count).reshape(-1).tolist()
            return found
        made: list[int] = []
        for place in range(self.counter, self.counter + count):
            made += _block(place, self.key)
        return made

    def blocks_at(self, offsets: Any) -> Any:
        """The blocks at offsets from the current block: uint32 [..., 4]."""
        low = np.uint64(self.counter & _MASK_64)
        with np.errstate(over="ignore"):
            first = offsets.astype(np.uint64) + low
        # where the lower half of the counter overflowed, the upper one is one more
        high = self.counter >> 64
        carried = np.uint64((high + 1) & _MASK_64)
        second = np.where(first < low, carried, np.uint64(high))
        words = [first & _LOW, first >> _HALF, second & _LOW, second >> _HALF]
        return np.stack(_mixed(words, self.key), -1).astype(np.uint32)


class Words:
    """The 32-bit words of a generator, one at a time.

    >>> words = Words(Philox(0, 0))
    >>> words.word(), words.below(1000)
    (1713891541, 453)
    """

    __slots__ = ("_generator", "_left")

    def __init__(self, generator: Philox) -> None:
        self._generator = generator
        self._left: list[int] = []

    def word(self) -> int:
        """The next word."""
        if not self._left:
            self._left = self._generator.words(1)[::-1]
            self._generator.skip(1)
        return self._left.pop()

    def long_word(self) -> int:
        """64 bits, the lower half first."""
        return self.word() | self.word() << 32

    def unit32(self) -> Any:
        """A float32 in [0, 1)."""
        return unit_float32(np.array([self.word()], np.uint32))[0]

    def units32(self, count: int) -> Any:
        """So many float32s in [0, 1): those that `unit32` would give one by one.

        >>> one, other = Words(Philox(7, 0)), Words(Philox(7, 0))
        >>> [one.unit32() for _ in range(6)] == other.units32(6).tolist()
        True
        """
        kept = [self._left.pop() for _ in range(min(count, len(self._left)))]
        blocks = -(-(count - len(kept)) // 4)
        made = self._generator.blocks(blocks).ravel()
        self._generator.skip(blocks)
        rest = count - len(kept)
        self._left = made[rest:].tolist()[::-1] or self._left
        words = np.concatenate([np.array(kept, np.uint32), made[:rest]])
        return unit_float32(words.astype(np.uint32))

    def unit64(self) -> float:
        """A number in [0, 1)."""
        pair = np.array([self.word(), self.word()], np.uint32)
        return float(unit_float64(pair)[0])

    def below(self, limit: int) -> int:
        """An integer of the uniform distribution over [0, limit)."""
        if limit & (limit - 1) == 0:
            return self.word() & (limit - 1)
        least = _MASK_32 % limit + 1
        number = self.word()
        while number < least:
            number = self.word()
        return number % limit

    def below_64(self, limit: int) -> int:
        """The same, of 64 bits."""
        if limit & (limit - 1) == 0:
            return self.long_word() & (limit - 1)
        least = _MASK_64 % limit + 1
        number = self.long_word()
        while number < least:
            number = self.long_word()
        return number % limit


def _block(counter: int, key: int) -> tuple[int, int, int, int]:
    """One block, by Python's integers: for few that is quicker than arrays."""
    first, second = counter & _MASK_32, counter >> 32 & _MASK_32
    third, fourth = counter >> 64 & _MASK_32, counter >> 96 & _MASK_32
    low_key, high_key = key & _MASK_32, key >> 32
    for _ in range(_ROUNDS):
        one, other = first * 0xD2511F53, third * 0xCD9E8D57
        first, second, third, fourth = (
            (other >> 32) ^ second ^ low_key,
            other & _MASK_32,
            (one >> 32) ^ fourth ^ high_key,
            one & _MASK_32,
        )
        low_key = (low_key + _KEY_STEPS[0]) & _MASK_32
        high_key = (high_key + _KEY_STEPS[1]) & _MASK_32
    return first, second, third, fourth


def _mixed(words: list[Any], key: int) -> list[Any]:
    first, second, third, fourth = words
    low_key, high_key = key & _MASK_32, key >> 32
    for _ in range(_ROUNDS):
        one, other = first * _MULTIPLIERS[0], third * _MULTIPLIERS[1]
        first, third = (
            (other >> _HALF) ^ second ^ np.uint64(low_key),
            (one >> _HALF) ^ fourth ^ np.uint64(high_key),
        )
        second, fourth = other & _LOW, one & _LOW
        low_key = (low_key + _KEY_STEPS[0]) & _MASK_32
        high_key = (high_key + _KEY_STEPS[1]) & _MASK_32
    return [first, second, third, fourth]


def scrambled(seed: Any) -> Philox:
    """The generator of a stateless op: the two seeds are mixed first.

    >>> scrambled(np.array([1, 2])).key
    10413732777507651514
    """
    first, second = (int(each) & _MASK_64 for each in np.ravel(seed))
    fixed = Philox(0x02461E293EC8F720, second << 64 | first)
    words = [int(each) for each in fixed.blocks(1)[0]]
    return Philox(words[1] << 32 | words[0], (words[3] << 32 | words[2]) << 64)


def words(generator: Philox, count: int) -> Any:
    """The next 32-bit words, uint32 [count]."""
    return generator.blocks(-(-count // 4)).reshape(-1)[:count]


def long_words(generator: Philox, count: int) -> Any:
    """The next 64-bit words, the lower half first, uint64 [count]."""
    pairs = words(generator, 2 * count).reshape(count, 2).astype(np.uint64)
    return pairs[:, 0] | pairs[:, 1] << _HALF


# --- floats: the random bits become the fraction of a number in [1, 2)


def unit_float32(bits: Any) -> Any:
    """uint32 -> float32 in [0, 1)."""
    fraction = bits & np.uint32(0x7FFFFF) | np.uint32(127 << 23)
    return fraction.view(np.float32) - np.float32(1)


def _in_pairs(array: Any) -> Any:
    """The last axis split into pairs; a length of -1 does not do for empty arrays."""
    return array.reshape(*array.shape[:-1], array.shape[-1] // 2, 2)


def unit_float64(blocks: Any) -> Any:
    """Pairs of uint32 in the last axis -> float64 in [0, 1)."""
    pairs = _in_pairs(blocks).astype(np.uint64)
    upper = pairs[..., 0] & np.uint64(0xFFFFF)
    fraction = upper << _HALF | pairs[..., 1] | np.uint64(1023 << 52)
    return fraction.view(np.float64) - 1.0


def uniform(generator: Philox, count: int, dtype: Any) -> Any:
    """Numbers in [0, 1) of a float dtype, shape [count]."""
    kind = np.dtype(dtype)
    return _units(words(generator, count * (2 if kind == np.float64 else 1)), kind)


def _units(bits: Any, kind: Any) -> Any:
    if kind == np.float64:
        return unit_float64(bits)
    if kind == np.float32:
        return unit_float32(bits)
    digits, bias = (10, 15) if kind == np.float16 else (7, 127)
    fraction = bits & np.uint32((1 << digits) - 1) | np.uint32(bias << digits)
    numbers = fraction.astype(np.uint16).view(kind)
    return (numbers.astype(np.float32) - 1).astype(kind)


def box_muller_32(bits: Any) -> Any:
    """uint32 [..., even] -> that many normal float32."""
    pairs = _in_pairs(unit_float32(np.ascontiguousarray(bits)))
    radius = np.sqrt(-2 * np.log(np.maximum(pairs[..., 0], np.float32(1e-7))))
    angle = (2 * math.pi * pairs[..., 1].astype(np.float64)).astype(np.float32)
    both = np.stack([np.sin(angle) * radius, np.cos(angle) * radius], -1)
    return both.reshape(bits.shape)


def box_muller_64(bits: Any) -> Any:
    """uint32 [..., 4k] -> [..., 2k] normal float64."""
    units = unit_float64(bits)
    pairs = _in_pairs(units)
    radius = np.sqrt(-2 * np.log(np.maximum(pairs[..., 0], 1e-7)))
    angle = 2 * math.pi * pairs[..., 1]
    both = np.stack([np.sin(angle) * radius, np.cos(angle) * radius], -1)
    return both.reshape(units.shape)


def _normals(blocks: Any, dtype: Any) -> Any:
    is_double = np.dtype(dtype) == np.float64
    return box_muller_64(blocks) if is_double else box_muller_32(blocks)


def normals_of(blocks: Any, dtype: Any) -> Any:
    """Blocks uint32 [..., 4] as the normal numbers of a dtype that they make."""
    return _normals(blocks, dtype).astype(dtype)


def units_of(blocks: Any, dtype: Any) -> Any:
    """Blocks uint32 [..., 4] as the numbers in [0, 1) of a dtype that they make."""
    return _units(np.ascontiguousarray(blocks), np.dtype(dtype))


def per_block(dtype: Any) -> int:
    """The number of floats made from one block."""
    return 2 if np.dtype(dtype) == np.float64 else 4


def normal(generator: Philox, count: int, dtype: Any) -> Any:
    """Numbers of mean 0 and deviation 1 of a float dtype, shape [count]."""
    blocks = generator.blocks(-(-count // per_block(dtype)))
    return _normals(blocks, dtype).reshape(-1)[:count].astype(dtype)


RESERVED: Final = 256
"""Blocks set aside for each number that is drawn by rejection."""


def truncated_normal(generator: Philox, count: int, dtype: Any) -> Any:
    """Normal numbers redrawn until they are between -2 and 2, shape [count]."""
    size = per_block(dtype)
    group_count = -(-count // size)
    starts = np.arange(group_count, dtype=np.uint64) * np.uint64(size * RESERVED // 4)
    result = np.empty((group_count, size), np.float64 if size == 2 else np.float32)
    left, length = np.arange(group_count), 3
    while left.size:
        places = starts[left][:, None] + np.arange(length, dtype=np.uint64)
        drawn = _normals(generator.blocks_at(places), dtype)
        drawn = drawn.reshape(len(left), length * size)
        is_kept = np.abs(drawn) < 2
        order = np.argsort(~is_kept, 1, kind="stable")[:, :size]
        is_full = is_kept.sum(1) >= size
        kept = np.take_along_axis(drawn, order, 1)
        result[left[is_full]] = kept[is_full]
        left, length = left[~is_full], 2 * length
    return result.reshape(-1)[:count].astype(dtype)


def uniform_integers(
    generator: Philox, count: int, dtype: Any, low: Any, high: Any
) -> Any:
    """Integers in [low, high) of a dtype, shape [count]."""
    kind = np.dtype(dtype)
    bits = words(generator, count) if kind.itemsize == 4 else None
    bits = long_words(generator, count) if bits is None else bits
    span = (int(high) - int(low)) & (_MASK_32 if kind.itemsize == 4 else _MASK_64)
    offset = bits.dtype.type(int(low) & (_MASK_32 if kind.itemsize == 4 else _MASK_64))
    with np.errstate(over="ignore"):
        return (bits % bits.dtype.type(span) + offset).view(kind)


def any_integers(generator: Philox, count: int, dtype: Any) -> Any:
    """Integers over the whole range of a dtype, shape [count]."""
    kind = np.dtype(dtype)
    if kind.itemsize == 4:
        return words(generator, count).view(kind)
    return long_words(generator, count).view(kind)
