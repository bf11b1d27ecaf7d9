"""Validation of a ``GraphDef`` from outside, before a graph is built from it."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any, Final

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.errors import InvalidGraphError, UnknownOpError
from graphir.graph import Graph
from graphir.ops.contract.registry import did_you_mean
from graphir.wire import messages
from graphir.wire.calls import called_functions, check_no_recursion, function_refs
from graphir.wire.debug_info import set_origins
from graphir.wire.edges import (
    graph_resolver,
    link_nodes,
    positions_by_name,
    reading_order,
)
from graphir.wire.function_reading import FunctionReader
from graphir.wire.garbage import collection_paused
from graphir.wire.graphdef import (
    begin_graph,
    end_graph,
    fetch_unread,
    op_table,
    read_library,
)
from graphir.wire.node_reading import ReadNode, read_nodes
from graphir.wire.signatures import OpTable

Message = Any

READABLE_VERSION: Final = 2474
"""The newest version of GraphDef whose meaning is known here."""

_NAME_START: Final = frozenset(string.ascii_letters + string.digits + ".")
_NAME_REST: Final = frozenset(string.ascii_letters + string.digits + "_./>-\\")


def validate_graph_def(graph_def: Message, allow_unknown_ops: bool = False) -> None:
    """Raises an error unless the message is a graph that can be read and run.

    Checks versions, names, ops, attributes, constants, edges, dtypes and cycles, also
    in every function that the graph reaches. Time and memory grow with the size of the
    message, whatever its content.

    >>> graph_def = messages.get("GraphDef")()
    >>> node = graph_def.node.add(name="x", op="NoSuchOp")
    >>> validate_graph_def(graph_def)
    Traceback (most recent call last):
    graphir.errors.UnknownOpError: node 'x': nobody knows the op 'NoSuchOp'. ...

    Raises:
      UnknownOpError: for an op without signature, unless ``allow_unknown_ops``.
      InvalidGraphError: for anything else, naming the node.
    """
    message = messages.as_ours(graph_def, "GraphDef")
    with collection_paused():
        _validate(message, allow_unknown_ops)


def validated_graph(graph_def: Message, allow_unknown_ops: bool = False) -> Graph:
    """The graph of ``from_graph_def`` for a message that ``validate_graph_def`` allows.

    The message is read once for both, which is half of the time.

    >>> graph_def = messages.get("GraphDef")()
    >>> node = graph_def.node.add(name="stop", op="NoOp")
    >>> validated_graph(graph_def).node("stop")
    <Node %stop = NoOp>

    Raises:
      UnknownOpError: for an op without signature, unless ``allow_unknown_ops``.
      InvalidGraphError: for anything else, naming the node.
    """
    message = messages.as_ours(graph_def, "GraphDef")
    with collection_paused():
        table, nodes, readers = _validate(message, allow_unknown_ops)
        graph = begin_graph(message)
        read_library(message, table, graph, readers)
        fetch_unread(end_graph(graph, nodes))
    if message.HasField("debug_info"):
        set_origins(graph.functions.values(), message.debug_info, graph)
    return graph


_Read = tuple[OpTable, list[ReadNode], dict[str, FunctionReader]]
"""The ops of a message, its own nodes, and the functions that these reach."""


def _validate(message: Message, allow_unknown_ops: bool) -> _Read:
    check_versions(message)
    for node_def in message.node:
        check_node_name(node_def.name)
    table = op_table(message)
    nodes = read_nodes(message.node, table)
    positions = positions_by_name(nodes)
    # an unknown op first: what reads it can only be wrong in consequence
    _check_nodes(nodes, table, allow_unknown_ops)
    link_nodes(nodes, positions, graph_resolver(positions))
    reading_order(nodes)
    readers = _check_functions(message, nodes, table, allow_unknown_ops)
    return table, nodes, readers


def check_versions(graph_def: Message) -> None:
    """Raises an error unless this reader is new enough for the message.

    Raises:
      InvalidGraphError: otherwise.
    """
    versions = graph_def.versions
    if versions.min_consumer > READABLE_VERSION:
        raise InvalidGraphError(
            f"The graph needs a reader of version {versions.min_consumer} or newer; "
            f"this one reads up to {READABLE_VERSION}. Write it again with an older "
            "TensorFlow."
        )
    if READABLE_VERSION in versions.bad_consumers:
        raise InvalidGraphError(
            f"The graph says that readers of version {READABLE_VERSION} misread it."
        )


def check_node_name(name: str) -> None:
    """Raises an error if TensorFlow does not allow the name for a node.

    >>> check_node_name("layer_1/MatMul")

    Raises:
      InvalidGraphError: otherwise.
    """
    if name[:1] not in _NAME_START or not _NAME_REST.issuperset(name) or not name:
        raise InvalidGraphError(
            f"{name!r} cannot be the name of a node: letters, digits and . first, "
            "then _ / > - \\ too."
        )


def _check_nodes(
    nodes: Sequence[ReadNode], table: OpTable, allow_unknown_ops: bool
) -> None:
    for read in nodes:
        if read.facts is None and not allow_unknown_ops:
            raise _unknown_op(read)
        _check_constant(read)
        for name in function_refs(read.attrs):
            if not table.is_function(name) and table.facts(name) is None:
                raise read.wrong(
                    f"it calls the function {name!r}, which the library lacks"
                )


def _check_constant(read: ReadNode) -> None:
    value = read.attrs.get("value")
    if read.op != "Const" or not isinstance(value, TensorValue):
        return
    declared_dtype = read.attrs.get("dtype")
    if value.dtype is not declared_dtype:
        raise read.wrong(
            f"its value is {value.dtype.name}, its attribute 'dtype' says "
            f"{getattr(declared_dtype, 'name', declared_dtype)}"
        )
    if value.dtype is dtypes.resource:
        raise read.wrong("a resource cannot be a constant: it lives in one process")


def _unknown_op(read: ReadNode) -> UnknownOpError:
    hint = did_you_mean(read.op)
    return UnknownOpError(
        f"node {read.name!r}: nobody knows the op {read.op!r}.{hint} It is neither in "
        "the op list nor a function of the graph; `graphir.from_graph_def` keeps "
        "such nodes."
    )


def _check_functions(
    graph_def: Message,
    nodes: Sequence[ReadNode],
    table: OpTable,
    allow_unknown_ops: bool,
) -> dict[str, FunctionReader]:
    """Checks what the graph reaches; what nothing calls may be anything.

    Gives the functions that were read.
    """
    defs = {each.signature.name: each for each in graph_def.library.function}
    calls: dict[str, list[str]] = {}
    readers: dict[str, FunctionReader] = {}
    waiting = called_functions(nodes, defs)
    while waiting:
        name = waiting.pop()
        if name in calls:
            continue
        reader = readers[name] = FunctionReader(defs[name], table)
        try:
            _check_nodes(reader.nodes, table, allow_unknown_ops)
            reading_order(reader.nodes)
        except UnknownOpError as error:
            raise UnknownOpError(f"function {name!r}: {error}") from error
        except InvalidGraphError as error:
            raise InvalidGraphError(f"function {name!r}: {error}") from error
        calls[name] = called_functions(reader.nodes, defs)
        waiting += calls[name]
    check_no_recursion(calls)
    return readers
