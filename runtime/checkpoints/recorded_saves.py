"""Saves of a graph: ops that write a checkpoint each time the graph runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.bundles.bundle_reader import OBJECT_GRAPH_KEY
from runtime.checkpoints.object_graph import SerializedGraph
from runtime.checkpoints.sharding import Shard, ShardingCallback, shards_of
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import wrap
from runtime.tracing.graphs import control_dependencies

_PARTS: Final = "_temp/part"


def record_state(
    prefix: Any, state: SerializedGraph, callback: ShardingCallback | None = None
) -> Any:
    """Adds ops to the current trace that write a checkpoint.

    Without a callback it is the one data file that Python code would write. Several
    are written beside each other first, then merged.

    Args:
      prefix: text, or a string tensor of shape ().
      state: the object graph, and the tensors by key, of this trace.
      callback: assigns tensors to data files.

    Returns:
      the prefix as a string tensor, which is there when the files are.

    Raises:
      InvalidArgumentError, TypeError: for what the callback returns.
    """
    path = convert_to_tensor(prefix, dtypes.string)
    graph = _texts([state.message.SerializeToString()]).reshape(())
    tensors = {**state.tensors, OBJECT_GRAPH_KEY: wrap(graph, dtypes.string)}
    shards: Sequence[Shard] = [{key: {"": each} for key, each in tensors.items()}]
    if callback is not None:
        rows = {key: (each, state.owners.get(key)) for key, each in tensors.items()}
        shards = shards_of(rows, callback)
    if len(shards) == 1:
        return _after([_save(path, shards[0])], path)
    parts = [_part(path, number, len(shards)) for number in range(len(shards))]
    saved = [_save(part, shard) for part, shard in zip(parts, shards)]
    with control_dependencies(saved):
        prefixes = apply_op("Pack", [parts])
    merged = apply_op("MergeV2Checkpoints", [prefixes, path], {"delete_old_dirs": True})
    return _after([merged], path)


def _save(path: Any, shard: Mapping[str, Mapping[str, Any]]) -> Any:
    rows = [
        (key, text, convert_to_tensor(each))
        for key, slices in shard.items()
        for text, each in slices.items()
    ]
    names, slices = [row[0] for row in rows], [row[1] for row in rows]
    tensors = [row[2] for row in rows]
    inputs = [
        path,
        convert_to_tensor(_texts([each.encode() for each in names])),
        convert_to_tensor(_texts([each.encode() for each in slices])),
        tensors,
    ]
    return apply_op("SaveV2", inputs, {"dtypes": [each.dtype for each in tensors]})


def _part(path: Any, number: int, count: int) -> Any:
    base = apply_op("StringJoin", [[path, convert_to_tensor(_PARTS)]])
    numbers = (convert_to_tensor(each, dtypes.int32) for each in (number, count))
    return apply_op("ShardedFilename", [base, *numbers])


def _after(ops: Sequence[Any], path: Any) -> Any:
    with control_dependencies(ops):
        return apply_op("Identity", [path])


def _texts(texts: Sequence[bytes]) -> Any:
    array = np.empty(len(texts), object)
    array[:] = texts
    return array


__all__ = ["record_state"]
