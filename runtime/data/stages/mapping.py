"""Stages that map a function over elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from graphir.errors import InvalidArgumentError, OutOfRangeError
from graphir.graph import Graph
from graphir.node import Value
from runtime.data.stages.functions import StageFunction, failure
from runtime.data.stages.parallel_calls import ParallelCalls
from runtime.data.stages.stage import (
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)


@stage_of("MapDataset", "ParallelMapDataset", "ParallelMapDatasetV2")
class MapStage(Stage):
    """The results of a function for each element."""

    def prepare(self) -> None:
        self.function = StageFunction(self.attrs["f"], self.inputs["other_arguments"])

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        function = self.function.instance(settings)
        keeps_count = bool(self.attrs.get("preserve_cardinality"))
        if "num_parallel_calls" not in self.inputs:
            return Mapped(source, function, self.op, keeps_count)
        workers = int(self.inputs["num_parallel_calls"])
        return _MappedInParallel(
            source, function, self.op, keeps_count, workers, settings
        )


class Mapped(StageIterator):
    """The results of a callable for each element, one at a time."""

    __slots__ = ("_keeps_count", "_op", "_run", "count", "source")
    STATE: ClassVar[tuple[str, ...]] = ("count",)
    SOURCES = ("source",)

    def __init__(
        self,
        source: StageIterator,
        function: Callable[..., Element],
        op: str,
        keeps_count: bool,
    ) -> None:
        self.source = source
        self._run = function
        self._op = op
        self._keeps_count = keeps_count
        self.count = 0

    def __next__(self) -> Element:
        element = next(self.source)
        try:
            self.count += 1
            return self._run(*element)
        except Exception as error:
            raise self._failure(error) from error.__cause__

    def _failure(self, error: Exception) -> Exception:
        return map_failure(error, self._op, self.count - 1, self._keeps_count)


def map_failure(error: Exception, op: str, number: int, keeps_count: bool) -> Exception:
    """The error to raise for a function's error.

    The function's end of sequence ends the dataset, unless it keeps its cardinality.
    """
    told = failure(error, op, number)
    if not isinstance(told, OutOfRangeError):
        return told
    if keeps_count:
        return InvalidArgumentError(
            None,
            None,
            "Function invocation produced OutOfRangeError: "
            f"{told.message}\n  in stage {op}, element {number}",
        )
    return StopIteration()


class _MappedInParallel(Mapped):
    """Calls run ahead on threads where they take long enough for that."""

    __slots__ = ("_calls",)
    STATE = ("count", "waiting")

    def __init__(
        self,
        source: StageIterator,
        function: Callable[..., Element],
        op: str,
        keeps_count: bool,
        workers: int,
        settings: IterationSettings,
    ) -> None:
        super().__init__(source, function, op, keeps_count)
        self._calls = ParallelCalls(function, workers, settings.threads)

    @property
    def waiting(self) -> list[Element]:
        """Elements of the source that were read, without their results returned yet."""
        return self._calls.waiting()

    @waiting.setter
    def waiting(self, elements: list[Element]) -> None:
        self._calls.start_with(elements)

    def __next__(self) -> Element:
        try:
            element = self._calls.following(self.source)
            self.count += 1
            return element
        except StopIteration:
            raise
        except Exception as error:
            self.count += 1
            raise self._failure(error) from error.__cause__

    def close(self) -> None:
        self._calls.close()
        super().close()


@stage_of("ScanDataset")
class ScanStage(Stage):
    """The results of a function of a state and each element."""

    def prepare(self) -> None:
        self.function = StageFunction(self.attrs["f"], self.inputs["other_arguments"])
        self.initial: list[Any] = self.inputs["initial_state"]

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        run = self.function.instance(settings)
        same = same_results(self.function.body, len(self.initial))
        return Scanned(source, run, tuple(self.initial), same)


class Scanned(StageIterator):
    """The iterator of a scan, with a state that each element updates."""

    __slots__ = ("_run", "_same", "_size", "count", "source", "state")
    STATE = ("count", "state")
    SOURCES = ("source",)

    def __init__(
        self, source: StageIterator, function: Any, initial: Element, same: list[int]
    ) -> None:
        self.source = source
        self._run = function
        self._same = same
        self._size = len(initial)
        self.state = initial
        self.count = 0

    def gives_state(self, places: list[int], state: Element) -> bool:
        """Whether results at ``places`` are the next state, ``state`` the present."""
        if any(one is not two for one, two in zip(self.state, state)):
            return False
        return [self._same[place] for place in places] == list(range(self._size))

    def finish(self) -> Element:
        """Reads the remaining elements; returns the last state, drops the results."""
        run, size, state = self._run, self._size, self.state
        try:
            for element in self.source.rest():
                self.count += 1
                state = run(*state, *element)[:size]
        except Exception as error:
            told = map_failure(error, "ScanDataset", self.count - 1, False)
            if isinstance(told, StopIteration):
                return state
            raise told from error.__cause__
        self.state = state
        return state

    def __next__(self) -> Element:
        element = next(self.source)
        try:
            self.count += 1
            results = self._run(*self.state, *element)
        except Exception as error:
            told = map_failure(error, "ScanDataset", self.count - 1, False)
            raise told from error.__cause__
        self.state = results[: self._size]
        return tuple(results[self._size :])


def same_results(body: Graph, size: int) -> list[int]:
    """The index in the state of each result after the state, or -1 if it is no part."""
    values = [_copied_value(value) for value in body.outputs]
    state = values[:size]
    return [state.index(each) if each in state else -1 for each in values[size:]]


def _copied_value(value: Value) -> Value:
    """The input of an Identity."""
    while value.node.op == "Identity" and not value.node.control_inputs:
        value = value.node.inputs[0]
    return value
