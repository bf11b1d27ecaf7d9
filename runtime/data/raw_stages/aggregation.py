"""Statistics of pipelines: what stages measure, and the aggregators that get it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from time import perf_counter
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.attributes import Attr
from graphir.compute.forks import forkable_lock
from graphir.errors import UnimplementedError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.contract.ranks import text_of
from graphir.ops.datasets import statistics as ops
from runtime.data.stages.stage import (
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.stores.sharing import shared
from runtime.summary.encoding import field, summary_value
from runtime.summary.histograms import Histogram
from runtime.summary.resources import SummaryResource


@handle_class("statistics")
class Aggregator:
    """Histograms of measured values by their names."""

    __slots__ = ("__weakref__", "_histograms", "_lock")

    shape = ()
    """A resource is a scalar."""

    def __init__(self) -> None:
        self._histograms: dict[str, Histogram] = {}
        self._lock = forkable_lock()

    def add(self, name: str, value: float) -> None:
        """Counts a value."""
        with self._lock:
            self._histogram(name).add(value)

    def _histogram(self, name: str) -> Histogram:
        return self._histograms.setdefault(name, Histogram())

    def summary(self) -> bytes:
        """The ``Summary`` of all values so far."""
        with self._lock:
            return b"".join(map(self._value, self._histograms))

    def _value(self, name: str) -> bytes:
        content = field(5, self._histograms[name].proto())
        return summary_value(name.encode(), content)


class WritingAggregator(Aggregator):
    """Writes a histogram for each value, as soon as there is a writer."""

    __slots__ = ("writer",)

    def __init__(self) -> None:
        super().__init__()
        self.writer: SummaryResource | None = None

    def add(self, name: str, value: float) -> None:
        writer = self.writer
        if writer is None:
            return
        with self._lock:
            histogram = self._histogram(name)
            histogram.add(value)
            # the first event of a name has step 0, as in TensorFlow
            writer.add_summary(histogram.count - 1, self._value(name))

    def summary(self) -> bytes:
        """Nothing: its writer has it."""
        return b""


@stage_of("SetStatsAggregatorDataset")
class SetAggregatorStage(Stage):
    """The elements; the aggregator gets what the stages before this one measure."""

    def prepare(self) -> None:
        self.aggregator: Aggregator = self.inputs["stats_aggregator"]
        tag = text_of(self.inputs["tag"], "tag").decode()
        self.prefix = f"{tag}::" if tag else ""

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        below = copy(settings)
        aggregator, prefix = self.aggregator, self.prefix
        below.statistics = lambda name, value: aggregator.add(prefix + name, value)
        return self.source.iterate(below)


class _MeasuringStage(Stage):
    """The elements; each is measured if an aggregator is set behind this stage."""

    def prepare(self) -> None:
        self.tag = text_of(self.inputs["tag"], "tag").decode()

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        source = self.source.iterate(settings)
        tell, tag = settings.statistics, self.tag
        if tell is None:
            return source
        return self.measured(source, lambda value: tell(tag, value))

    def measured(
        self, source: StageIterator, tell: Callable[[float], None]
    ) -> StageIterator:
        raise NotImplementedError(f"{type(self).__name__} does not define measured.")


@stage_of("LatencyStatsDataset")
class LatencyStage(_MeasuringStage):
    """The elements; how many microseconds each takes is measured."""

    def measured(
        self, source: StageIterator, tell: Callable[[float], None]
    ) -> StageIterator:
        return _Timed(source, tell)


@stage_of("BytesProducedStatsDataset")
class BytesProducedStage(_MeasuringStage):
    """The elements; how many bytes each has is measured."""

    def measured(
        self, source: StageIterator, tell: Callable[[float], None]
    ) -> StageIterator:
        variants = [each is dtypes.variant for each in self.element_types]
        return _Weighed(source, tell, variants)


class _Told(StageIterator):
    __slots__ = ("_tell", "source")
    SOURCES = ("source",)

    def __init__(self, source: StageIterator, tell: Callable[[float], None]) -> None:
        self.source = source
        self._tell = tell


class _Timed(_Told):
    __slots__ = ()

    def __next__(self) -> Element:
        started = perf_counter()
        element = next(self.source)
        self._tell((perf_counter() - started) * 1e6)
        return element


class _Weighed(_Told):
    __slots__ = ("_variants",)

    def __init__(
        self,
        source: StageIterator,
        tell: Callable[[float], None],
        variants: Sequence[bool],
    ) -> None:
        super().__init__(source, tell)
        self._variants = variants
        """Which components are variants."""

    def __next__(self) -> Element:
        element = next(self.source)
        self._tell(float(sum(map(_size, element, self._variants))))
        return element


def _size(component: Any, is_variant: bool) -> int:
    """The bytes of a component, as TensorFlow counts them.

    A text has 24 beside its own; a variant has 64, whatever it holds.
    """
    if is_variant:
        return _VARIANT * (component.size if isinstance(component, np.ndarray) else 1)
    if isinstance(component, bytes):
        return _TEXT + len(component)
    array = np.asarray(component)
    if array.dtype != object:
        return int(array.nbytes)
    texts = [each for each in array.ravel().tolist() if isinstance(each, bytes)]
    return _TEXT * len(texts) + sum(map(len, texts))


_TEXT: Final = 24
_VARIANT: Final = 64


def _named(kind: type[Aggregator]) -> Callable[[Mapping[str, Attr]], Kernel]:
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        return lambda: shared(attrs, kind, kind)

    return factory


kernel_factory(ops.StatsAggregatorHandle)(_named(Aggregator))
kernel_factory(ops.StatsAggregatorHandleV2)(_named(WritingAggregator))


@kernel(ops.StatsAggregatorSetSummaryWriter)
def _set_writer(aggregator: Aggregator, writer: SummaryResource) -> None:
    if not isinstance(aggregator, WritingAggregator):
        raise UnimplementedError(
            None, None, "An aggregator of the first version writes no summaries."
        )
    aggregator.writer = writer


@kernel(ops.StatsAggregatorSummary)
def _summary(aggregator: Aggregator) -> Any:
    scalar = np.empty((), object)
    scalar[()] = aggregator.summary()
    return scalar
