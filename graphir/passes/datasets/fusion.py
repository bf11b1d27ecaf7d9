"""Fusion of two pipeline stages into one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from graphir import dtypes
from graphir.analysis.copies import is_copy
from graphir.graph import Graph
from graphir.node import Node
from graphir.passes.datasets.functions import NewFunction, pure_function
from graphir.passes.datasets.rewriting import PipelinePass
from graphir.passes.datasets.stages import (
    add_stage,
    arguments,
    element_attrs,
    replace_stage,
    source_of,
    view,
)
from graphir.shapes import SCALAR


@dataclass(frozen=True)
class MapFusion(PipelinePass):
    """Makes one map of two, where neither function has an effect or draws numbers."""

    name: ClassVar[str] = "map_fusion"
    rewrites: ClassVar[Mapping[str, str]] = {"fused": "two maps of which one is made"}

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """The map of both functions."""
        before = source_of(node)
        if before is None or not node.has_trait("maps_elements"):
            return None
        if before.op != node.op:
            return None
        return _fused(graph, before, node)


def _fused(graph: Graph, before: Node, node: Node) -> Node | None:
    first, second = pure_function(graph, before, "f"), pure_function(graph, node, "f")
    if first is None or second is None or _differ(before, node):
        return None
    one, two = view(before), view(node)
    new = NewFunction(graph.functions, f"{first.name}_fused")
    given = [new.argument(each) for each in first.body.inputs]
    more = second.body.inputs[len(second.body.inputs) - len(two.other_arguments) :]
    given_more = [new.argument(each) for each in more]
    results = new.call(second, [*new.call(first, given), *given_more])
    others = [*one.other_arguments, *two.other_arguments]
    attrs = {
        **node.attrs,
        "f": new.finish(results),
        "Targuments": [each.dtype for each in others],
    }
    rest = arguments(node)[2:]
    made = add_stage(graph, node, node.op, [one.input_dataset, others, *rest], attrs)
    replace_stage(graph, node, made)
    return made


def _differ(before: Node, node: Node) -> bool:
    """Whether the stages were told to work in different ways."""
    names = ("deterministic", "sloppy", "preserve_cardinality")
    return any(before.attrs.get(name) != node.attrs.get(name) for name in names)


@dataclass(frozen=True)
class FilterFusion(PipelinePass):
    """Fuses two filters if the second predicate may run on every element.

    It may if it cannot fail: all its ops are elementwise, and none divides integers.
    """

    name: ClassVar[str] = "filter_fusion"
    rewrites: ClassVar[Mapping[str, str]] = {
        "fused": "two filters of which one is made"
    }

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """The filter of both predicates."""
        before = source_of(node)
        if before is None or node.op != "FilterDataset" or before.op != node.op:
            return None
        first = pure_function(graph, before, "predicate")
        second = pure_function(graph, node, "predicate")
        if first is None or second is None or not all(map(_cannot_fail, second.body)):
            return None
        one, two = view(before), view(node)
        count = len(first.body.inputs) - len(one.other_arguments)
        new = NewFunction(graph.functions, f"{first.name}_fused")
        given = [new.argument(each) for each in first.body.inputs]
        more = [new.argument(each) for each in second.body.inputs[count:]]
        results = new.call(first, given) + new.call(second, [*given[:count], *more])
        both = new.build.node("LogicalAnd", results).output
        others = [*one.other_arguments, *two.other_arguments]
        attrs = {
            **node.attrs,
            "predicate": new.finish([both]),
            "Targuments": [each.dtype for each in others],
        }
        made = add_stage(graph, node, node.op, [one.input_dataset, others], attrs)
        replace_stage(graph, node, made)
        return made


def _cannot_fail(node: Node) -> bool:
    if node.op in ("Placeholder", "Const") or is_copy(node):
        return True
    is_whole = any(value.dtype.is_integer for value in node.inputs)
    if node.has_trait("refuses_integers") and is_whole:
        return False
    is_scalar = all(value.shape.rank == 0 for value in node.inputs)
    return node.has_trait("placeless") and is_scalar


@dataclass(frozen=True)
class MapAndFilterFusion(PipelinePass):
    """Fuses a map with the filter after it: the map also computes the predicate."""

    name: ClassVar[str] = "map_and_filter_fusion"
    rewrites: ClassVar[Mapping[str, str]] = {
        "fused": "a map and a filter of its results"
    }

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """A map with an additional component, and a filter by that component."""
        before = source_of(node)
        if before is None or node.op != "FilterDataset" or before.op != "MapDataset":
            return None
        first = pure_function(graph, before, "f")
        second = pure_function(graph, node, "predicate")
        if first is None or second is None:
            return None
        one, two = view(before), view(node)
        new = NewFunction(graph.functions, f"{first.name}_filtered")
        given = [new.argument(each) for each in first.body.inputs]
        count = len(second.body.inputs) - len(two.other_arguments)
        more = [new.argument(each) for each in second.body.inputs[count:]]
        results = new.call(first, given)
        results += new.call(second, [*results, *more])
        others = [*one.other_arguments, *two.other_arguments]
        attrs = {
            **before.attrs,
            "f": new.finish(results),
            "Targuments": [each.dtype for each in others],
            "output_types": [*before.attrs["output_types"], dtypes.bool_],
            "output_shapes": [*before.attrs["output_shapes"], SCALAR],
        }
        mapped = add_stage(graph, before, before.op, [one.input_dataset, others], attrs)
        op = "FilterByLastComponentDataset"
        made = add_stage(graph, node, op, [mapped.output], element_attrs(node))
        replace_stage(graph, node, made)
        return made


@dataclass(frozen=True)
class MapAndBatchFusion(PipelinePass):
    """Fuses a map and the batch of its results into one stage."""

    name: ClassVar[str] = "map_and_batch_fusion"
    rewrites: ClassVar[Mapping[str, str]] = {
        "fused": "a map and a batch of its results"
    }

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """The stage that maps and batches."""
        before = source_of(node)
        if before is None or node.op != "BatchDatasetV2":
            return None
        is_parallel = before.op == "ParallelMapDatasetV2"
        if before.op != "MapDataset" and not is_parallel:
            return None
        if pure_function(graph, before, "f") is None:
            return None
        one, two = view(before), view(node)
        calls = one.num_parallel_calls if is_parallel else _one(graph)
        given = [one.input_dataset, one.other_arguments, two.batch_size, calls]
        attrs = {
            **element_attrs(node),
            "f": before.attrs["f"],
            "Targuments": before.attrs["Targuments"],
            "preserve_cardinality": before.attrs.get("preserve_cardinality", False),
        }
        op = "MapAndBatchDataset"
        made = add_stage(graph, node, op, [*given, two.drop_remainder], attrs)
        replace_stage(graph, node, made)
        return made


def _one(graph: Graph) -> object:
    from graphir.builder import GraphBuilder

    return GraphBuilder(graph).constant(1, dtypes.int64, "num_parallel_calls")


@dataclass(frozen=True)
class ShuffleAndRepeatFusion(PipelinePass):
    """Makes one stage of a shuffle and its repetition."""

    name: ClassVar[str] = "shuffle_and_repeat_fusion"
    rewrites: ClassVar[Mapping[str, str]] = {"fused": "a shuffle that is repeated"}

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """The stage that shuffles and repeats."""
        before = source_of(node)
        if before is None or node.op != "RepeatDataset":
            return None
        if before.op != "ShuffleDatasetV3":
            return None
        one, two = view(before), view(node)
        given = [one.input_dataset, one.buffer_size, one.seed, one.seed2, two.count]
        name = "reshuffle_each_iteration"
        attrs = {**element_attrs(node), name: before.attrs.get(name, True)}
        op = "ShuffleAndRepeatDatasetV2"
        made = add_stage(graph, node, op, [*given, one.seed_generator], attrs)
        replace_stage(graph, node, made)
        return made
