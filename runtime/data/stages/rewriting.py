"""Optimizes pipelines by the passes that their options enable, once per dataset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np

from graphir.attributes import Attr
from graphir.ops.contract.registry import lookup, op_has
from graphir.ops.datasets.families import OfScalars
from runtime.data.stages.pipeline_graphs import pipeline_graph
from runtime.data.stages.repetition import keep_epochs
from runtime.data.stages.settings import options_within, settings_of
from runtime.data.stages.stage import STAGES, Stage, make_stage

_REWRITTEN: Final[WeakKeyDictionary[Stage, Stage | None]] = WeakKeyDictionary()
"""By the dataset: what is read in its place; None is the dataset itself."""

_OPTION: Final = "experimental_optimization."


def rewritten(stage: Stage) -> Stage:
    """The dataset of the same elements that is read in a dataset's place."""
    found = _REWRITTEN.get(stage, stage)
    if found is stage:
        found = _REWRITTEN[stage] = _rewritten(stage)
    return found or stage


def _rewritten(stage: Stage) -> Stage | None:
    asked, by_default = passes_for(stage)
    if not asked and not (by_default and _may_move_map(stage)):
        return None
    return with_passes(stage, [*by_default, *asked])


def with_passes(stage: Stage, names: Sequence[str]) -> Stage | None:
    """A dataset optimized by these passes; None if they change nothing."""
    if not names:
        return None
    from graphir.passes.optimizer import optimize_graph

    found = pipeline_graph(stage)
    keep_epochs(found.graph, settings_of(stage))
    report = optimize_graph(found.graph, ",".join(names))
    return found.stage() if report.changed else None


def with_prefetch(stage: Stage) -> Stage:
    """The dataset with a prefetch at its end."""
    kinds = {"output_types": stage.element_types, "output_shapes": stage.element_shapes}
    return make_stage("PrefetchDataset", kinds, [stage, np.int64(-1)])


def with_parallel_calls(stage: Stage) -> Stage | None:
    """The dataset with several calls at once in its maps; None if none is changed.

    Unlike the pass it changes functions with effects too: their owner may allow it.
    """
    changed = _InParallel().stage(stage)
    return None if changed is stage else changed


class _InParallel:
    """Makes datasets with parallel calls; one that several others read once."""

    def __init__(self) -> None:
        self._made: dict[Stage, Stage] = {}

    def stage(self, stage: Stage) -> Stage:
        """The dataset itself, if there are no calls in it."""
        if stage not in self._made:
            self._made[stage] = self._changed(stage)
        return self._made[stage]

    def _changed(self, stage: Stage) -> Stage:
        given = stage.inputs
        inputs = {name: self._argument(value) for name, value in given.items()}
        form = _parallel_form(stage)
        if form is not None:
            inputs["num_parallel_calls"] = np.int64(-1)
            return STAGES[form](form, _attrs_of(form, stage), inputs)
        if all(inputs[name] is value for name, value in given.items()):
            return stage
        return STAGES[stage.op](stage.op, stage.attrs, inputs)

    def _argument(self, value: Any) -> Any:
        if isinstance(value, Stage):
            return self.stage(value)
        if not isinstance(value, list):
            return value
        found = [self._argument(each) for each in value]
        return found if any(a is not b for a, b in zip(found, value)) else value


def _parallel_form(stage: Stage) -> str | None:
    """The op that calls a map's function several times at once; None for others."""
    declared = lookup(stage.op)
    if not op_has(stage.op, "maps_elements") or not issubclass(declared, OfScalars):
        return None
    return declared.parallel_form


def _attrs_of(op: str, like: Stage) -> dict[str, Attr]:
    """The attributes of an op in place of a stage: that one's, else the defaults."""
    declared = lookup(op).declared().attrs
    defaults = {
        name: each.default for name, each in declared.items() if each.has_default
    }
    return {**defaults, **{n: v for n, v in like.attrs.items() if n in declared}}


def passes_for(stage: Stage) -> tuple[list[str], list[str]]:
    """The passes that the options of a pipeline enable, and the default passes."""
    from graphir.passes.registry import OF_PIPELINES

    options = options_within(stage)
    has_default = options.get(f"{_OPTION}apply_default_optimizations") is not False
    asked, by_default = [], []
    for name, is_default in OF_PIPELINES.items():
        wanted = options.get(_OPTION + name)
        if wanted:
            asked.append(name)
        elif is_default and wanted is None and has_default:
            by_default.append(name)
    return asked, by_default


def _may_move_map(stage: Stage) -> bool:
    """Whether a map stands before a batch, so that it pays to look closer."""
    return any(
        op_has(each.op, "stacks_elements")
        and op_has(_arranged(each.source).op, "maps_elements")
        for each in _all_stages(stage)
    )


def _arranged(stage: Stage) -> Stage:
    while op_has(stage.op, "arranges_elements"):
        stage = stage.source
    return stage


def _all_stages(stage: Stage) -> Iterator[Stage]:
    yield stage
    for each in stage.sources:
        yield from _all_stages(each)
