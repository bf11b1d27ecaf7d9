"""Vectorization: maps that run once per batch instead of once per element."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from graphir import dtypes
from graphir.analysis.order import topological_order
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.datasets.functions import NewFunction, pure_function
from graphir.passes.datasets.rewriting import PipelinePass
from graphir.passes.datasets.stages import (
    add_stage,
    arguments,
    replace_stage,
    source_of,
    view,
)
from graphir.shapes import Shape


@dataclass(frozen=True)
class BatchBeforeMap(PipelinePass):
    """Runs the function of a map once per batch instead of once per element.

    Every op of the function must be `placeless`: elementwise, with results that do not
    depend on an element's position. All shapes must be known, and operands that depend
    on the element must have the rank of their op's result. Stages between the map and
    the batch may only select and arrange elements. TensorFlow has no such pass.
    """

    name: ClassVar[str] = "batch_before_map"
    rewrites: ClassVar[Mapping[str, str]] = {
        "moved": "a map that runs for batches then"
    }

    def rewrite(self, graph: Graph, node: Node) -> Node | None:
        """The map of the batch."""
        if not node.has_trait("stacks_elements"):
            return None
        between: list[Node] = []
        mapped = source_of(node)
        while mapped is not None and mapped.has_trait("arranges_elements"):
            between.append(mapped)
            mapped = source_of(mapped)
        if mapped is None or not mapped.has_trait("maps_elements"):
            return None
        function = pure_function(graph, mapped, "f")
        count = len(mapped.attrs["output_types"])
        if function is None or mapped.control_inputs or not count:
            return None
        given = len(function.body.inputs) - len(view(mapped).other_arguments)
        batched = batched_values(function, given)
        if batched is None:
            return None
        return _moved(graph, [node, *between, mapped], function, batched)


def batched_values(function: Function, count: int) -> set[Value] | None:
    """The values that have a row for each element, or None if it cannot be batched."""
    body = function.body
    batched = set(body.inputs[:count])
    if not all(_is_known(value) for value in batched):
        return None
    for node in topological_order(body):
        rows = [value for value in node.inputs if value in batched]
        if not rows:
            continue
        if not _works_on_batches(node, batched):
            return None
        batched.update(node.outputs)
    return batched if all(value in batched for value in body.outputs) else None


def _is_known(value: Value) -> bool:
    dtype = value.dtype
    is_plain = dtype.has_numpy and not dtype.is_complex
    return is_plain and value.shape.is_fully_defined()


def _works_on_batches(node: Node, batched: set[Value]) -> bool:
    if node.op == "Identity":
        return True
    if not node.has_trait("placeless") or len(node.outputs) != 1:
        return False
    if not all(map(_is_known, (*node.inputs, *node.outputs))):
        return False
    if any(value.dtype is dtypes.string for value in (*node.inputs, node.output)):
        return False
    takes_floats = any(value.dtype.is_floating for value in node.inputs)
    if not takes_floats and node.has_trait("refuses_integers"):
        return False
    if takes_floats and node.output.dtype.is_integer:
        # what becomes of numbers that do not fit depends on their neighbours
        return False
    rank = node.output.shape.rank
    return all(
        value.shape.rank == rank
        if value in batched
        else (value.shape.rank or 0) <= (rank or 0)
        for value in node.inputs
    )


def _moved(
    graph: Graph, chain: list[Node], function: Function, batched: set[Value]
) -> Node:
    node, *between, mapped = chain
    found = view(mapped)
    source: Value = found.input_dataset
    inputs = function.body.inputs
    elements = inputs[: len(inputs) - len(found.other_arguments)]
    shapes = [value.shape for value in elements]
    kinds = {
        "output_types": [value.dtype for value in elements],
        "output_shapes": shapes,
    }
    for each in reversed(between):
        rest = arguments(each)[1:]
        attrs = {**each.attrs, **kinds}
        source = add_stage(graph, each, each.op, [source, *rest], attrs).output
    size = _size_of(node)
    attrs = {
        **node.attrs,
        **kinds,
        "output_shapes": [Shape([size]).concatenate(shape) for shape in shapes],
    }
    given = [source, *arguments(node)[1:]]
    rows = add_stage(graph, node, node.op, given, attrs)
    new = NewFunction(graph.functions, f"{function.name}_of_batches")
    wider = {value: Shape([size]).concatenate(value.shape) for value in batched}
    parameters = [new.argument(value, wider.get(value)) for value in inputs]
    results = new.call(function, parameters, wider)
    attrs = {
        **mapped.attrs,
        "f": new.finish(results),
        "output_types": node.attrs["output_types"],
        "output_shapes": node.attrs["output_shapes"],
    }
    made = add_stage(
        graph, mapped, mapped.op, [rows.output, *arguments(mapped)[1:]], attrs
    )
    replace_stage(graph, node, made)
    return made


def _size_of(node: Node) -> int | None:
    """How many elements each batch has, if that is known."""
    shape: Shape = node.attrs["output_shapes"][0]
    return shape[0] if shape.rank else None
