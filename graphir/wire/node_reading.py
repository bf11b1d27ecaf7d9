"""Reads node messages: names, attributes, dtypes; edges stay text.

Reading works in steps over lists, so nothing recurses on the depth of a graph: read
every node here, resolve and check its edges (``edges``), find an order and make the
nodes (``node_building``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from graphir.attributes import Attr
from graphir.errors import InvalidGraphError
from graphir.node import Node
from graphir.wire import messages
from graphir.wire.attributes import read_attr_map
from graphir.wire.signatures import CallTypes, OpFacts, OpTable

Message = Any
UNMODELLED: Final = "_unmodelled_fields"
"""The attribute that keeps, as bytes, the fields of a message that nodes lack."""

OUTPUT_NAMES: Final = "_unmodelled_output_names"
"""The attribute that keeps what a function calls the outputs of an unknown op."""


class ReadNode:
    """The content of a node message, from which a Node is built later."""

    __slots__ = (
        "attrs",
        "controls",
        "device",
        "facts",
        "inputs",
        "name",
        "op",
        "sources",
        "types",
    )

    def __init__(self, name: str, op: str, inputs: Sequence[str] = ()) -> None:
        self.name = name
        self.op = op
        self.inputs = inputs
        self.device = ""
        self.attrs: dict[str, Attr] = {}
        self.facts: OpFacts | None = None
        self.types = CallTypes(None, ())
        self.sources: Sequence[tuple[int, int]] = ()
        self.controls: Sequence[int] = ()

    def __str__(self) -> str:
        return f"node {self.name!r} ({self.op})"

    def wrong(self, reason: object) -> InvalidGraphError:
        """The error of this node; raise it."""
        return InvalidGraphError(f"{self}: {reason}")


def read_nodes(node_defs: Iterable[Message], table: OpTable) -> list[ReadNode]:
    """The nodes with their attributes and, for known ops, dtypes.

    Raises:
      InvalidGraphError: for attributes that do not fit the op.
    """
    return [_read_node(node_def, table) for node_def in node_defs]


def _read_node(node_def: Message, table: OpTable) -> ReadNode:
    read = ReadNode(node_def.name, node_def.op, node_def.input)
    read.device = node_def.device
    facts = read.facts = table.facts(read.op)
    try:
        if facts is None:
            read.attrs = read_attr_map(node_def.attr)
        else:
            read.attrs = facts.read_attrs(node_def.attr)
            read.types = facts.types(read.attrs)
    except InvalidGraphError as error:
        raise read.wrong(error) from error
    kept = [name for name in _KEPT_FIELDS if node_def.HasField(name)]
    if kept:
        read.attrs[UNMODELLED] = copy_fields(node_def, "NodeDef", kept)
    return read


_KEPT_FIELDS: Final = ("experimental_debug_info", "experimental_type")


def copy_fields(message: Message, kind: str, names: Iterable[str]) -> bytes:
    """The bytes of a message reduced to the named fields."""
    part = messages.get(kind)()
    fields = part.DESCRIPTOR.fields_by_name
    for name in names:
        value = getattr(message, name)
        if fields[name].message_type is not None or hasattr(value, "append"):
            getattr(part, name).MergeFrom(value)
        else:
            setattr(part, name, value)
    data: bytes = part.SerializeToString(deterministic=True)
    return data


def original_names(node: Node) -> list[tuple[str, str]]:
    """The original nodes of an optimized node, as recorded in its message.

    TensorFlow's optimizer records pairs of node and function; the function is empty for
    the graph itself.
    """
    kept = node.attrs.get(UNMODELLED)
    if not kept:
        return []
    info = messages.parse("NodeDef", kept).experimental_debug_info
    functions = list(info.original_func_names)
    functions += [""] * (len(info.original_node_names) - len(functions))
    return list(zip(info.original_node_names, functions, strict=False))
