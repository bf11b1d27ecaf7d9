"""Arrays of version 1, which are written in place, as lists of tensors: values.

The flow that says in which order an array is written becomes the list itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.node import Node, Value
from graphir.ops.state.tensor_arrays import ArrayOp, TensorArrayV3


def is_array_op(node: Node) -> bool:
    """Whether the node makes, reads or writes an array of version 1."""
    declared = node.declaration
    if declared is None or not issubclass(declared, ArrayOp):
        return False
    return declared.has_list_form() and _has_handle(node)


def list_op(
    build: GraphBuilder, node: Node, values: Mapping[Value, Value]
) -> list[Value]:
    """The results of an op on an array, by ops on lists.

    Raises:
      InvalidGraphError: if the array comes from outside of the graph.
    """
    array = _maker(node).call()
    declared = node.declaration
    assert isinstance(array, TensorArrayV3)
    assert declared is not None
    applier = _Applier(build, node)
    # a handle is no value any more, and no list op reads it
    inputs = [values.get(value, value) for value in node.inputs]
    call = declared.view(inputs, node.attrs, node.outputs, applier)
    assert isinstance(call, ArrayOp)
    made = [x for x in call.on_list(array) or () if isinstance(x, Value)]
    for value in made:
        value.node.origin = node.origin
        if value.dtype is dtypes.variant:
            value.handle_data = ((array.dtype, array.element_shape),)
    return made


class _Applier:
    """Applies ops to values; the nodes have the name of the one they stand for."""

    def __init__(self, build: GraphBuilder, node: Node) -> None:
        self._build = build
        self._name = node.name

    def call(
        self, op: str, args: Sequence[Any], attrs: Mapping[str, Any], name: str | None
    ) -> Any:
        return self._build.call(op, args, attrs, name or self._name)

    def constant(
        self, value: Any, dtype: DType | None = None, name: str | None = None
    ) -> Any:
        return self._build.constant(value, dtype, name)


def _maker(node: Node) -> Node:
    """The node that made the array."""
    maker = node
    while maker.declaration is not TensorArrayV3:
        if not maker.inputs:
            raise InvalidGraphError(
                f"Node {node.name!r} ({node.op}): the array of %{maker.name} is not "
                "made in this graph."
            )
        maker = maker.inputs[0].node
    return maker


def _has_handle(node: Node) -> bool:
    """Whether the array is a resource: those of earlier versions had names."""
    handles = (*node.inputs[:1], *node.outputs[:1])
    return any(value.dtype.base_dtype is dtypes.resource for value in handles)
