"""Stages that repeat, and the epochs that a repetition begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from graphir.graph import Graph
from graphir.node import Node
from runtime.data.stages.ordering import Shuffled, Shuffling
from runtime.data.stages.pipeline_graphs import pipeline_graph
from runtime.data.stages.stage import (
    INFINITE,
    STAGES,
    UNKNOWN_COUNT,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)


@stage_of("ShuffleAndRepeatDataset", "ShuffleAndRepeatDatasetV2")
class ShuffleAndRepeatStage(Shuffling):
    """The elements, shuffled and repeated."""

    def cardinality(self) -> int:
        times = int(self.inputs["count"])
        return repeated_count(self.source.cardinality(), times)

    is_arrangement = True

    def arrange(
        self, begin: Callable[[], StageIterator], settings: IterationSettings
    ) -> StageIterator:
        def again() -> StageIterator:
            return Shuffled(begin, self.size, self.generator)

        return _Repeated(again, int(self.inputs["count"]), is_drawn=True)


def repeated_count(count: int, times: int) -> int:
    """The cardinality of ``times`` repetitions of a dataset."""
    if times == 0 or count == 0:
        return 0
    if count < 0:
        return INFINITE if times < 0 and count == INFINITE else count
    return INFINITE if times < 0 else count * times


@stage_of("RepeatDataset")
class RepeatStage(Stage):
    """The elements, repeated a number of times; without end for -1."""

    def prepare(self) -> None:
        self.times = int(self.inputs["count"])

    def cardinality(self) -> int:
        count = self.source.cardinality()
        if self.times < 0 and count == UNKNOWN_COUNT:
            return INFINITE
        return repeated_count(count, self.times)

    is_arrangement = True

    def arrange(
        self, begin: Callable[[], StageIterator], settings: IterationSettings
    ) -> StageIterator:
        is_drawn = _draws_seeds(self.source)
        begins_another = is_drawn and self._begins_another(settings)
        return _Repeated(begin, self.times, is_drawn, begins_another)

    def _begins_another(self, settings: IterationSettings) -> bool:
        decided = self.attrs.get(_DECIDED)
        if decided is not None:
            return bool(decided)
        return _begins_another(pipeline_graph(self).graph.outputs[0].node, settings)


_DECIDED: Final = "_begins_another"
"""The attribute of a repetition that is read in another's place."""


def keep_epochs(graph: Graph, settings: IterationSettings) -> None:
    """Decides of each repetition of a pipeline as it was built which epochs it begins.

    The passes may move what stands before it; its elements shall stay in their order.
    """
    for node in graph:
        if STAGES.get(node.op) is RepeatStage:
            node.attrs[_DECIDED] = _begins_another(node, settings)


def _begins_another(node: Node, settings: IterationSettings) -> bool:
    """Whether TensorFlow begins an epoch that nobody reads after the last one.

    Only what draws seeds when it is begun tells: its next ones are others. A shuffle
    that TensorFlow makes one stage with its repetition begins no epoch more; it looks
    for one after it has left out the stages that do nothing.
    """
    graph = node.graph
    assert graph is not None
    passes_over = settings.passes_over_noops
    if passes_over and _is_left_out(graph, node):
        return False
    before = node.call().input_dataset.node
    while passes_over and _is_left_out(graph, before):
        before = before.call().input_dataset.node
    is_shuffle = issubclass(STAGES.get(before.op, Stage), Shuffling)
    return not (is_shuffle and settings.fuses_shuffles)


def _is_left_out(graph: Graph, node: Node) -> bool:
    from graphir.passes.datasets.elimination import does_nothing

    stage = STAGES.get(node.op)
    return stage is not None and not stage.buffers and does_nothing(graph, node)


def _draws_seeds(stage: Stage) -> bool:
    return stage.draws_seeds or any(map(_draws_seeds, stage.sources))


class _Repeated(StageIterator):
    __slots__ = (
        "_begin",
        "_begins_another",
        "_times",
        "round",
        "source",
        "was_empty",
    )
    STATE = ("round", "was_empty")
    SOURCES = ("source",)

    def __init__(
        self, begin: Any, times: int, is_drawn: bool, begins_another: bool = False
    ) -> None:
        self._begin = begin
        self._times = times
        self._begins_another = begins_another
        self.round = 0
        self.was_empty = True
        self.source: StageIterator | None = None
        if is_drawn and times:
            # seeds are drawn when an iterator is made, not when it is read
            self.source = begin()

    def __next__(self) -> Element:
        while True:
            if self.source is None:
                if 0 <= self._times <= self.round:
                    raise StopIteration
                self.source = self._begin()
                self.was_empty = True
            for element in self.source:
                self.was_empty = False
                return element
            self.source.close()
            self.source = None
            self.round += 1
            if self._begins_another and self.round == self._times:
                self._begin().close()
            if self._times < 0 and self.was_empty:
                # nothing, again and again
                self._times = 0
                raise StopIteration

    def save(self) -> dict[str, Any]:
        if self.source is None and not 0 <= self._times <= self.round:
            # the seeds that its first epoch draws are part of the place
            self.source = self._begin()
            self.was_empty = True
        return super().save()

    def restore(self, state: Mapping[str, Any]) -> None:
        if state["source"] is not None and self.source is None:
            self.source = self._begin()
        super().restore(state)
