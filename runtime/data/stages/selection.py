"""Stages that select elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np

from graphir.errors import FailedPreconditionError, InvalidArgumentError, OpError
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
from runtime.messages.logs import get_logger

_HINT: Final = -1
"""A number of shards that a strategy or the data service is to give."""


@stage_of("FilterDataset", "ParallelFilterDataset")
class FilterStage(Stage):
    """The elements for which a function is true."""

    def prepare(self) -> None:
        attr = self.attrs["predicate"]
        self.function = StageFunction(attr, self.inputs["other_arguments"])

    def cardinality(self) -> int:
        return UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        return _Filtered(source, self.function.instance(settings), self.op)


class _Filtered(StageIterator):
    __slots__ = ("_op", "_run", "count", "source")
    STATE: ClassVar[tuple[str, ...]] = ("count",)
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, function: Any, op: str) -> None:
        self.source = source
        self._run = function
        self._op = op
        self.count = 0

    def __next__(self) -> Element:
        for element in self.source:
            if self._holds(element):
                return element
        raise StopIteration

    def _holds(self, element: Element) -> bool:
        try:
            self.count += 1
            return bool(self._run(*element)[0])
        except Exception as error:
            told = map_failure(error, self._op, self.count - 1, False)
            raise told from error.__cause__


@stage_of("FilterByLastComponentDataset")
class FilterByLastComponentStage(Stage):
    """The elements whose last component is true, without it."""

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Marked(self.source.iterate(settings))


class _Marked(StageIterator):
    __slots__ = ("source",)
    SOURCES = ("source",)

    def __init__(self, source: StageIterator) -> None:
        self.source = source

    def __next__(self) -> Element:
        for element in self.source:
            if element[-1]:
                return element[:-1]
        raise StopIteration


@stage_of("TakeWhileDataset")
class TakeWhileStage(FilterStage):
    """The elements before the first for which a function is false."""

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        return _TakenWhile(source, self.function.instance(settings), self.op)


class _TakenWhile(_Filtered):
    __slots__ = ("is_at_end",)
    STATE = ("count", "is_at_end")

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.is_at_end = False

    def __next__(self) -> Element:
        if self.is_at_end:
            raise StopIteration
        element = next(self.source)
        if self._holds(element):
            return element
        self.is_at_end = True
        raise StopIteration


@stage_of("TakeDataset")
class TakeStage(Stage):
    """The first elements; all elements for -1."""

    def prepare(self) -> None:
        self.limit = int(self.inputs["count"])

    def cardinality(self) -> int:
        count = self.source.cardinality()
        if self.limit < 0:
            return count
        if count == UNKNOWN_COUNT:
            return UNKNOWN_COUNT if self.limit else 0
        return self.limit if count == INFINITE else min(count, self.limit)

    is_arrangement = True

    def arrange(
        self, begin: Callable[[], StageIterator], settings: IterationSettings
    ) -> StageIterator:
        return begin() if self.limit < 0 else _Taken(begin(), self.limit)


class _Taken(StageIterator):
    __slots__ = ("_limit", "count", "source")
    STATE = ("count",)
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, limit: int) -> None:
        self.source = source
        self._limit = limit
        self.count = 0

    def __next__(self) -> Element:
        if self.count >= self._limit:
            raise StopIteration
        element = next(self.source)
        self.count += 1
        return element


@stage_of("SkipDataset")
class SkipStage(Stage):
    """The elements after the first ``count``; none for -1."""

    def prepare(self) -> None:
        self.skipped = int(self.inputs["count"])

    def cardinality(self) -> int:
        count = self.source.cardinality()
        if self.skipped < 0:
            return 0
        return count if count < 0 else max(0, count - self.skipped)

    is_arrangement = True

    def arrange(
        self, begin: Callable[[], StageIterator], settings: IterationSettings
    ) -> StageIterator:
        return _Skipped(begin(), self.skipped)


class _Skipped(StageIterator):
    __slots__ = ("left", "source")
    STATE = ("left",)
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, skipped: int) -> None:
        self.source = source
        self.left = skipped

    def __next__(self) -> Element:
        if self.left < 0:
            raise StopIteration
        while self.left:
            next(self.source)
            self.left -= 1
        return next(self.source)


@stage_of("ShardDataset")
class ShardStage(Stage):
    """Every n-th element, from an index on.

    With the hint that others are to decide, it has no elements of its own.
    """

    def prepare(self) -> None:
        self.count = int(self.inputs["num_shards"])
        self.index = int(self.inputs["index"])
        if self.is_hint:
            return
        if self.count <= 0:
            raise InvalidArgumentError(
                None,
                None,
                "Number of shards must be greater than zero (currently num_shards = "
                f"{self.count}). [Op:ShardDataset]",
            )
        if not 0 <= self.index < self.count:
            raise InvalidArgumentError(
                None,
                None,
                f"Index must be between 0 and {self.count - 1} (currently index = "
                f"{self.index}). [Op:ShardDataset]",
            )

    @property
    def is_hint(self) -> bool:
        """Whether a strategy or the data service is to say which elements these are."""
        return self.count == _HINT

    def cardinality(self) -> int:
        count = self.source.cardinality()
        if self.is_hint:
            return UNKNOWN_COUNT
        if count < 0:
            return count
        return count // self.count + (self.index < count % self.count)

    is_arrangement = True

    def arrange(
        self, begin: Callable[[], StageIterator], settings: IterationSettings
    ) -> StageIterator:
        if self.is_hint:
            raise FailedPreconditionError(
                None,
                None,
                "`tf.data.Dataset.shard(SHARD_HINT, ...)` can only be used in "
                "`tf.distribute.Strategy.experimental_distribute_dataset()` with "
                "`tf.data.experimental.AutoShardPolicy.HINT` policy, or tf.data "
                "service with `tf.data.experimental.service.ShardingPolicy.HINT` "
                "processing mode.",
            )
        return _Shard(begin(), self.count, self.index)


class _Shard(StageIterator):
    __slots__ = ("_count", "left", "source")
    STATE = ("left",)
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, count: int, index: int) -> None:
        self.source = source
        self._count = count
        self.left = index

    def __next__(self) -> Element:
        while self.left:
            next(self.source)
            self.left -= 1
        element = next(self.source)
        self.left = self._count - 1
        return element


@stage_of("UniqueDataset")
class UniqueStage(Stage):
    """Each distinct element once."""

    def prepare(self) -> None:
        if len(self.element_types) != 1 or not self.element_types[0].has_numpy:
            raise InvalidArgumentError(
                None,
                None,
                "UniqueDataset only supports inputs with a single component. "
                "[Op:UniqueDataset]",
            )

    def cardinality(self) -> int:
        return UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Unique(self.source.iterate(settings))


class _Unique(StageIterator):
    __slots__ = ("seen", "source")
    STATE = ("seen",)
    SOURCES = ("source",)

    def __init__(self, source: StageIterator) -> None:
        self.source = source
        self.seen: set[Any] = set()

    def __next__(self) -> Element:
        for element in self.source:
            key = tuple(map(content_key, element))
            if key not in self.seen:
                self.seen.add(key)
                return element
        raise StopIteration


def content_key(value: Any) -> Any:
    """Equal for arrays of equal shapes and contents."""
    array = np.asarray(value)
    content = tuple(array.ravel()) if array.dtype == object else array.tobytes()
    return array.shape, content


@stage_of("IgnoreErrorsDataset")
class IgnoreErrorsStage(Stage):
    """The elements that are computed without an error."""

    def cardinality(self) -> int:
        return UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        return _WithoutErrors(source, bool(self.attrs.get("log_warning")))


class _WithoutErrors(StageIterator):
    __slots__ = ("_logs", "source")
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, logs: bool) -> None:
        self.source = source
        self._logs = logs

    def __next__(self) -> Element:
        while True:
            try:
                return next(self.source)
            except OpError as error:
                if self._logs:
                    get_logger().warning("Error raised with error message %s", error)


@stage_of("AssertCardinalityDataset")
class AssertCardinalityStage(Stage):
    """The elements; an error if their number is not the expected one."""

    def cardinality(self) -> int:
        return int(self.inputs["cardinality"])

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Counted(self.source.iterate(settings), self.cardinality())


class _Counted(StageIterator):
    __slots__ = ("_expected", "count", "source")
    STATE = ("count",)
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, expected: int) -> None:
        self.source = source
        self._expected = expected
        self.count = 0

    def __next__(self) -> Element:
        element = next(self.source, None)
        if element is None:
            if self._expected == UNKNOWN_COUNT or self.count == self._expected:
                raise StopIteration
            raise self._refused(f"only {self.count}")
        self.count += 1
        if 0 <= self._expected < self.count:
            raise self._refused(f"at least {self.count}")
        return element

    def _refused(self, found: str) -> Exception:
        expected = self._expected
        wanted = "an infinite number of" if expected == INFINITE else str(expected)
        return FailedPreconditionError(
            None,
            None,
            f"Input dataset was expected to contain {wanted} element"
            f"{'' if expected == 1 else 's'} but contained {found} element"
            f"{'' if self.count == 1 else 's'}.",
        )
