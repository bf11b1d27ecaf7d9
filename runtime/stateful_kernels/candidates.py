"""Kernels of candidate samplers."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError, NotFoundError
from graphir.ops.contract.bounds import require_room
from graphir.ops.contract.declaration import Kernel, Op
from graphir.ops.random import candidate_sampling as ops
from graphir.ops.random.philox import Words
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.random import OpGenerator


class Distribution(Protocol):
    """Over the classes 0, 1, ..."""

    def sample(self, words: Words) -> int: ...

    def probability(self, value: Any) -> Any: ...

    def learn(self, classes: Any) -> None:
        """Takes note of true classes."""


class Uniform:
    """The uniform distribution over classes."""

    def __init__(self, size: int) -> None:
        self._size = size

    def sample(self, words: Words) -> int:
        return words.long_word() % self._size

    def probability(self, value: Any) -> Any:
        return np.full(np.shape(value), 1 / self._size)

    def learn(self, classes: Any) -> None:
        pass


class LogUniform(Uniform):
    """Falling with the class number."""

    def sample(self, words: Words) -> int:
        found = math.exp(words.unit64() * math.log1p(self._size))
        return (int(found) - 1) % self._size

    def probability(self, value: Any) -> Any:
        return ops.log_uniform_probability(value, self._size)


class Weighted:
    """A distribution with weights, sampled by the alias method."""

    def __init__(self, weights: Any) -> None:
        self._weights = np.asarray(weights, np.float32)
        self._total = float(self._weights.sum())
        self._chances, self._others = _alias_table(self._weights)

    def sample(self, words: Words) -> int:
        unit = float(words.unit32())
        place = words.word() % len(self._weights)
        if unit < self._chances[place]:
            return place
        return self._others[place]

    def probability(self, value: Any) -> Any:
        inside = (value >= 0) & (value < len(self._weights))
        return np.where(inside, self._weights[np.where(inside, value, 0)], 0) / (
            self._total
        )

    def learn(self, classes: Any) -> None:
        pass


def _alias_table(weights: Any) -> tuple[list[float], list[int]]:
    """The alias table: for each class its acceptance probability and its alias."""
    scaled = (weights.astype(np.float64) * len(weights) / weights.sum()).tolist()
    others = list(range(len(scaled)))
    low = [i for i, each in enumerate(scaled) if each < 1]
    high = [i for i, each in enumerate(scaled) if each >= 1]
    while low and high:
        small, large = low.pop(), high.pop()
        others[small] = large
        scaled[large] -= 1 - scaled[small]
        (low if scaled[large] < 1 else high).append(large)
    for left in (*low, *high):
        scaled[left] = 1.0
    return scaled, others


class Learned:
    """The distribution of observed true classes, whose counts start at one."""

    def __init__(self, size: int) -> None:
        self._counts = np.ones(size, np.int64)

    def sample(self, words: Words) -> int:
        totals = np.cumsum(self._counts)
        return int(np.searchsorted(totals, words.word() % int(totals[-1]), "right"))

    def probability(self, value: Any) -> Any:
        return self._counts[value] / self._counts.sum()

    def learn(self, classes: Any) -> None:
        np.add.at(self._counts, np.ravel(classes), 1)


def _sampler(
    op: type[Op], distribution_of: Callable[[Mapping[str, Attr]], Distribution]
) -> None:
    @kernel_factory(op)
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        generator, distribution = OpGenerator(attrs), distribution_of(attrs)
        count = attrs["num_sampled"]
        require_room(count, 64, "candidates")
        size = attrs["range_max"]
        if attrs["unique"] and count > size:
            raise InvalidArgumentError(
                f"Sampler's range is too small: {count} different classes of {size}."
            )

        def compute(true_classes: Any) -> Any:
            _check(true_classes, attrs["num_true"])
            words = Words(generator.reserve(2048 * count))
            sampled, tries = _drawn(distribution, words, count, attrs["unique"])
            values = np.array(sampled, np.int64)
            expected = [
                ops.expected_count(distribution.probability(each), count, tries)
                for each in (true_classes, values)
            ]
            distribution.learn(true_classes)
            return values, *expected

        return compute


def _check(true_classes: Any, num_true: int) -> None:
    if np.ndim(true_classes) != 2 or true_classes.shape[1] != num_true:
        raise InvalidArgumentError(
            f"true_classes must be a matrix with num_true = {num_true} columns, not "
            f"of shape {list(np.shape(true_classes))}"
        )


def _drawn(
    distribution: Distribution, words: Words, count: int, is_unique: bool
) -> tuple[list[int], int]:
    """The classes, and how many tries they took."""
    if not is_unique:
        return [distribution.sample(words) for _ in range(count)], count
    found: dict[int, None] = {}
    tries = 0
    while len(found) < count:
        tries += 1
        found.setdefault(distribution.sample(words))
    return list(found), tries


def _weights_in(path: Any) -> list[float]:
    """The last column of each line.

    Raises:
      NotFoundError: if there is no such file.
    """
    name = os.fsdecode(path)
    try:
        with open(name, encoding="utf-8") as file:
            return [float(line.rpartition(",")[2]) for line in file if line.strip()]
    except FileNotFoundError as error:
        raise NotFoundError(f"{name}; No such file or directory") from error


def _fixed(attrs: Mapping[str, Attr]) -> Distribution:
    weights = list(attrs["unigrams"])
    if attrs["vocab_file"]:
        weights = _weights_in(attrs["vocab_file"])
    reserved = [0.0] * attrs["num_reserved_ids"]
    shards, shard = attrs["num_shards"], attrs["shard"]
    powers = np.array(weights, np.float32) ** attrs["distortion"]
    powers = np.concatenate([reserved, powers])[shard::shards]
    if len(powers) != attrs["range_max"]:
        raise InvalidArgumentError(
            f"range_max is {attrs['range_max']}, but there are {len(powers)} weights."
        )
    return Weighted(powers)


_sampler(ops.UniformCandidateSampler, lambda attrs: Uniform(attrs["range_max"]))
_sampler(ops.LogUniformCandidateSampler, lambda attrs: LogUniform(attrs["range_max"]))
_sampler(ops.LearnedUnigramCandidateSampler, lambda attrs: Learned(attrs["range_max"]))
_sampler(
    ops.ThreadUnsafeUnigramCandidateSampler, lambda attrs: Learned(attrs["range_max"])
)
_sampler(ops.FixedUnigramCandidateSampler, _fixed)


@kernel_factory(ops.AllCandidateSampler)
def _all_candidates(attrs: Mapping[str, Attr]) -> Kernel:
    count = attrs["num_sampled"]
    require_room(count, 64, "candidates")

    def compute(true_classes: Any) -> Any:
        _check(true_classes, attrs["num_true"])
        ones = np.ones(true_classes.shape, np.float32)
        return np.arange(count, dtype=np.int64), ones, np.ones(count, np.float32)

    return compute
