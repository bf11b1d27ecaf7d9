"""Stages that shuffle, concatenate and zip."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graphir.errors import InvalidArgumentError
from graphir.ops.random.philox import Philox
from runtime.data.stages.seeds import SeedGenerator, as_generator
from runtime.data.stages.stage import (
    INFINITE,
    UNKNOWN_COUNT,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    least_cardinality,
    stage_of,
)


class Shuffling(Stage):
    """A buffer of so many elements, and seeds."""

    draws_seeds = True

    def prepare(self) -> None:
        self.size = int(self.inputs["buffer_size"])
        if self.size <= 0 and self.size != UNKNOWN_COUNT:
            raise InvalidArgumentError(
                None,
                None,
                "buffer_size must be greater than zero or UNKNOWN_CARDINALITY "
                f"[Op:{self.op}]",
            )
        seeds = int(self.inputs.get("seed", 0)), int(self.inputs.get("seed2", 0))
        renews = bool(self.attrs.get("reshuffle_each_iteration", True))
        given = self.inputs.get("seed_generator")
        self.generator: SeedGenerator = as_generator(given, seeds, renews)
        self.hold("seed_generator", self.generator)


@stage_of("ShuffleDataset", "ShuffleDatasetV2", "ShuffleDatasetV3")
class ShuffleStage(Shuffling):
    """The elements in random order, drawn from a buffer."""

    def cardinality(self) -> int:
        return self.source.cardinality()

    is_arrangement = True

    def arrange(
        self, begin: Callable[[], StageIterator], settings: IterationSettings
    ) -> StageIterator:
        return Shuffled(begin, self.size, self.generator)


_MOST_BLOCKS = 1024
"""Of random words that are made at once; the first few cost little to make."""


class Shuffled(StageIterator):
    """A buffer that is filled before each element is drawn from it.

    The drawn element changes places with the first one, whose place becomes free. It
    begins its source when it is first read, but draws its own seeds when it is made.
    """

    __slots__ = (
        "_begin",
        "_generator",
        "_words",
        "buffer",
        "drawn",
        "is_at_end",
        "seeds",
        "size",
        "source",
        "start",
    )
    STATE = ("buffer", "drawn", "epochs_begun", "is_at_end", "seeds", "start")
    SOURCES = ("source",)

    def __init__(
        self,
        begin: Callable[[], StageIterator],
        size: int,
        generator: SeedGenerator,
    ) -> None:
        self._begin = begin
        self.source: StageIterator | None = None
        self.size = size
        self._generator = generator
        self.seeds = generator.next_seeds()
        self.buffer: list[Any] = []
        self.start = 0
        self.drawn = 0
        self.is_at_end = False
        self._words: list[int] = []

    def __next__(self) -> Element:
        buffer, start = self.buffer, self.start
        if not self.is_at_end:
            if len(buffer) == self.size:
                # the place of the element given last is that of the next one
                element = next(self.source or self._begun(), None)
                if element is None:
                    self._turn_to_order()
                    buffer, start = self.buffer, self.start
                else:
                    buffer[start - 1] = element
            else:
                self._fill()
        count = len(buffer) - start if self.is_at_end else len(buffer)
        if not count:
            raise StopIteration
        words = self._words
        if not words:
            words = self._more_words()
        self.drawn += 1
        index = start + words.pop() % count
        if index >= len(buffer):
            index -= len(buffer)
        element = buffer[index]
        buffer[index] = buffer[start]
        buffer[start] = None
        start += 1
        if start == len(buffer) and not self.is_at_end:
            start = 0
        self.start = start
        return element  # type: ignore[no-any-return]

    def _begun(self) -> StageIterator:
        if self.source is None:
            self.source = self._begin()
        return self.source

    @property
    def epochs_begun(self) -> int:
        """The number of drawn seeds, which determines the order of later epochs."""
        return self._generator.count

    @epochs_begun.setter
    def epochs_begun(self, count: int) -> None:
        self._generator.go_to(count)

    def several(self, count: int) -> list[Element]:
        """The next elements, in a single loop while the buffer is full."""
        found: list[Element] = []
        while len(found) < count:
            if self.is_at_end or len(self.buffer) < self.size:
                element = next(self, None)
                if element is None:
                    break
                found.append(element)
            else:
                self._draw(count - len(found), found)
        return found

    def _draw(self, count: int, found: list[Element]) -> None:
        """Draws up to so many elements, each after the next one has come in."""
        buffer, start, size = self.buffer, self.start, self.size
        words = self._words or self._more_words()
        read, draw, add = (
            (self.source or self._begun()).__next__,
            words.pop,
            found.append,
        )
        before = len(found)
        try:
            for _ in range(min(count, len(words))):
                buffer[start - 1] = read()
                index = start + draw() % size
                if index >= size:
                    index -= size
                add(buffer[index])
                buffer[index] = buffer[start]
                buffer[start] = None
                start += 1
                if start == size:
                    start = 0
        except StopIteration:
            self.is_at_end = True
        finally:
            self.start = start
            self.drawn += len(found) - before
        if self.is_at_end:
            self._turn_to_order()

    def _fill(self) -> None:
        buffer, size = self.buffer, self.size
        for element in self.source or self._begun():
            buffer.append(element)
            if len(buffer) == size:
                return
        self.is_at_end = True

    def _turn_to_order(self) -> None:
        """At the end of the source: what is left, from the first place."""
        self.is_at_end = True
        start = self.start
        # one place is free: that before the first
        free = start - 1 if start else len(self.buffer) - 1
        self.buffer = [*self.buffer[start:], *self.buffer[:start]]
        assert self.buffer[-1] is None or free >= 0
        self.buffer.pop()
        self.start = 0

    def _more_words(self) -> list[int]:
        generator = Philox.from_seeds(*self.seeds)
        generator.skip(self.drawn // 4)
        count = min(1 + self.drawn, _MOST_BLOCKS)
        self._words = generator.words(count)[self.drawn % 4 :][::-1]
        return self._words

    def save(self) -> dict[str, Any]:
        self._begun()  # the seeds that it draws are part of the place
        return super().save()

    def restore(self, state: Mapping[str, Any]) -> None:
        self._begun()
        super().restore(state)
        self._words = []


@stage_of("ConcatenateDataset")
class ConcatenateStage(Stage):
    """The elements of two datasets, one after the other."""

    def cardinality(self) -> int:
        counts = [each.cardinality() for each in self.sources]
        if INFINITE in counts:
            return INFINITE
        return UNKNOWN_COUNT if UNKNOWN_COUNT in counts else sum(counts)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Concatenated(self.sources, settings)


class _Concatenated(StageIterator):
    __slots__ = ("_settings", "_stages", "part", "source")
    STATE = ("part",)
    SOURCES = ("source",)

    def __init__(self, stages: list[Stage], settings: IterationSettings) -> None:
        self._stages = stages
        self._settings = settings
        self.part = 0
        self.source: StageIterator | None = stages[0].iterate(settings)

    def __next__(self) -> Element:
        while self.source is not None:
            for element in self.source:
                return element
            self.part += 1
            self._open()
        raise StopIteration

    def _open(self) -> None:
        is_there = self.part < len(self._stages)
        self.source = (
            self._stages[self.part].iterate(self._settings) if is_there else None
        )

    def restore(self, state: Mapping[str, Any]) -> None:
        self.part = state["part"]
        self._open()
        super().restore(state)


@stage_of("ZipDataset")
class ZipStage(Stage):
    """Tuples of an element of each dataset, up to the shortest."""

    def cardinality(self) -> int:
        return least_cardinality([each.cardinality() for each in self.sources])

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Zipped([each.iterate(settings) for each in self.sources])


class _Zipped(StageIterator):
    __slots__ = ("_parts",)

    def __init__(self, parts: list[StageIterator]) -> None:
        self._parts = parts

    def __next__(self) -> Element:
        element: Element = ()
        # all are read, also those after one that is at its end, as in TensorFlow
        is_at_end = False
        for part in self._parts:
            found = next(part, None)
            if found is None:
                is_at_end = True
                break
            element += found
        if is_at_end:
            raise StopIteration
        return element

    def close(self) -> None:
        for each in self._parts:
            each.close()

    def save(self) -> dict[str, Any]:
        return {"parts": [each.save() for each in self._parts]}

    def restore(self, state: Mapping[str, Any]) -> None:
        for part, saved in zip(self._parts, state["parts"]):
            part.restore(saved)
