"""Models of pipelines: TensorFlow's message about the stages that an iterator reads.

Stages are not measured while they run, so their counts and times are 0 here:
``autograph pipeline --profile`` measures them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import singledispatch
from typing import Any, NamedTuple

import numpy as np

from graphir.ops.datasets import iterators
from graphir.wire import messages
from runtime.data.raw_stages.batches import SlidingWindowStage
from runtime.data.resources.iterators import IteratorResource
from runtime.data.stages.batching import (
    PaddedBatchStage,
    RebatchStage,
    SizedBatches,
    UnbatchStage,
)
from runtime.data.stages.buffering import CacheStage, PrefetchStage
from runtime.data.stages.interleaving import (
    DirectedInterleaveStage,
    FlatMapStage,
    InterleaveStage,
)
from runtime.data.stages.mapping import MapStage
from runtime.data.stages.ordering import ShuffleStage
from runtime.data.stages.repetition import RepeatStage
from runtime.data.stages.rewriting import rewritten
from runtime.data.stages.selection import (
    FilterStage,
    ShardStage,
    SkipStage,
    TakeStage,
    TakeWhileStage,
    UniqueStage,
)
from runtime.data.stages.settings import OptionsStage, PassingStage
from runtime.data.stages.sources import TensorStage
from runtime.data.stages.stage import Stage
from runtime.data.stages.windows import GroupByWindowStage, WindowStage
from runtime.stateful_kernels.attaching import kernel


class _Described(NamedTuple):
    """How many elements of its inputs a stage reads for one of its own."""

    name: str
    kind: str = "KNOWN_RATIO"
    ratio: float = 1.0
    parameters: Sequence[tuple[str, int]] = ()
    """Name and value of each setting of the stage."""


def name_of(stage: Stage) -> str:
    """The name of a stage: its op's name without ``Dataset``."""
    return stage.op.replace("Dataset", "")


@singledispatch
def described(stage: Stage) -> _Described:
    """The description of a stage in the model of a pipeline."""
    return _Described(name_of(stage), ratio=1.0 if stage.sources else 0.0)


@described.register
def _shuffle(stage: ShuffleStage) -> _Described:
    return _Described("Shuffle")


@described.register
def _tensor(stage: TensorStage) -> _Described:
    return _Described("FromTensor", ratio=0.0)


@described.register
def _repeat(stage: RepeatStage) -> _Described:
    return _Described("ForeverRepeat" if stage.times < 0 else "FiniteRepeat")


@described.register
def _take(stage: TakeStage) -> _Described:
    return _Described("FiniteTake")


@described.register
def _skip(stage: SkipStage) -> _Described:
    return _Described("FiniteSkip")


@described.register
def _shard(stage: ShardStage) -> _Described:
    return _Described("Shard", ratio=1.0 / stage.count)


@described.register
def _cache(stage: CacheStage) -> _Described:
    return _Described("FileCache" if stage.filename else "MemoryCache")


@described.register(FilterStage)
@described.register(UniqueStage)
@described.register(UnbatchStage)
@described.register(RebatchStage)
@described.register(GroupByWindowStage)
def _unknown_ratio(stage: Stage) -> _Described:
    return _Described(name_of(stage), "UNKNOWN_RATIO", 0.0)


@described.register
def _take_while(stage: TakeWhileStage) -> _Described:
    return _Described("TakeWhile")


@described.register(SizedBatches)
@described.register(PaddedBatchStage)
@described.register(WindowStage)
@described.register(SlidingWindowStage)
def _batch(stage: Any) -> _Described:
    calls = _calls(stage)
    kind = "ASYNC_KNOWN_RATIO" if calls else "KNOWN_RATIO"
    return _Described(name_of(stage), kind, float(stage.size), calls)


def _calls(stage: Stage) -> list[tuple[str, int]]:
    """The number of parallel calls, if the stage has one."""
    given = stage.inputs.get("num_parallel_calls")
    if given is None:
        return []
    calls = int(given)
    return [("parallelism", calls if calls > 0 else os.cpu_count() or 1)]


@described.register
def _map(stage: MapStage) -> _Described:
    calls = _calls(stage)
    kind = "ASYNC_KNOWN_RATIO" if calls else "KNOWN_RATIO"
    return _Described(name_of(stage), kind, 1.0, calls)


@described.register
def _prefetch(stage: PrefetchStage) -> _Described:
    return _Described(
        "Prefetch", "ASYNC_KNOWN_RATIO", 1.0, [("buffer_size", stage.size)]
    )


@described.register(FlatMapStage)
@described.register(DirectedInterleaveStage)
def _one_at_a_time(stage: Stage) -> _Described:
    return _Described(name_of(stage), "INTERLEAVE_MANY", 0.0, [("cycle_length", 1)])


@described.register
def _interleave(stage: InterleaveStage) -> _Described:
    calls = _calls(stage)
    kind = "ASYNC_INTERLEAVE_MANY" if calls else "INTERLEAVE_MANY"
    return _Described(
        name_of(stage), kind, 0.0, [*calls, ("cycle_length", stage.cycle)]
    )


def model_of(stage: Stage) -> Any:
    """The `ModelProto` of a pipeline: its stages, the last stage first."""
    found = messages.get("ModelProto")()
    _add(found, 1, _Described("Root"), [2])
    count = _add_stages(found, stage, 2)
    found.output, found.id_counter = 1, count
    found.optimization_params.cpu_budget = os.cpu_count() or 1
    return found


def _add_stages(model: Any, stage: Stage, number: int) -> int:
    """Adds a stage as the node of a number, then its sources; the next free number."""
    while isinstance(stage, (OptionsStage, PassingStage)):
        stage = stage.source
    following, inputs = number + 1, []
    for source in stage.sources:
        inputs.append(following)
        following = _add_stages(model, source, following)
    _add(model, number, described(stage), inputs)
    return following


def _add(model: Any, number: int, stage: _Described, inputs: Sequence[int]) -> None:
    node = model.nodes[number]
    node.id, node.name = number, stage.name
    node.autotune = node.record_metrics = True
    node.node_class = messages.enum("NodeClass").Value(stage.kind)
    node.ratio = stage.ratio
    node.memory_ratio = float(stage.kind == "ASYNC_KNOWN_RATIO")
    node.inputs.extend(inputs)
    for name, value in stage.parameters:
        node.parameters.add(name=name, value=value, state_value=value)


@kernel(iterators.IteratorGetModelProto)
def _model(iterator: IteratorResource) -> Any:
    scalar = np.empty((), object)
    scalar[()] = model_of(rewritten(iterator.required_stage())).SerializeToString()
    return scalar


__all__ = ["described", "model_of", "name_of"]
