"""Readers of stages: functions that give the element of an index.

Elements before it are not computed. ``runtime.data.stages`` defines the elements of a
stage; the readers here find an element by its index.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import singledispatch
from itertools import accumulate
from typing import Final

from graphir.errors import FailedPreconditionError
from runtime.data.stages.batches import stacked
from runtime.data.stages.batching import BatchStage
from runtime.data.stages.buffering import CacheStage, PrefetchStage
from runtime.data.stages.mapping import MapStage, map_failure
from runtime.data.stages.ordering import ConcatenateStage, ZipStage
from runtime.data.stages.repetition import RepeatStage
from runtime.data.stages.selection import (
    AssertCardinalityStage,
    ShardStage,
    SkipStage,
    TakeStage,
)
from runtime.data.stages.settings import OptionsStage, PassingStage
from runtime.data.stages.sources import (
    ListStage,
    RandomStage,
    RangeStage,
    SliceStage,
    TensorStage,
    column_of,
)
from runtime.data.stages.stage import Element, IterationSettings, Stage

Reader = Callable[[int], Element]
"""Gives the element of an index that is in the dataset."""

_AS_THEY_ARE: Final = (
    PrefetchStage,
    TakeStage,
    AssertCardinalityStage,
    OptionsStage,
    PassingStage,
)
"""Stages whose elements have the index that they have in the source."""


@singledispatch
def reader_of(stage: Stage, settings: IterationSettings) -> Reader:
    """The function that returns the element at an index, from 0.

    Raises:
      FailedPreconditionError: if the stage has no random access.
    """
    raise without_index(stage, "does not support random access.")


def without_index(stage: Stage, why: str) -> FailedPreconditionError:
    """The error for a stage whose elements have no index."""
    return FailedPreconditionError(None, None, f"{stage.op} {why}")


def _of_source(stage: Stage, settings: IterationSettings) -> Reader:
    return reader_of(stage.source, settings)


for _kind in _AS_THEY_ARE:
    reader_of.register(_kind, _of_source)


@reader_of.register
def _of_range(stage: RangeStage, settings: IterationSettings) -> Reader:
    kind = stage.attrs["output_types"][0].numpy_dtype.type
    numbers = stage.numbers
    return lambda index: (kind(numbers[index]),)


@reader_of.register
def _of_slices(stage: SliceStage, settings: IterationSettings) -> Reader:
    columns = [column_of(each) for each in stage.arrays]
    return lambda index: tuple([column[index] for column in columns])


@reader_of.register
def _of_tensors(stage: TensorStage, settings: IterationSettings) -> Reader:
    element = tuple(stage.inputs["components"])
    return lambda _: element


@reader_of.register
def _of_list(stage: ListStage, settings: IterationSettings) -> Reader:
    return stage.elements.__getitem__


@reader_of.register
def _of_random(stage: RandomStage, settings: IterationSettings) -> Reader:
    # words have no index: each is as random as any other, as in TensorFlow
    words = stage.iterate(settings)
    return lambda _: next(words)


@reader_of.register
def _of_map(stage: MapStage, settings: IterationSettings) -> Reader:
    read = reader_of(stage.source, settings)
    run = stage.function.instance(settings)

    def mapped(index: int) -> Element:
        element = read(index)
        try:
            return run(*element)
        except Exception as error:
            raise map_failure(error, stage.op, index, True) from error.__cause__

    return mapped


@reader_of.register
def _of_batches(stage: BatchStage, settings: IterationSettings) -> Reader:
    if not stage.drops_rest:
        raise without_index(
            stage, "does not support global shuffling with `drop_remainder=False`."
        )
    read, size = reader_of(stage.source, settings), stage.size
    kinds = list(zip(stage.source.element_types, stage.source.element_shapes))

    def batch(index: int) -> Element:
        places = range(index * size, (index + 1) * size)
        return stacked([read(place) for place in places], kinds)

    return batch


@reader_of.register
def _of_repeated(stage: RepeatStage, settings: IterationSettings) -> Reader:
    if stage.times < 0:
        raise FailedPreconditionError(
            None,
            None,
            f"`repeat({stage.times})` does not support random access of tf.data "
            "datasets.",
        )
    read, count = reader_of(stage.source, settings), stage.source.cardinality()
    return lambda index: read(index % count)


@reader_of.register
def _of_skipped(stage: SkipStage, settings: IterationSettings) -> Reader:
    read, skipped = reader_of(stage.source, settings), stage.skipped
    return lambda index: read(index + skipped)


@reader_of.register
def _of_shard(stage: ShardStage, settings: IterationSettings) -> Reader:
    read = reader_of(stage.source, settings)
    return lambda index: read(index * stage.count + stage.index)


@reader_of.register
def _of_concatenated(stage: ConcatenateStage, settings: IterationSettings) -> Reader:
    return one_after_the_other(stage.sources, settings)


def one_after_the_other(stages: list[Stage], settings: IterationSettings) -> Reader:
    """The reader of datasets that follow each other."""
    readers = [reader_of(each, settings) for each in stages]
    ends = list(accumulate(each.cardinality() for each in stages))

    def read(index: int) -> Element:
        part = bisect_right(ends, index)
        return readers[part](index - (ends[part - 1] if part else 0))

    return read


@reader_of.register
def _of_zipped(stage: ZipStage, settings: IterationSettings) -> Reader:
    readers = [reader_of(each, settings) for each in stage.sources]
    return lambda index: tuple([part for read in readers for part in read(index)])


@reader_of.register
def _of_cache(stage: CacheStage, settings: IterationSettings) -> Reader:
    if stage.filename:
        raise without_index(stage, "does not support random access of a file.")
    read = reader_of(stage.source, settings)
    found: dict[int, Element] = {}

    def kept(index: int) -> Element:
        if index not in found:
            found[index] = read(index)
        return found[index]

    return kept


__all__ = ["Reader", "one_after_the_other", "reader_of", "without_index"]
