"""Half precision, and weights in 8 bits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.analysis.order import topological_order
from graphir.attributes import Attr, TensorValue
from graphir.builder import GraphBuilder
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.dead_nodes import DeadNodes


def to_half(graph: Graph, dtype: Any = "float16") -> Graph:
    """A copy that computes in 16 bits; dtypes of inputs and outputs stay.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Exp(%x) }")
    >>> print(to_half(graph), end="")
    graph @g(%x: f32[2]) -> (%"y/Cast") {
      %"x/Cast" = Cast(%x) : f16[2]
      %y = Exp(%"x/Cast") : f16[2]
      %"y/Cast" = Cast(%y) : f32[2]
    }

    Raises:
      InvalidGraphError: if the dtype is neither float16 nor bfloat16, the graph calls
        functions, or an op does not accept the dtype.
    """
    half = dtypes.as_dtype(dtype)
    if half not in (dtypes.float16, dtypes.bfloat16):
        raise InvalidGraphError(f"float16 and bfloat16 have 16 bits, not {half.name}.")
    if len(graph.functions):
        raise InvalidGraphError("Functions are inlined before dtypes change.")
    made = Graph(graph.name)
    build = GraphBuilder(made)
    values: dict[Value, Value] = {}
    for value in graph.inputs:
        values[value] = _narrowed_input(build, value, half)
    for node in topological_order(graph):
        if node.output not in values if node.outputs else True:
            _copy_narrowed(build, node, values, half)
    for value in graph.outputs:
        found = values[value]
        if value.dtype is dtypes.float32:
            found = build.node(
                "Cast", [found], {"DstT": dtypes.float32}, f"{value.node.name}/Cast"
            ).output
        made.outputs.append(found)
    return made


def _narrowed_input(build: GraphBuilder, value: Value, half: DType) -> Value:
    name = value.node.name
    made = build.input(name, value.dtype, value.shape)
    if value.dtype is not dtypes.float32:
        return made
    return build.node("Cast", [made], {"DstT": half}, f"{name}/Cast").output


def _copy_narrowed(
    build: GraphBuilder, node: Node, values: dict[Value, Value], half: DType
) -> None:
    attrs = {name: _narrowed(each, half) for name, each in node.attrs.items()}
    twin = build.node(
        node.op,
        [values[value] for value in node.inputs],
        attrs,
        node.name,
        origin=node.origin,
    )
    values.update(zip(node.outputs, twin.outputs, strict=True))


def _narrowed(attr: Attr, half: DType) -> Attr:
    if attr is dtypes.float32:
        return half
    if isinstance(attr, TensorValue) and attr.dtype is dtypes.float32:
        return TensorValue(attr.array.astype(half.numpy_dtype), half)
    if isinstance(attr, list):
        return [_narrowed(each, half) for each in attr]
    return attr


@dataclass(frozen=True)
class QuantizedWeight:
    """A constant that is stored in 8 bits now."""

    name: str
    shape: tuple[int, ...]
    channels: int
    """Scales: one for each index of the last axis."""
    largest_error: float
    """The largest difference of an element."""
    relative_error: float
    """The norm of the difference, by that of the weight."""
    bytes_before: int
    bytes_after: int


def quantize_weights(graph: Graph, least: int = 1024) -> list[QuantizedWeight]:
    """Stores the weights of products as int8, with a scale for each channel.

    Weights are float32 constants with at least two axes and ``least`` elements, read by
    products only; channels are the last axis. The graph converts them back to float32
    before each product, so that all ops stay as they are. Returns the error of each
    weight.

    >>> build = GraphBuilder("g")
    >>> x = build.input("x", "float32", [None, 64])
    >>> w = np.linspace(-1, 1, 64 * 32, dtype=np.float32).reshape(64, 32)
    >>> build.output(build.op.MatMul(x, build.constant(w, name="w")))
    >>> (found,) = quantize_weights(build.graph)
    >>> found.name, found.bytes_before, found.bytes_after, found.largest_error < 0.005
    ('w', 8192, 2176, True)
    """
    found = []
    for node in [each for each in graph if _is_weight(each, least)]:
        found.append(_quantized(graph, node))
    DeadNodes().apply(graph)
    return found


def _is_weight(node: Node, least: int) -> bool:
    if node.op != "Const" or node.output.dtype is not dtypes.float32:
        return False
    array = node.attrs["value"].array
    if array.ndim < 2 or array.size < least or not np.isfinite(array).all():
        return False
    uses = node.output.uses
    return bool(uses) and all(use.node.has_trait("precision_narrow") for use in uses)


def _quantized(graph: Graph, node: Node) -> QuantizedWeight:
    array = node.attrs["value"].array
    axes = tuple(range(array.ndim - 1))
    scale = np.abs(array).max(axis=axes) / np.float32(127)
    scale = np.where(scale > 0, scale, np.float32(1)).astype(np.float32)
    small = np.clip(np.rint(array / scale), -127, 127).astype(np.int8)
    build = GraphBuilder(graph)
    name = node.name
    stored = build.constant(small, name=f"{name}/int8")
    factor = build.constant(scale, name=f"{name}/scale")
    wide = build.node("Cast", [stored], {"DstT": dtypes.float32}, f"{name}/wide")
    whole = build.node("Mul", [wide.output, factor], {}, f"{name}/whole").output
    for made in (stored.node, factor.node, wide, whole.node):
        made.origin = node.origin
    node.output.replace_all_uses_with(whole)
    graph.reorder(topological_order(graph))
    apart = array - small.astype(np.float32) * scale
    norm = float(np.linalg.norm(array)) or 1.0
    return QuantizedWeight(
        name,
        array.shape,
        scale.size,
        float(np.abs(apart).max()),
        float(np.linalg.norm(apart)) / norm,
        array.nbytes,
        small.nbytes + scale.nbytes,
    )


__all__ = ["QuantizedWeight", "quantize_weights", "to_half"]
