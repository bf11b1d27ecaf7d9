"""Arrays of version 1, which are written in place, as lists of tensors: values.

The flow that says in which order an array is written becomes the list itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.errors import InvalidGraphError
from graphir.node import Node, Value
from graphir.shapes import UNKNOWN, Shape


class _Call:
    """One op on an array, and the builder of what replaces it."""

    def __init__(
        self, build: GraphBuilder, node: Node, values: Mapping[Value, Value]
    ) -> None:
        self.build = build
        self.node = node
        self._values = values

    def __getitem__(self, index: int) -> Value:
        return self._values[self.node.inputs[index]]

    @property
    def array(self) -> Node:
        """The node that made the array."""
        node = self.node
        while not _makes_array(node):
            if not node.inputs:
                raise InvalidGraphError(
                    f"Node {self.node.name!r} ({self.node.op}): the array of "
                    f"%{node.name} is not made in this graph."
                )
            node = node.inputs[0].node
        return node

    def apply(self, op: str, inputs: Sequence[Value], **attrs: Any) -> Value:
        """The result of an op; that of a list knows the type of the elements."""
        made = self.build.node(
            op, inputs, attrs, self.node.name, origin=self.node.origin
        ).output
        if made.dtype is dtypes.variant:
            made.handle_data = ((self.dtype, self.shape),)
        return made

    @property
    def dtype(self) -> Any:
        """The dtype of an element."""
        return self.array.attrs["dtype"]

    @property
    def shape(self) -> Shape:
        """The shape of an element, as far as the array tells."""
        found = self.array.attrs.get("element_shape", UNKNOWN)
        return found if isinstance(found, Shape) else UNKNOWN

    def sizes(self, shape: Shape) -> Value:
        """A shape as the argument that ops on lists take; -1 is unknown."""
        known = shape.rank is not None
        sizes = [-1 if x is None else x for x in shape.as_list()] if known else -1
        return self.build.constant(np.asarray(sizes, np.int32))


_Rule = Callable[[_Call], list[Value]]

_RULES: Final[dict[str, _Rule]] = {}
"""Op on an array -> the results of the ops on a list that do the same."""


def _replaces(op: str) -> Callable[[_Rule], _Rule]:
    def register(rule: _Rule) -> _Rule:
        _RULES[op] = rule
        return rule

    return register


def is_array_op(node: Node) -> bool:
    """Whether the node makes, reads or writes an array of version 1."""
    return node.op in _RULES


def list_op(
    build: GraphBuilder, node: Node, values: Mapping[Value, Value]
) -> list[Value]:
    """The results of an op on an array, by ops on lists.

    Raises:
      InvalidGraphError: if the array comes from outside of the graph.
    """
    return _RULES[node.op](_Call(build, node, values))


def _makes_array(node: Node) -> bool:
    return node.op == "TensorArrayV3"


@_replaces("TensorArrayV3")
def _new(call: _Call) -> list[Value]:
    made = call.apply(
        "TensorListReserve",
        [call.sizes(call.shape), call[0]],
        element_dtype=call.dtype,
        shape_type=dtypes.int32,
    )
    return [made, made]


@_replaces("TensorArrayWriteV3")
def _write(call: _Call) -> list[Value]:
    return [
        call.apply(
            "TensorListSetItem",
            [call[3], call[1], call[2]],
            element_dtype=call.dtype,
            resize_if_index_out_of_bounds=bool(call.array.attrs.get("dynamic_size")),
        )
    ]


@_replaces("TensorArrayReadV3")
def _read(call: _Call) -> list[Value]:
    return [
        call.apply(
            "TensorListGetItem",
            [call[2], call[1], call.sizes(call.shape)],
            element_dtype=call.dtype,
        )
    ]


@_replaces("TensorArrayGatherV3")
def _gather(call: _Call) -> list[Value]:
    asked = call.node.attrs.get("element_shape", UNKNOWN)
    shape = asked if isinstance(asked, Shape) and asked.rank is not None else call.shape
    return [
        call.apply(
            "TensorListGather",
            [call[2], call[1], call.sizes(shape)],
            element_dtype=call.dtype,
        )
    ]


@_replaces("TensorArrayScatterV3")
def _scatter(call: _Call) -> list[Value]:
    return [
        call.apply(
            "TensorListScatterIntoExistingList",
            [call[3], call[2], call[1]],
            element_dtype=call.dtype,
        )
    ]


@_replaces("TensorArraySizeV3")
def _size(call: _Call) -> list[Value]:
    return [call.apply("TensorListLength", [call[1]])]


@_replaces("TensorArrayConcatV3")
def _concat(call: _Call) -> list[Value]:
    node = call.build.node(
        "TensorListConcatV2",
        [
            call[1],
            call.sizes(call.shape),
            call.build.constant(np.zeros(0, np.int64)),
        ],
        {"element_dtype": call.dtype, "shape_type": dtypes.int32},
        call.node.name,
        origin=call.node.origin,
    )
    return list(node.outputs)


@_replaces("TensorArraySplitV3")
def _split(call: _Call) -> list[Value]:
    return [
        call.apply(
            "TensorListSplit",
            [call[1], call.sizes(UNKNOWN), call[2]],
            element_dtype=call.dtype,
            shape_type=dtypes.int32,
        )
    ]
