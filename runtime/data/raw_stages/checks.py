"""Stages that draw a sample of the elements, or check which stages follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphir.ops.random.philox import Philox, Words
from runtime.data.stages.seeds import SeedGenerator
from runtime.data.stages.stage import (
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)

_FRACTION = (1 << 23) - 1
"""The bits of a word that make a float between 0 and 1."""


@stage_of("SamplingDataset")
class SamplingStage(Stage):
    """A random sample of the elements; the same sample again for a fixed seed."""

    def prepare(self) -> None:
        self.rate = float(self.inputs["rate"])
        self.given = int(self.inputs["seed"]), int(self.inputs["seed2"])

    def iterate(self, settings: IterationSettings) -> StageIterator:
        seeds = SeedGenerator(self.given, False).seeds
        return _Sampled(self.source.iterate(settings), self.rate, seeds)


class _Sampled(StageIterator):
    __slots__ = ("_rate", "_words", "drawn", "seeds", "source")
    STATE = ("drawn", "seeds")
    SOURCES = ("source",)

    def __init__(
        self, source: StageIterator, rate: float, seeds: tuple[int, int]
    ) -> None:
        self.source = source
        self._rate = np.float32(rate)
        self.seeds = seeds
        self.drawn = 0
        self._words = Words(Philox.from_seeds(*seeds))

    def __next__(self) -> Element:
        for element in self.source:
            self.drawn += 1
            word = self._words.word() & _FRACTION
            if np.float32(word / (_FRACTION + 1)) < self._rate:
                return element
        raise StopIteration

    def restore(self, state: Mapping[str, Any]) -> None:
        super().restore(state)
        self._words = Words(Philox.from_seeds(*self.seeds))
        for _ in range(self.drawn):
            self._words.word()
