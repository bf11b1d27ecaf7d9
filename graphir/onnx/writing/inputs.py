"""Inputs that have a value if nothing is fed: in ONNX, initializers of their names."""

from __future__ import annotations

from graphir.attributes import TensorValue
from graphir.graph import Graph
from graphir.node import Node
from graphir.onnx.contract.emission import place_of
from graphir.onnx.contract.errors import UnsupportedOpError


def inputs_with_defaults(graph: Graph) -> dict[str, TensorValue]:
    """Makes inputs of the nodes that can be fed; their values else, by name.

    Raises:
      UnsupportedOpError: for a default that is computed; names the node and its line.
    """
    found = {}
    for node in [node for node in graph if node.has_trait("given_or_default")]:
        found[node.name] = _default(node)
        name, value = node.name, node.output
        made = graph.add_input(f"{name}_given", value.dtype, value.shape)
        made.node.origin = node.origin
        value.replace_all_uses_with(made)
        graph.remove_node(node)
        graph.rename_node(made.node, name)
    return found


def _default(node: Node) -> TensorValue:
    known = node.inputs[0].constant_value()
    if known is None:
        raise UnsupportedOpError(
            f"{place_of(node)}: what it is if nothing is fed must be constant."
        )
    return TensorValue(known, node.output.dtype.base_dtype)
