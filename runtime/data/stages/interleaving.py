"""Stages over several datasets: concatenated or interleaved."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from graphir.errors import InvalidArgumentError
from runtime.data.stages.functions import StageFunction
from runtime.data.stages.mapping import map_failure
from runtime.data.stages.stage import (
    INFINITE,
    UNKNOWN_COUNT,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)


@stage_of("FlatMapDataset")
class FlatMapStage(Stage):
    """The elements of the datasets that a function returns, one after the other."""

    def prepare(self) -> None:
        self.function = StageFunction(self.attrs["f"], self.inputs["other_arguments"])

    def cardinality(self) -> int:
        return UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        return _Flattened(source, self.function.instance(settings), settings)


class _Flattened(StageIterator):
    __slots__ = ("_run", "_settings", "count", "current", "element", "source")
    STATE = ("count", "element")
    SOURCES = ("source",)

    def __init__(
        self, source: StageIterator, function: Any, settings: IterationSettings
    ) -> None:
        self.source = source
        self._run = function
        self._settings = settings
        self.element: Element | None = None
        self.current: StageIterator | None = None
        self.count = 0

    def __next__(self) -> Element:
        while True:
            if self.current is not None:
                try:
                    return self.current.__next__()
                except StopIteration:
                    self._leave()
            self._enter_next()

    def step(self) -> Callable[[], Element] | None:
        inside = self.current
        return None if inside is None else inside.step() or inside.__next__

    def several(self, count: int) -> list[Element]:
        found: list[Element] = []
        while len(found) < count:
            if self.current is None:
                try:
                    self._enter_next()
                except StopIteration:
                    break
            assert self.current is not None
            found += self.current.several(count - len(found))
            if len(found) < count:
                self._leave()
        return found

    def _enter_next(self) -> None:
        self.element = next(self.source)
        self.count += 1
        self._open()

    def _leave(self) -> None:
        assert self.current is not None
        self.current.close()
        self.current = None
        self.element = None

    def _open(self) -> StageIterator:
        assert self.element is not None
        found = opened(
            self._run, self.element, self._settings, "FlatMapDataset", self.count - 1
        )
        self.current = found
        return found

    def close(self) -> None:
        super().close()
        if self.current is not None:
            self.current.close()

    def save(self) -> dict[str, Any]:
        inside = None if self.current is None else self.current.save()
        return {**super().save(), "current": inside}

    def restore(self, state: Mapping[str, Any]) -> None:
        super().restore(state)
        self.current = None
        if state["current"] is not None:
            self._open().restore(state["current"])


def opened(
    run: Any, element: Element, settings: IterationSettings, op: str, number: int
) -> StageIterator:
    """An iterator over the dataset that a function returns for an element."""
    try:
        stage: Stage = run(*element)[0]
    except Exception as error:
        raise map_failure(error, op, number, False) from error.__cause__
    return stage.iterate(settings)


@stage_of(
    "InterleaveDataset",
    "ParallelInterleaveDataset",
    "ParallelInterleaveDatasetV2",
    "ParallelInterleaveDatasetV3",
    "ParallelInterleaveDatasetV4",
    "LegacyParallelInterleaveDatasetV2",
)
class InterleaveStage(Stage):
    """Elements of the datasets that a function returns, in turns in blocks."""

    def prepare(self) -> None:
        self.function = StageFunction(self.attrs["f"], self.inputs["other_arguments"])
        self.cycle = int(self.inputs["cycle_length"])
        self.block = int(self.inputs["block_length"])
        if self.cycle == -1 and "num_parallel_calls" in self.inputs:
            self.cycle = os.cpu_count() or 1
        for name, value in (("cycle_length", self.cycle), ("block_length", self.block)):
            if value <= 0:
                raise InvalidArgumentError(
                    None, None, f"{name} must be greater than zero. [Op:{self.op}]"
                )
        workers = int(self.inputs.get("num_parallel_calls", 1))
        if workers > self.cycle:
            raise InvalidArgumentError(
                None,
                None,
                f"num_parallel_calls must less than or equal to input_cycle_length: "
                f"{workers} > {self.cycle} [Op:{self.op}]",
            )

    def cardinality(self) -> int:
        return UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        run = self.function.instance(settings)
        return _Interleaved(source, run, self.cycle, self.block, settings, self.op)


class _Interleaved(StageIterator):
    """A ring of open datasets; each gives a block of elements in its turn."""

    __slots__ = (
        "_block",
        "_op",
        "_run",
        "_settings",
        "count",
        "elements",
        "is_at_end",
        "left",
        "open",
        "place",
        "source",
    )
    STATE = ("count", "elements", "is_at_end", "left", "place")
    SOURCES = ("source",)

    def __init__(
        self,
        source: StageIterator,
        function: Any,
        cycle: int,
        block: int,
        settings: IterationSettings,
        op: str,
    ) -> None:
        self.source = source
        self._run = function
        self._block = block
        self._settings = settings
        self._op = op
        self.open: list[StageIterator | None] = [None] * cycle
        self.elements: list[Element | None] = [None] * cycle
        self.place = 0
        self.left = block
        self.count = 0
        self.is_at_end = False

    def __next__(self) -> Element:
        while True:
            current = self.open[self.place]
            if current is not None:
                element = next(current, None)
                if element is not None:
                    self.left -= 1
                    if not self.left:
                        self._turn()
                    return element
                current.close()
                self.open[self.place] = None
                self.elements[self.place] = None
                self._turn()
            elif not self.is_at_end:
                self._open()
            elif all(each is None for each in self.open):
                raise StopIteration
            else:
                self._turn()

    def _turn(self) -> None:
        self.left = self._block
        self.place = (self.place + 1) % len(self.open)

    def _open(self) -> None:
        element = next(self.source, None)
        if element is None:
            self.is_at_end = True
            return
        self.count += 1
        self.elements[self.place] = element
        self.open[self.place] = self._opened(element)

    def _opened(self, element: Element) -> StageIterator:
        number = self.count - 1
        return opened(self._run, element, self._settings, self._op, number)

    def close(self) -> None:
        super().close()
        for each in self.open:
            if each is not None:
                each.close()

    def save(self) -> dict[str, Any]:
        inside = [None if each is None else each.save() for each in self.open]
        return {**super().save(), "open": inside}

    def restore(self, state: Mapping[str, Any]) -> None:
        super().restore(state)
        for place, saved in enumerate(state["open"]):
            element = self.elements[place]
            self.open[place] = None
            if saved is not None and element is not None:
                again = self._opened(element)
                again.restore(saved)
                self.open[place] = again


@stage_of("DirectedInterleaveDataset")
class DirectedInterleaveStage(Stage):
    """Elements of several datasets; a selector names the dataset of each element."""

    @property
    def _data(self) -> list[Stage]:
        found: list[Stage] = self.inputs["data_input_datasets"]
        return found

    def cardinality(self) -> int:
        counts = [each.cardinality() for each in self._data]
        if INFINITE in counts and not self.attrs.get("stop_on_empty_dataset"):
            return INFINITE
        return UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        selector = self.inputs["selector_input_dataset"].iterate(settings)
        sources = [each.iterate(settings) for each in self._data]
        return _Directed(
            selector, sources, bool(self.attrs.get("stop_on_empty_dataset"))
        )


class _Directed(StageIterator):
    __slots__ = ("_data", "_stops", "is_at_end", "open", "selector")
    STATE = ("is_at_end", "open")
    SOURCES = ("selector",)

    def __init__(
        self, selector: StageIterator, data: list[StageIterator], stops: bool
    ) -> None:
        self.selector = selector
        self._data = data
        self._stops = stops
        self.open = [True] * len(data)
        self.is_at_end = False

    def __next__(self) -> Element:
        if self.is_at_end:
            raise StopIteration
        for chosen in self.selector:
            index = int(chosen[0])
            if not 0 <= index < len(self._data):
                raise InvalidArgumentError(
                    None,
                    None,
                    f"Selector index out of range: {index} >= {len(self._data)}",
                )
            if not self.open[index]:
                continue
            element = next(self._data[index], None)
            if element is not None:
                return element
            self.open[index] = False
            if self._stops or not any(self.open):
                break
        self.is_at_end = True
        raise StopIteration

    def close(self) -> None:
        super().close()
        for each in self._data:
            each.close()

    def save(self) -> dict[str, Any]:
        return {**super().save(), "data": [each.save() for each in self._data]}

    def restore(self, state: Mapping[str, Any]) -> None:
        super().restore(state)
        for each, saved in zip(self._data, state["data"]):
            each.restore(saved)
