"""Stages that pause before elements, or choose among datasets of equal elements."""

from __future__ import annotations

from time import sleep
from typing import Any

from graphir.errors import InvalidArgumentError
from graphir.ops.datasets import statistics as ops
from runtime.data.stages.seeds import Dummy
from runtime.data.stages.stage import (
    UNKNOWN_COUNT,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)
from runtime.stateful_kernels.attaching import kernel


@stage_of("SleepDataset")
class SleepStage(Stage):
    """The elements, each after a pause."""

    def prepare(self) -> None:
        self.seconds = int(self.inputs["sleep_microseconds"]) / 1e6
        if self.seconds < 0:
            raise InvalidArgumentError(
                None, None, "`sleep_microseconds` must be >= 0 [Op:SleepDataset]"
            )

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Sleeping(self.source.iterate(settings), self.seconds)


class _Sleeping(StageIterator):
    __slots__ = ("_seconds", "source")
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, seconds: float) -> None:
        self.source = source
        self._seconds = seconds

    def __next__(self) -> Element:
        sleep(self._seconds)
        return next(self.source)


@stage_of("ChooseFastestDataset")
class ChooseFastestStage(Stage):
    """The elements of the first dataset; all input datasets have equal elements."""

    def prepare(self) -> None:
        counts = [each.cardinality() for each in self.sources]
        known = [count for count in counts if count != UNKNOWN_COUNT]
        for place, count in enumerate(counts):
            if count not in (UNKNOWN_COUNT, *known[:1]):
                raise InvalidArgumentError(
                    None,
                    None,
                    "All inputs to ChooseFastestDataset must have compatible "
                    f"cardinalities. Input {place} has cardinality: {count}, while "
                    f"all prior inputs have cardinality: {known[0]}. "
                    "[Op:ChooseFastestDataset]",
                )

    def cardinality(self) -> int:
        counts = [each.cardinality() for each in self.sources]
        return next((each for each in counts if each != UNKNOWN_COUNT), UNKNOWN_COUNT)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return self.sources[0].iterate(settings)


@kernel(ops.ThreadPoolHandle)
def _thread_pool() -> Any:
    return Dummy()
