"""The share of a pipeline that one of several readers has: stages that are replaced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from runtime.data.options.policies import AutoShardPolicy
from runtime.data.stages.selection import ShardStage
from runtime.data.stages.settings import options_within
from runtime.data.stages.stage import Stage, make_stage

_POLICY: Final = "experimental_distribute.auto_shard_policy"


def shard_policy(stage: Stage) -> AutoShardPolicy:
    """How the options of a pipeline say that it is shared; ``AUTO`` by default."""
    asked: Any = options_within(stage).get(_POLICY, AutoShardPolicy.AUTO)
    return AutoShardPolicy(asked)


def all_stages(stage: Stage) -> Iterator[Stage]:
    """The stage, and those that it reads, however far away."""
    yield stage
    for source in stage.sources:
        yield from all_stages(source)


def shard_of(stage: Stage, size: int, rank: int) -> Stage:
    """Every ``size``-th element of a dataset, from number ``rank`` on."""
    kinds = {"output_types": stage.element_types, "output_shapes": stage.element_shapes}
    attrs = {**kinds, "require_non_empty": False}
    return make_stage("ShardDataset", attrs, [stage, np.int64(size), np.int64(rank)])


def by_hint(stage: Stage, size: int, rank: int) -> Stage:
    """The pipeline with a share of the elements wherever it has a hint of shards."""
    while True:
        hints = [
            each
            for each in all_stages(stage)
            if isinstance(each, ShardStage) and each.is_hint
        ]
        if not hints:
            return stage
        (first, *_) = hints
        stage = replaced_stage(stage, first, shard_of(first.source, size, rank))


def replaced_stage(stage: Stage, old: Stage, new: Stage) -> Stage:
    """The pipeline with another dataset in the place of one."""
    if stage is old:
        return new
    flat: list[Any] = []
    for value in stage.inputs.values():
        flat += value if isinstance(value, list) else [value]
    changed = [
        replaced_stage(each, old, new) if isinstance(each, Stage) else each
        for each in flat
    ]
    if all(a is b for a, b in zip(flat, changed)):
        return stage
    return make_stage(stage.op, stage.attrs, changed)


__all__ = ["all_stages", "by_hint", "replaced_stage", "shard_of", "shard_policy"]
