"""Stages that carry options, and the settings that iterators derive from them."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from runtime.data.stages.serialized_options import read_options
from runtime.data.stages.stage import (
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)


class _Passing(Stage):
    """The elements of its source."""

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return self.source.iterate(settings)


@stage_of("OptionsDataset")
class OptionsStage(_Passing):
    """The elements, under options."""

    def prepare(self) -> None:
        self.options = read_options(self.attrs["serialized_options"])


@stage_of(
    "ModelDataset",
    "OptimizeDataset",
    "OptimizeDatasetV2",
    "FinalizeDataset",
    "PrivateThreadPoolDataset",
    "MaxIntraOpParallelismDataset",
    "NonSerializableDataset",
    "AutoShardDataset",
    "RewriteDataset",
    "ThreadPoolDataset",
)
class PassingStage(_Passing):
    """The elements of the source; the op's settings have no effect here."""


def options_within(stage: Stage) -> dict[str, object]:
    """The options of a pipeline; of an option set several times, the last value."""
    found: dict[str, object] = {}
    for source in stage.sources:
        found.update(options_within(source))
    if isinstance(stage, OptionsStage):
        found.update(stage.options)
    return found


_PASS: Final = "experimental_optimization."


_OPTIONS: Final[WeakKeyDictionary[Stage, dict[str, object]]] = WeakKeyDictionary()
"""The options within each pipeline that was read."""


def settings_of(stage: Stage) -> IterationSettings:
    """The settings of iterators, by the options of a pipeline."""
    settings = IterationSettings()
    options = _OPTIONS.get(stage)
    if options is None:
        options = _OPTIONS[stage] = options_within(stage)
    if not options:
        return settings
    settings.deterministic = options.get("deterministic") is not False
    threads = options.get("threading.private_threadpool_size")
    settings.threads = threads if isinstance(threads, int) else 0
    has_default = options.get(f"{_PASS}apply_default_optimizations") is not False
    fuses = options.get(f"{_PASS}shuffle_and_repeat_fusion", has_default)
    passes_over = options.get(f"{_PASS}noop_elimination", has_default)
    settings.fuses_shuffles = bool(fuses)
    settings.passes_over_noops = bool(passes_over)
    return settings
