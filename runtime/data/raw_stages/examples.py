"""Stages that parse batches of serialized examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.builder import GraphBuilder
from graphir.dtypes import DType
from graphir.node import Value
from runtime.data.stages.mapping import Mapped
from runtime.data.stages.stage import (
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)
from runtime.executor import compile_graph


@stage_of("ParseExampleDataset", "ParseExampleDatasetV2")
class ParseExampleStage(Stage):
    """The features of each batch of messages; sparse and ragged ones are variants."""

    _parse: Callable[..., Element] | None = None
    """What parses one batch, once it has been compiled."""

    def cardinality(self) -> int:
        return self.source.cardinality()

    def iterate(self, settings: IterationSettings) -> StageIterator:
        if self._parse is None:
            graph = _graph(self)
            self._parse = compile_graph(graph, graph.inputs, graph.outputs).run
        return Mapped(self.source.iterate(settings), self._parse, self.op, True)


def _graph(stage: ParseExampleStage) -> Any:
    """A graph from a batch of messages to the components of an element."""
    build = GraphBuilder("ParseExampleDataset")
    serialized = build.input("serialized", dtypes.string, [None])
    attrs = stage.attrs
    sparse, dense = list(attrs["sparse_keys"]), list(attrs["dense_keys"])
    ragged = list(attrs.get("ragged_keys") or [])
    defaults = [
        _constant(build, value, dtype)
        for value, dtype in zip(stage.inputs["dense_defaults"], attrs["Tdense"])
    ]
    keys = [_texts(build, each) for each in ((), sparse, dense, ragged)]
    parsed = build.node(
        "ParseExampleV2",
        [serialized, *keys, *defaults],
        {
            "Tdense": attrs["Tdense"],
            "dense_shapes": attrs["dense_shapes"],
            "num_sparse": len(sparse),
            "sparse_types": attrs["sparse_types"],
            "ragged_value_types": attrs.get("ragged_value_types") or [],
            "ragged_split_types": attrs.get("ragged_split_types") or [],
        },
    )
    count, rest = len(sparse), parsed.outputs[3 * len(sparse) :]
    found = dict(zip(dense, rest))
    for place, key in enumerate(sparse):
        found[key] = _sparse(build, parsed.outputs[place : 3 * count : count])
    rest = rest[len(dense) :]
    for place, key in enumerate(ragged):
        found[key] = _ragged(build, rest[place :: len(ragged)])
    build.graph.outputs = [found[key] for key in sorted(found)]
    return build.graph


def _texts(build: GraphBuilder, texts: Any) -> Value:
    array = np.empty(len(texts), object)
    array[:] = texts
    return _constant(build, array, dtypes.string)


def _constant(build: GraphBuilder, value: Any, dtype: DType) -> Value:
    array = np.asarray(value, object if dtype is dtypes.string else dtype.numpy_dtype)
    attrs = {"value": TensorValue(array, dtype), "dtype": dtype}
    return build.node("Const", [], attrs).output


def _sparse(build: GraphBuilder, parts: Any) -> Value:
    attrs = {"T": parts[1].dtype, "out_type": dtypes.variant}
    return build.node("SerializeSparse", parts, attrs).output


def _ragged(build: GraphBuilder, parts: Any) -> Value:
    values, splits = parts
    attrs = {
        "RAGGED_RANK": 1,
        "Tvalues": values.dtype,
        "Tsplits": splits.dtype,
        "batched_input": False,
    }
    return build.node("RaggedTensorToVariant", [splits, values], attrs).output
