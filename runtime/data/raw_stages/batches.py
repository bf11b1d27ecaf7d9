"""Stages that batch in ways of their own: windows that overlap, parts for replicas."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Any

from graphir.errors import InvalidArgumentError
from runtime.data.stages.batches import stacked
from runtime.data.stages.batching import batch_count
from runtime.data.stages.stage import (
    INFINITE,
    UNKNOWN_COUNT,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)


@stage_of("SlidingWindowDataset")
class SlidingWindowStage(Stage):
    """Batches of elements a stride apart; each begins a shift after the last one."""

    def prepare(self) -> None:
        self.size = self._positive("window_size", "Window size")
        self.shift = self._positive("window_shift", "Window shift")
        self.stride = self._positive("window_stride", "window_stride")
        self.drops_rest = bool(self.attrs.get("drop_remainder", True))

    def _positive(self, name: str, label: str) -> int:
        found = int(self.inputs[name])
        if found > 0:
            return found
        raise InvalidArgumentError(
            None, None, f"{label} must be greater than zero. [Op:{self.op}]"
        )

    def cardinality(self) -> int:
        return batch_count(self.source.cardinality(), self.shift, self.drops_rest)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Sliding(self.source.iterate(settings), self)


class _Sliding(StageIterator):
    __slots__ = ("_kinds", "_stage", "held", "skipped", "source")
    STATE = ("held", "skipped")
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, stage: SlidingWindowStage) -> None:
        self.source = source
        self._stage = stage
        inside = stage.source
        self._kinds = list(zip(inside.element_types, inside.element_shapes))
        self.held: list[Element] = []
        self.skipped = 0

    def __next__(self) -> Element:
        stage = self._stage
        reach = (stage.size - 1) * stage.stride + 1
        self._skip()
        self.held += islice(self.source, reach - len(self.held))
        if not self.held or (stage.drops_rest and len(self.held) < reach):
            raise StopIteration
        window = self.held[: reach : stage.stride]
        self.skipped = max(0, stage.shift - len(self.held))
        self.held = self.held[stage.shift :]
        return stacked(window, self._kinds)

    def _skip(self) -> None:
        """Passes over the elements between windows."""
        deque(islice(self.source, self.skipped), 0)
        self.skipped = 0


@stage_of("RebatchDataset")
class SplitBatchesStage(Stage):
    """Batches split into as many parts as replicas, the last parts smaller."""

    def prepare(self) -> None:
        self.parts = int(self.inputs["num_replicas"])
        if self.parts <= 0:
            raise InvalidArgumentError(
                None, None, f"num_replicas must be greater than zero. [Op:{self.op}]"
            )

    def cardinality(self) -> int:
        return INFINITE if self.source.cardinality() == INFINITE else UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Split(self.source.iterate(settings), self.parts)


class _Split(StageIterator):
    __slots__ = ("_parts", "element", "part", "source")
    STATE = ("element", "part")
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, parts: int) -> None:
        self.source = source
        self._parts = parts
        self.element: Element | None = None
        self.part = 0

    def __next__(self) -> Element:
        if self.element is None:
            self.element, self.part = next(self.source), 0
        found = tuple([self._rows(each) for each in self.element])
        self.part += 1
        if self.part == self._parts:
            self.element = None
        return found

    def _rows(self, batch: Any) -> Any:
        size = -(-len(batch) // self._parts)
        return batch[self.part * size : (self.part + 1) * size]
