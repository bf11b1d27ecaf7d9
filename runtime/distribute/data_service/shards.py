"""The part of a pipeline that one worker of the service computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.data.datasets.shares import by_hint, replaced_stage, shard_of
from runtime.data.stages.stage import Element, IterationSettings, Stage, StageIterator
from runtime.distribute.data_service.policies import ShardingPolicy
from runtime.distribute.workers.sharding import file_names
from runtime.errors import InvalidArgumentError

NextSplit = Callable[[int], int]
"""The next element of the source that nobody has, given the number of the epoch."""


def part_of(
    stage: Stage, policy: ShardingPolicy, index: int, count: int, next_split: NextSplit
) -> Stage:
    """The pipeline of one worker of several.

    Raises:
      InvalidArgumentError: for a pipeline that cannot be divided so.
    """
    if policy is ShardingPolicy.OFF:
        return stage
    if policy is ShardingPolicy.DYNAMIC:
        return _by_splits(stage, next_split)
    if policy is ShardingPolicy.HINT:
        return by_hint(stage, count, index)
    names = None if policy is ShardingPolicy.DATA else file_names(stage)
    if names is not None:
        return replaced_stage(stage, names, shard_of(names, count, index))
    if policy is ShardingPolicy.FILE:
        raise InvalidArgumentError("ShardingPolicy.FILE: the pipeline reads no files.")
    return shard_of(stage, count, index)


def _by_splits(stage: Stage, next_split: NextSplit) -> Stage:
    sources = {id(each): each for each in sources_of(stage)}
    if len(sources) != 1:
        raise InvalidArgumentError(
            "ShardingPolicy.DYNAMIC divides the one source of a pipeline; this one "
            f"has {len(sources)}: use OFF or DATA."
        )
    (source,) = sources.values()
    return replaced_stage(stage, source, SplitStage(source, next_split))


def sources_of(stage: Stage) -> list[Stage]:
    """The stages that a pipeline begins with; one that two stages read comes twice."""
    if not stage.sources:
        return [stage]
    return [found for each in stage.sources for found in sources_of(each)]


class SplitStage(Stage):
    """The elements of a source assigned to this worker."""

    def __init__(self, source: Stage, next_split: NextSplit) -> None:
        self.op, self.attrs, self.inputs = source.op, source.attrs, source.inputs
        self._source, self._next_split = source, next_split
        self._epochs = 0

    @property
    def element_types(self) -> Any:
        return self._source.element_types

    @property
    def element_shapes(self) -> Any:
        return self._source.element_shapes

    def iterate(self, settings: IterationSettings) -> StageIterator:
        epoch, self._epochs = self._epochs, self._epochs + 1
        return _Splits(self._source.iterate(settings), lambda: self._next_split(epoch))


class _Splits(StageIterator):
    __slots__ = ("_next_split", "_place", "source")
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, next_split: Callable[[], int]) -> None:
        self.source, self._next_split = source, next_split
        self._place = 0

    def __next__(self) -> Element:
        wanted = self._next_split()
        while True:
            found = next(self.source)
            self._place += 1
            if self._place > wanted:
                return found
