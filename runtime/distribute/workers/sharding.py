"""The share of a dataset that one process reads: by files, or by rows of a batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from graphir import dtypes
from runtime.arrays.reshaping import shape as shape_of
from runtime.data.datasets.base import dataset_of
from runtime.data.options.policies import AutoShardPolicy
from runtime.data.stages.batching import SizedBatches
from runtime.data.stages.files import FilesStage
from runtime.data.stages.mapping import MapStage
from runtime.data.stages.settings import options_within
from runtime.data.stages.stage import STAGES, UNKNOWN_COUNT, Stage, make_stage
from runtime.executor.kernels.kernels import LinkedFunction
from runtime.executor.planning.call_graph import called_functions
from runtime.math.arithmetic import minimum
from runtime.tensors.structure import flatten, map_structure
from runtime.tensors.tensor import wrap

_POLICY: Final = "experimental_distribute.auto_shard_policy"


def worker_dataset(dataset: Any, size: int, rank: int) -> Any:
    """The part of a dataset of global batches that one process of several reads.

    By ``DATA``, each process reads all, and keeps its rows of each batch: the first
    process the first rows. By ``FILE``, each reads its files, and makes of them batches
    of its share; by ``OFF``, all of them. ``AUTO``, the default, is ``FILE`` where the
    pipeline reads at least as many files as there are processes.

    Raises:
      ValueError: by ``FILE``, for a pipeline that reads fewer files.
      NotImplementedError: by ``HINT``.
    """
    stage: Stage = dataset.variant._array
    asked: Any = options_within(stage).get(_POLICY, AutoShardPolicy.AUTO)
    policy = AutoShardPolicy(asked)
    if policy is AutoShardPolicy.HINT:
        raise NotImplementedError(
            "tf.data.experimental.AutoShardPolicy.HINT is not implemented: use "
            "`dataset.shard` in `distribute_datasets_from_function`."
        )
    batch = _batch_size(stage)
    if policy is AutoShardPolicy.OFF:
        return _rebatched(dataset, batch, size, rank)
    names = None if policy is AutoShardPolicy.DATA else file_names(stage)
    count = None if names is None else names.cardinality()
    if names is not None and (count == UNKNOWN_COUNT or _enough(count, size)):
        sharded = replaced_stage(stage, names, shard_of(names, size, rank))
        part = dataset_of(dataset.element_spec, wrap(sharded, dtypes.variant))
        return _rebatched(part, batch, size, rank)
    if policy is AutoShardPolicy.FILE:
        raise ValueError(
            f"AutoShardPolicy.FILE needs at least as many files as workers ({size}), "
            f"but the pipeline reads {count or 'none'}: use AutoShardPolicy.DATA."
        )
    return dataset.map(_rows_of(batch, size, rank))


def _enough(count: int | None, size: int) -> bool:
    return count is not None and (count >= size or count < 0)


def shares(batch: int, size: int) -> list[int]:
    """The number of rows of a batch for each process; the first get one more.

    >>> shares(7, 3)
    [3, 2, 2]
    """
    small, more = divmod(batch, size)
    return [small + (rank < more) for rank in range(size)]


def _rows_of(batch: int | None, size: int, rank: int) -> Callable[..., Any]:
    """A function from a global batch to the rows of a process.

    Of a smaller batch at the end, the first processes fill theirs first.
    """
    if batch is not None:
        start = sum(shares(batch, size)[:rank])
        end = start + shares(batch, size)[rank]
        return _with_structure(lambda leaf: leaf[start:end])

    def rows(leaf: Any) -> Any:
        count = shape_of(leaf)[0]
        small, more = count // size, count % size
        first = small * rank + minimum(more, rank)
        return leaf[first : small * (rank + 1) + minimum(more, rank + 1)]

    return _with_structure(rows)


def _with_structure(function: Callable[[Any], Any]) -> Callable[..., Any]:
    def call(*parts: Any) -> Any:
        whole = parts[0] if len(parts) == 1 else parts
        return map_structure(function, whole, composites=False)

    return call


def _batch_size(stage: Stage) -> int | None:
    """The size of the batches that a pipeline gives, where one stage says."""
    while True:
        if isinstance(stage, SizedBatches):
            return stage.size
        keeps_elements = "f" not in stage.attrs or isinstance(stage, MapStage)
        if len(stage.sources) != 1 or not keeps_elements:
            return None
        stage = stage.sources[0]


def _rebatched(dataset: Any, batch: int | None, size: int, rank: int) -> Any:
    if batch is not None:
        return dataset.rebatch(shares(batch, size)[rank])
    spec = flatten(dataset.element_spec)[0]
    known = spec.shape[0] if spec.shape.rank else None
    if known is None:
        raise ValueError(
            "The size of the global batches is not known: let `batch` be the last "
            "change of the dataset but for map, prefetch and the like, or use "
            "`distribute_datasets_from_function`."
        )
    return dataset.rebatch(shares(known, size)[rank])


# --- files


def file_names(stage: Stage) -> Stage | None:
    """The dataset of the names of the files that a pipeline reads."""
    for each in _all_stages(stage):
        functions = [
            value for value in each.attrs.values() if isinstance(value, LinkedFunction)
        ]
        if any(_reads_files(function.function.body) for function in functions):
            return _below_arrangements(each.sources[0])
    return None


def _all_stages(stage: Stage) -> Iterator[Stage]:
    yield stage
    for source in stage.sources:
        yield from _all_stages(source)


def _below_arrangements(stage: Stage) -> Stage:
    """What a dataset only puts in another order: that may differ in each process."""
    while stage.is_arrangement or stage.op == "OptionsDataset":
        stage = stage.source
    return stage


def _reads_files(body: Any) -> bool:
    for node in body:
        kind = STAGES.get(node.op)
        if kind is not None and issubclass(kind, FilesStage):
            return True
        for name in called_functions(node):
            inner = body.functions.get(name)
            if inner is not None and _reads_files(inner.body):
                return True
    return False


def shard_of(stage: Stage, size: int, rank: int) -> Stage:
    """Every ``size``-th element of a dataset, from number ``rank`` on."""
    kinds = {"output_types": stage.element_types, "output_shapes": stage.element_shapes}
    attrs = {**kinds, "require_non_empty": False}
    return make_stage("ShardDataset", attrs, [stage, np.int64(size), np.int64(rank)])


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
