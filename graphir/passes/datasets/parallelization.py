"""Parallelization: pipeline stages that prefetch, or process elements in parallel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.datasets.functions import pure_function
from graphir.passes.datasets.rewriting import PipelinePass
from graphir.passes.datasets.stages import (
    add_stage,
    arguments,
    element_attrs,
    is_stage,
    replace_stage,
    view,
)


def _automatic(graph: Graph, name: str) -> Value:
    """A number that is left to the runtime."""
    return GraphBuilder(graph).constant(-1, dtypes.int64, name)


@dataclass(frozen=True)
class MapParallelization(PipelinePass):
    """Runs maps of functions without side effects on several threads, in order."""

    name: ClassVar[str] = "map_parallelization"
    rewrites: ClassVar[Mapping[str, str]] = {
        "parallelized": "a map that calls ahead then"
    }

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """The parallel map."""
        if node.op != "MapDataset" or node.attrs.get("force_synchronous"):
            return None
        if pure_function(graph, node, "f") is None:
            return None
        attrs = {k: v for k, v in node.attrs.items() if k != "force_synchronous"}
        given = [*arguments(node), _automatic(graph, "num_parallel_calls")]
        made = add_stage(graph, node, "ParallelMapDatasetV2", given, attrs)
        replace_stage(graph, node, made)
        return made


@dataclass(frozen=True)
class FilterParallelization(PipelinePass):
    """Runs predicates without side effects on several threads, in order."""

    name: ClassVar[str] = "filter_parallelization"
    rewrites: ClassVar[Mapping[str, str]] = {
        "parallelized": "a filter that calls ahead then"
    }

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """The parallel filter."""
        if node.op != "FilterDataset":
            return None
        if pure_function(graph, node, "predicate") is None:
            return None
        given = [*arguments(node), _automatic(graph, "num_parallel_calls")]
        made = add_stage(graph, node, "ParallelFilterDataset", given, node.attrs)
        replace_stage(graph, node, made)
        return made


@dataclass(frozen=True)
class ParallelBatch(PipelinePass):
    """Stacks several batches at a time."""

    name: ClassVar[str] = "parallel_batch"
    rewrites: ClassVar[Mapping[str, str]] = {
        "parallelized": "a batch that is stacked ahead then"
    }

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """The parallel batch."""
        if node.op != "BatchDatasetV2":
            return None
        found = view(node)
        calls = _automatic(graph, "num_parallel_calls")
        given = [found.input_dataset, found.batch_size, calls, found.drop_remainder]
        attrs = {
            **element_attrs(node),
            "parallel_copy": node.attrs.get("parallel_copy", False),
        }
        made = add_stage(graph, node, "ParallelBatchDataset", given, attrs)
        replace_stage(graph, node, made)
        return made


@dataclass(frozen=True)
class InjectPrefetch(PipelinePass):
    """Prefetches the elements of a pipeline whose last stages have threads."""

    name: ClassVar[str] = "inject_prefetch"
    rewrites: ClassVar[Mapping[str, str]] = {
        "prefetched": "a pipeline that is read ahead then"
    }

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """The prefetch after the last stage."""
        if not _has_threads(node) or _is_read_on(node):
            return None
        readers, is_output = node.output.uses, node.output in graph.outputs
        if not readers and not is_output:
            return None
        size = _automatic(graph, "buffer_size")
        given = [node.output, size]
        made = add_stage(graph, node, "PrefetchDataset", given, element_attrs(node))
        for use in readers:
            use.node.replace_input(use.input_index, made.output)
        graph.outputs = [
            made.output if each is node.output else each for each in graph.outputs
        ]
        return made


def _is_read_on(node: Node) -> bool:
    """Whether a stage that does something comes after it."""
    readers = [use.node for use in node.output.uses if is_stage(use.node)]
    return any(
        not each.has_trait("passes_elements") or _is_read_on(each) for each in readers
    )


def _has_threads(node: Node) -> bool:
    declared = node.declaration
    assert declared is not None
    return "num_parallel_calls" in [arg.name for arg in declared.declared().inputs]
