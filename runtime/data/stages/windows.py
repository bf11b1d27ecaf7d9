"""Stages whose elements are datasets: windows, and groups by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError, OpError
from runtime.data.elements.structures import refuse_other_count
from runtime.data.stages.functions import StageFunction
from runtime.data.stages.mapping import map_failure
from runtime.data.stages.stage import (
    UNKNOWN_COUNT,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)


class WindowContents(Stage):
    """The values of one component of a window's elements: a dataset in an element."""

    def __init__(self, elements: list[Element], types: Any, shapes: Any) -> None:
        self.op = "Window"
        self.attrs: Mapping[str, Attr] = {
            "output_types": types,
            "output_shapes": shapes,
        }
        self.inputs = {}
        self.elements = elements

    def cardinality(self) -> int:
        return len(self.elements)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Contents(self.elements)


class _Contents(StageIterator):
    __slots__ = ("_elements", "position")
    STATE = ("position",)

    def __init__(self, elements: list[Element]) -> None:
        self._elements = elements
        self.position = 0

    def __next__(self) -> Element:
        if self.position >= len(self._elements):
            raise StopIteration
        self.position += 1
        return self._elements[self.position - 1]


@stage_of("WindowDataset")
class WindowStage(Stage):
    """Datasets of consecutive elements, one for each component."""

    def prepare(self) -> None:
        names = "size", "shift", "stride"
        self.size, self.shift, self.stride = (int(self.inputs[n]) for n in names)
        self.drops_rest = bool(self.inputs["drop_remainder"])
        for name, value in zip(("size", "shift", "stride"), self._numbers()):
            if value <= 0:
                raise InvalidArgumentError(
                    None,
                    None,
                    f"Window {name} must be greater than zero. [Op:WindowDataset]",
                )

    def _numbers(self) -> tuple[int, int, int]:
        return self.size, self.shift, self.stride

    def cardinality(self) -> int:
        count = self.source.cardinality()
        if count < 0:
            return count
        if not self.drops_rest:
            return -(-count // self.shift)
        span = (self.size - 1) * self.stride + 1
        return max(0, (count - span) // self.shift + 1) if count >= span else 0

    def iterate(self, settings: IterationSettings) -> StageIterator:
        kinds = list(zip(self.source.element_types, self.source.element_shapes))
        refuse_other_count(len(self.element_types), len(kinds))  # a None has none
        source = self.source.iterate(settings)
        return _Windows(source, self._numbers(), self.drops_rest, kinds)


class _Windows(StageIterator):
    __slots__ = (
        "_drops_rest",
        "_kinds",
        "_numbers",
        "buffer",
        "is_at_end",
        "source",
        "to_skip",
    )
    STATE = ("buffer", "is_at_end", "to_skip")
    SOURCES = ("source",)

    def __init__(
        self,
        source: StageIterator,
        numbers: tuple[int, int, int],
        drops_rest: bool,
        kinds: list[Any],
    ) -> None:
        self.source = source
        self._numbers = numbers
        self._drops_rest = drops_rest
        self._kinds = kinds
        self.buffer: list[Any] = []
        """Elements, and errors that were raised in their place."""
        self.to_skip = 0
        self.is_at_end = False

    def __next__(self) -> Element:
        size, shift, stride = self._numbers
        span = (size - 1) * stride + 1
        self._fill(span)
        if not self.buffer or (self._drops_rest and len(self.buffer) < span):
            raise StopIteration
        window = self.buffer[:span:stride]
        self.to_skip = max(0, shift - len(self.buffer))
        del self.buffer[:shift]
        for each in window:
            if isinstance(each, Exception):
                raise each
        return tuple(
            [
                WindowContents([(each[place],) for each in window], [kind], [shape])
                for place, (kind, shape) in enumerate(self._kinds)
            ]
        )

    def _fill(self, span: int) -> None:
        while not self.is_at_end and len(self.buffer) < span:
            element: Any = None
            try:
                element = next(self.source, None)
            except OpError as error:
                element = error  # it is in the windows that would have the element
            if element is None:
                self.is_at_end = True
            elif self.to_skip:
                self.to_skip -= 1
            else:
                self.buffer.append(element)


@stage_of("GroupByWindowDataset")
class GroupByWindowStage(Stage):
    """The results of a function of a key and a dataset of elements with that key."""

    def prepare(self) -> None:
        self.functions = [
            StageFunction(
                self.attrs[f"{role}_func"], self.inputs[f"{role}_func_other_arguments"]
            )
            for role in ("key", "reduce", "window_size")
        ]

    def cardinality(self) -> int:
        return UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        functions = [each.instance(settings) for each in self.functions]
        return _Grouped(self.source, functions, settings)


class _Grouped(StageIterator):
    __slots__ = (
        "_functions",
        "_kinds",
        "_settings",
        "_stage",
        "count",
        "current",
        "finished",
        "groups",
        "is_at_end",
        "sizes",
        "source",
    )
    STATE = ("count", "finished", "groups", "is_at_end", "sizes")
    SOURCES = ("source",)

    def __init__(
        self, stage: Stage, functions: list[Any], settings: IterationSettings
    ) -> None:
        self.source = stage.iterate(settings)
        self._kinds = stage.element_types, stage.element_shapes
        self._functions = functions
        self._settings = settings
        self.groups: dict[int, list[Element]] = {}
        self.sizes: dict[int, int] = {}
        self.current: StageIterator | None = None
        self.finished: tuple[Any, list[Element]] | None = None
        self.count = 0
        self.is_at_end = False

    def __next__(self) -> Element:
        while True:
            if self.current is not None:
                for element in self.current:
                    return element
                self.current = self.finished = None
            if not self.is_at_end:
                try:
                    self._add(next(self.source))
                    continue
                except StopIteration:
                    self.is_at_end = True
            if not self.groups:
                raise StopIteration
            # groups are ended in the order of their keys
            self._finish(min(self.groups))

    def _add(self, element: Element) -> None:
        key_of, _, size_of = self._functions
        self.count += 1
        key = self._called(key_of, element)
        number = int(key)
        if number not in self.groups:
            self.groups[number] = []
            self.sizes[number] = size = int(self._called(size_of, (key,)))
            if size <= 0:
                raise InvalidArgumentError(
                    None,
                    None,
                    f"Window size must be greater than zero, but got {size}.",
                )
        group = self.groups[number]
        group.append(element)
        if len(group) == self.sizes[number]:
            self._finish(number)

    def _finish(self, number: int) -> None:
        import numpy as np

        elements = self.groups.pop(number)
        self.finished = np.int64(number), elements
        self._open()

    def _open(self) -> StageIterator:
        assert self.finished is not None
        key, elements = self.finished
        contents = WindowContents(elements, *self._kinds)
        stage = self._called(self._functions[1], (key, contents))
        found: StageIterator = stage.iterate(self._settings)
        self.current = found
        return found

    def _called(self, function: Any, arguments: Element) -> Any:
        try:
            return function(*arguments)[0]
        except Exception as error:
            told = map_failure(error, "GroupByWindowDataset", self.count - 1, False)
            raise told from error.__cause__

    def save(self) -> dict[str, Any]:
        inside = None if self.current is None else self.current.save()
        state = super().save()
        state["groups"] = {key: list(each) for key, each in self.groups.items()}
        return {**state, "current": inside}

    def restore(self, state: Mapping[str, Any]) -> None:
        super().restore(state)
        self.groups = {key: list(each) for key, each in state["groups"].items()}
        self.current = None
        if state["current"] is not None:
            self._open().restore(state["current"])


@stage_of("GroupByReducerDataset")
class GroupByReducerStage(Stage):
    """The reduced elements of each key, in the order of the keys."""

    def prepare(self) -> None:
        self.functions = [
            StageFunction(
                self.attrs[f"{role}_func"], self.inputs[f"{role}_func_other_arguments"]
            )
            for role in ("key", "init", "reduce", "finalize")
        ]

    def iterate(self, settings: IterationSettings) -> StageIterator:
        functions = [each.instance(settings) for each in self.functions]
        return _Reduced(self.source.iterate(settings), functions)


class _Reduced(StageIterator):
    __slots__ = ("_functions", "results", "source")
    STATE = ("results",)
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, functions: list[Any]) -> None:
        self.source = source
        self._functions = functions
        self.results: list[Element] | None = None

    def __next__(self) -> Element:
        if self.results is None:
            self.results = self._all()[::-1]
        if not self.results:
            raise StopIteration
        return self.results.pop()

    def _all(self) -> list[Element]:
        key_of, init, reduce, finalize = self._functions
        states: dict[int, Element] = {}
        for count, element in enumerate(self.source):
            try:
                key = key_of(*element)[0]
                number = int(key)
                if number not in states:
                    states[number] = init(key)
                states[number] = reduce(*states[number], *element)
            except Exception as error:
                told = map_failure(error, "GroupByReducerDataset", count, True)
                raise told from error.__cause__
        return [finalize(*states[number]) for number in sorted(states)]
