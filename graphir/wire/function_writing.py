"""Writes library functions: ``Function`` to ``FunctionDef`` messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir.dtypes import DType, resource
from graphir.errors import InvalidGraphError
from graphir.function import Function
from graphir.node import Node, Value
from graphir.wire.attributes import fill_attr_map
from graphir.wire.function_names import FunctionNames
from graphir.wire.node_reading import OUTPUT_NAMES, UNMODELLED
from graphir.wire.node_writing import fill_node_def
from graphir.wire.shapes import fill_shape_proto
from graphir.wire.signatures import OpTable

Message = Any


def fill_function_def(
    message: Message, function: Function, names: FunctionNames, table: OpTable
) -> None:
    """Writes a function into an empty message.

    Raises:
      InvalidGraphError: for an attribute that has no wire form.
    """
    body = function.body
    signature = message.signature
    signature.name = function.name
    for index, (name, value) in enumerate(zip(names.inputs, body.inputs, strict=True)):
        _fill_argument(message, index, name, value)
    _fill_results(message, function, names, table)
    signature.is_stateful = "stateful" in names.signature.traits
    fill_attr_map(
        message.attr,
        {name: each for name, each in function.attrs.items() if name != UNMODELLED},
    )
    written = _EdgeNames(names, table)
    for node in names.nodes:
        fill_node_def(message.node_def.add(), node, written.of_value, written.of_node)
    kept = function.attrs.get(UNMODELLED)
    if kept:
        message.MergeFromString(kept)


def _fill_results(
    message: Message, function: Function, names: FunctionNames, table: OpTable
) -> None:
    written = _EdgeNames(names, table)
    body = function.body
    for name, value in zip(names.outputs, body.outputs, strict=True):
        message.signature.output_arg.add(name=name, type=_base_number(value.dtype))
        message.ret[name] = written.of_value(value)
    controls = zip(function.control_output_names, body.control_outputs, strict=True)
    for name, node in controls:
        message.signature.control_output.append(name)
        message.control_ret[name] = written.of_node(node)


def _fill_argument(message: Message, index: int, name: str, value: Value) -> None:
    arg = message.signature.input_arg.add(name=name, type=value.dtype.number)
    attrs = dict(value.node.attrs)
    kept = attrs.pop(UNMODELLED, None)
    if kept:
        arg.MergeFromString(kept)
    for dtype, shape in value.handle_data:
        part = arg.handle_data.add(dtype=dtype.number)
        fill_shape_proto(part.shape, shape)
    for declared in ("dtype", "shape", "_output_shapes"):
        attrs.pop(declared, None)
    if value.dtype.base_dtype is not resource:
        # TensorFlow tells no shape of a handle
        attrs["_output_shapes"] = [value.shape]
    if attrs:
        fill_attr_map(message.arg_attr[index].attr, attrs)


def _base_number(dtype: DType) -> int:
    return dtype.base_dtype.number


class _EdgeNames:
    """How edges are spelled inside one function."""

    def __init__(self, names: FunctionNames, table: OpTable) -> None:
        self._names = names
        self._table = table
        self._outputs: dict[Node, list[str]] = {}

    def of_node(self, node: Node) -> str:
        return self._names.arguments.get(node) or self._names.nodes[node]

    def of_value(self, value: Value) -> str:
        node = value.node
        if node in self._names.arguments:
            return self._names.arguments[node]
        if node not in self._outputs:
            self._outputs[node] = self._output_names(node)
        return f"{self._names.nodes[node]}:{self._outputs[node][value.index]}"

    def _output_names(self, node: Node) -> list[str]:
        facts = self._table.facts(node.op)
        if facts is not None:
            return facts.output_names(node.attrs)
        known: Mapping[str, Any] = node.attrs
        if OUTPUT_NAMES in known:
            return [name.decode() for name in known[OUTPUT_NAMES]]
        raise InvalidGraphError(
            f"node {node.name!r}: the names of the outputs of op {node.op!r} "
            "are unknown, so a function that reads them cannot be written."
        )
