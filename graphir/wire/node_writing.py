"""Writes nodes as ``NodeDef`` messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphir.errors import InvalidGraphError
from graphir.node import Node, Value
from graphir.ops.contract.registry import signature_of
from graphir.wire.attributes import fill_attr_value
from graphir.wire.node_reading import OUTPUT_NAMES, UNMODELLED

Message = Any


def fill_node_def(
    message: Message,
    node: Node,
    input_name: Callable[[Value], str],
    node_name: Callable[[Node], str],
) -> None:
    """Writes a node into an empty message; the callables name its inputs and itself.

    Raises:
      InvalidGraphError: for an attribute that has no wire form.
    """
    message.name = node_name(node)
    message.op = node.op
    if node.device:
        message.device = node.device
    message.input.extend([input_name(value) for value in node.inputs])
    message.input.extend(["^" + node_name(each) for each in node.control_inputs])
    signature = signature_of(node.op)
    specs = {} if signature is None else signature.attrs
    attrs = message.attr
    for name, value in node.attrs.items():
        if name in (UNMODELLED, OUTPUT_NAMES):
            continue
        spec = specs.get(name)
        try:
            fill_attr_value(attrs[name], value, None if spec is None else spec.kind)
        except (InvalidGraphError, TypeError, ValueError) as error:
            raise InvalidGraphError(
                f"node {node.name!r} ({node.op}), attribute {name!r}: {error}"
            ) from error
    kept = node.attrs.get(UNMODELLED)
    if kept:
        message.MergeFromString(kept)
