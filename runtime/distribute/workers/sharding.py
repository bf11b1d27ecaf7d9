"""The share of a dataset that one process reads: by files, or by rows of a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphir import dtypes
from runtime.arrays.reshaping import shape as shape_of
from runtime.data.datasets.base import dataset_of
from runtime.data.datasets.shares import (
    all_stages,
    by_hint,
    replaced_stage,
    shard_of,
    shard_policy,
)
from runtime.data.options.policies import AutoShardPolicy
from runtime.data.stages.batching import SizedBatches
from runtime.data.stages.files import FilesStage
from runtime.data.stages.mapping import MapStage
from runtime.data.stages.stage import STAGES, UNKNOWN_COUNT, Stage
from runtime.executor.kernels.kernels import LinkedFunction
from runtime.executor.planning.call_graph import called_functions
from runtime.math.arithmetic import minimum
from runtime.tensors.structure import flatten, map_structure
from runtime.tensors.tensor import wrap


def worker_dataset(dataset: Any, size: int, rank: int) -> Any:
    """The part of a dataset of global batches that one process of several reads.

    By ``DATA``, each process reads all, and keeps its rows of each batch: the first
    process the first rows. By ``FILE``, each reads its files, and makes of them batches
    of its share; by ``OFF``, all of them; by ``HINT``, its share where the pipeline has
    ``shard(SHARD_HINT, SHARD_HINT)``. ``AUTO``, the default, is ``FILE`` where the
    pipeline reads at least as many files as there are processes.

    Raises:
      ValueError: by ``FILE``, for a pipeline that reads fewer files.
    """
    stage: Stage = dataset.variant._array
    policy = shard_policy(stage)
    batch = _batch_size(stage)
    if policy is AutoShardPolicy.HINT:
        part = _dataset(dataset, by_hint(stage, size, rank))
        return _rebatched(part, batch, size, rank)
    if policy is AutoShardPolicy.OFF:
        return _rebatched(dataset, batch, size, rank)
    names = None if policy is AutoShardPolicy.DATA else file_names(stage)
    count = None if names is None else names.cardinality()
    if names is not None and (count == UNKNOWN_COUNT or _enough(count, size)):
        sharded = replaced_stage(stage, names, shard_of(names, size, rank))
        part = _dataset(dataset, sharded)
        return _rebatched(part, batch, size, rank)
    if policy is AutoShardPolicy.FILE:
        raise ValueError(
            f"AutoShardPolicy.FILE needs at least as many files as workers ({size}), "
            f"but the pipeline reads {count or 'none'}: use AutoShardPolicy.DATA."
        )
    return dataset.map(_rows_of(batch, size, rank))


def _dataset(like: Any, stage: Stage) -> Any:
    return dataset_of(like.element_spec, wrap(stage, dtypes.variant))


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
    for each in all_stages(stage):
        functions = [
            value for value in each.attrs.values() if isinstance(value, LinkedFunction)
        ]
        if any(_reads_files(function.function.body) for function in functions):
            return _below_arrangements(each.sources[0])
    return None


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
