"""Stages that read their source by index: a shuffle of all, rows, weighted datasets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphir.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    OutOfRangeError,
)
from graphir.ops.datasets import indexed as ops
from graphir.ops.random.index_shuffles import index_permutation
from runtime.data.indexed.readers import Reader, reader_of
from runtime.data.stages.functions import StageFunction
from runtime.data.stages.mapping import map_failure
from runtime.data.stages.seeds import SeedGenerator, as_generator
from runtime.data.stages.settings import settings_of
from runtime.data.stages.sources import column_of
from runtime.data.stages.stage import (
    INFINITE,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)
from runtime.stateful_kernels.attaching import kernel

_ROUNDS = 8
"""Rounds of the cipher that shuffles indices, as in TensorFlow."""


def _refused(message: str, op: str) -> InvalidArgumentError:
    return InvalidArgumentError(None, None, f"{message} [Op:{op}]")


@stage_of("GlobalShuffleDataset")
class GlobalShuffleStage(Stage):
    """All elements in a random order, without a buffer."""

    def prepare(self) -> None:
        try:
            reader_of(self.source, IterationSettings())
        except FailedPreconditionError as error:
            raise FailedPreconditionError(
                None,
                None,
                "`global_shuffle` requires all upstream transformations be compatible "
                f"with random access. Got: {error.message} [Op:{self.op}]",
            ) from None
        self.count = self.source.cardinality()
        if self.count <= 0:
            raise _refused(
                "`global_shuffle` requires the input dataset to have a non-empty "
                f"finite cardinality. Got cardinality {self.count} for dataset "
                f"{self.source.op}",
                self.op,
            )
        seeds = int(self.inputs["seed"]), int(self.inputs["seed2"])
        renews = bool(self.attrs.get("reshuffle_each_iteration", True))
        given = self.inputs["seed_generator"]
        self.generator: SeedGenerator = as_generator(given, seeds, renews)
        self.hold("seed_generator", self.generator)

    def cardinality(self) -> int:
        return self.count

    def seeds(self) -> list[int]:
        """The three seeds of the next iteration."""
        return [*self.generator.next_seeds(), self.generator.next_seeds()[0]]

    def iterate(self, settings: IterationSettings) -> StageIterator:
        read = reader_of(self.source, settings)
        return _GloballyShuffled(read, self.count, self.seeds())


class _GloballyShuffled(StageIterator):
    __slots__ = ("_count", "_place", "_read", "position", "seeds")
    STATE = ("position", "seeds")

    def __init__(self, read: Reader, count: int, seeds: list[int]) -> None:
        self._read = read
        self._count = count
        self._place = index_permutation(seeds, count - 1, _ROUNDS)
        self.seeds = seeds
        self.position = 0

    def __next__(self) -> Element:
        position = self.position
        if position >= self._count:
            raise StopIteration
        self.position = position + 1
        return self._read(self._place(position))

    def restore(self, state: Mapping[str, Any]) -> None:
        super().restore(state)
        self._place = index_permutation(self.seeds, self._count - 1, _ROUNDS)


@reader_of.register
def _of_global_shuffle(
    stage: GlobalShuffleStage, settings: IterationSettings
) -> Reader:
    read = reader_of(stage.source, settings)
    place = index_permutation(stage.seeds(), stage.count - 1, _ROUNDS)
    return lambda index: read(place(index))


@stage_of("IndexFlatMapDataset")
class IndexFlatMapStage(Stage):
    """The rows of the results of a function of the elements.

    A second function maps an index to the numbers of an element and of a row in its
    result.
    """

    def prepare(self) -> None:
        given = self.inputs
        self.rows = StageFunction(self.attrs["map_func"], given["map_func_other_args"])
        self.places = StageFunction(
            self.attrs["index_map_func"], given["index_map_func_other_args"]
        )

    def cardinality(self) -> int:
        return int(self.inputs["output_cardinality"])

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _InRows(reader_of(self, settings))


@reader_of.register
def _of_rows(stage: IndexFlatMapStage, settings: IterationSettings) -> Reader:
    read, count = reader_of(stage.source, settings), stage.source.cardinality()
    rows, places = stage.rows.instance(settings), stage.places.instance(settings)

    def row(index: int) -> Element:
        try:
            place = places(np.int64(index))
        except Exception as error:
            raise map_failure(error, stage.op, index, True) from error.__cause__
        if len(place) != 2:
            raise InvalidArgumentError(
                None,
                None,
                "The `index_map_fn` for `index_flat_map` is expected to return two int "
                "values representing the element index and an offset within the "
                f"element. Got: {len(place)}",
            )
        element, offset = map(int, place)
        if not 0 <= element < count:
            raise StopIteration
        try:
            found = rows(*read(element))
        except Exception as error:
            raise map_failure(error, stage.op, index, True) from error.__cause__
        return tuple([column_of(each)[offset] for each in found])

    return row


class _InRows(StageIterator):
    __slots__ = ("_read", "position")
    STATE = ("position",)

    def __init__(self, read: Reader) -> None:
        self._read = read
        self.position = 0

    def __next__(self) -> Element:
        element = self._read(self.position)
        self.position += 1
        return element


@stage_of("WeightedFlatMapDataset")
class WeightedFlatMapStage(Stage):
    """Concatenated datasets, cut to numbers of elements in proportion to weights.

    The dataset with the fewest elements for its weight is not cut.
    """

    def prepare(self) -> None:
        weights = [float(each) for each in self.inputs["weights"]]
        if len(weights) != len(self.sources):
            raise _refused(
                "`input_datasets` and `weights` of the WeightedFlatMap must have the "
                f"same size. Got {len(self.sources)} datasets and {len(weights)} "
                "weights.",
                self.op,
            )
        for place, weight in enumerate(weights):
            if not weight > 0:
                raise _refused(
                    "`weights` must be greater than 0.0. Input "
                    f"{place} has a weight of {weight:g}",
                    self.op,
                )
        self.counts = _weighted([self._count(*each) for each in self._inputs], weights)

    @property
    def _inputs(self) -> list[tuple[int, Stage]]:
        return list(enumerate(self.sources))

    def _count(self, place: int, source: Stage) -> int:
        count = source.cardinality()
        if count >= 0:
            return count
        kind = "INFINITE" if count == INFINITE else "UNKNOWN"
        raise _refused(
            "Cardinalities of the inputs must be known. Input "
            f"{place} has {kind} cardinality.",
            self.op,
        )

    def cardinality(self) -> int:
        return sum(self.counts)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Weighted(self.sources, self.counts, settings)


def _weighted(counts: list[int], weights: list[float]) -> list[int]:
    """Of each dataset so many elements that the weights hold.

    >>> _weighted([10, 10], [0.25, 0.75])
    [3, 10]
    """
    rate = min(count / weight for count, weight in zip(counts, weights))
    return [min(count, int(rate * each)) for count, each in zip(counts, weights)]


class _Weighted(StageIterator):
    __slots__ = ("_counts", "_settings", "_stages", "count", "part", "source")
    STATE = ("count", "part")
    SOURCES = ("source",)

    def __init__(
        self, stages: list[Stage], counts: list[int], settings: IterationSettings
    ) -> None:
        self._stages = stages
        self._counts = counts
        self._settings = settings
        self.part = 0
        self.count = 0
        self.source: StageIterator | None = stages[0].iterate(settings)

    def __next__(self) -> Element:
        while self.source is not None:
            if self.count < self._counts[self.part]:
                self.count += 1
                return next(self.source)
            self._open(self.part + 1)
        raise StopIteration

    def _open(self, part: int) -> None:
        if self.source is not None:
            self.source.close()
        self.part, self.count = part, 0
        is_there = part < len(self._stages)
        self.source = self._stages[part].iterate(self._settings) if is_there else None

    def restore(self, state: Mapping[str, Any]) -> None:
        self._open(state["part"])
        super().restore(state)


@kernel(ops.GetElementAtIndex)
def _at(dataset: Stage, index: Any) -> Element:
    place, count = int(index), dataset.cardinality()
    if place < 0 or 0 <= count <= place:
        raise OutOfRangeError(
            None, None, f"Index out of range [0, {max(count, 0)}):{place}"
        )
    settings = settings_of(dataset)
    try:
        read = reader_of(dataset, settings)
    except FailedPreconditionError:
        return _reached(dataset, place, settings)
    return read(place)


def _reached(dataset: Stage, place: int, settings: IterationSettings) -> Element:
    """The element of a place, after those before it were read."""
    iterator = dataset.iterate(settings)
    try:
        for number, element in enumerate(iterator):
            if number == place:
                return element
    finally:
        iterator.close()
    raise OutOfRangeError(None, None, f"Index out of range: {place}")


__all__ = ["GlobalShuffleStage", "IndexFlatMapStage", "WeightedFlatMapStage"]
