"""Reads and writes whole graphs: ``GraphDef`` to ``Graph`` and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphir.errors import InvalidGraphError
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.contract.signature import Signature
from graphir.wire import messages
from graphir.wire.calls import called_functions, check_no_recursion
from graphir.wire.debug_info import set_origins, to_debug_info
from graphir.wire.edges import graph_resolver, link_nodes, positions_by_name
from graphir.wire.function_names import FunctionNames
from graphir.wire.function_reading import FunctionReader
from graphir.wire.function_writing import fill_function_def
from graphir.wire.garbage import collection_paused
from graphir.wire.node_building import add_nodes
from graphir.wire.node_reading import ReadNode, copy_fields, read_nodes
from graphir.wire.node_writing import fill_node_def
from graphir.wire.signatures import OpTable, signature_of_function

Message = Any

_KEPT_FIELDS: Final = ("debug_info", "version")
_KEPT_OF_VERSIONS: Final = ("bad_consumers",)
_KEPT_OF_LIBRARY: Final = ("registered_gradients",)


def to_graph_def(graph: Graph, with_origins: bool = False) -> Message:
    """The graph as a ``GraphDef`` message that TensorFlow reads.

    Nodes keep their order; all functions of the library are written. ``with_origins``
    writes the source lines of the nodes too, into ``debug_info``.

    >>> from graphir import dtypes
    >>> from graphir.shapes import SCALAR
    >>> graph = Graph("g")
    >>> x = graph.add_input("x", dtypes.float32, SCALAR)
    >>> to_graph_def(graph).node[0].op
    'Placeholder'

    Raises:
      InvalidGraphError: for an attribute that has no wire form.
    """
    message = messages.get("GraphDef")()
    if graph.unmodelled:
        message.ParseFromString(graph.unmodelled)
    if graph.producer or graph.min_consumer:
        message.versions.producer = graph.producer
        message.versions.min_consumer = graph.min_consumer
    for node in graph:
        fill_node_def(message.node.add(), node, _value_name, _node_name)
    _fill_library(message, graph.functions)
    if with_origins:
        info = to_debug_info(graph.functions.values(), graph)
        if info.name_to_trace_id:
            message.debug_info.CopyFrom(info)
    return message


def _value_name(value: Value) -> str:
    return value.name


def _node_name(node: Node) -> str:
    return node.name


def _fill_library(message: Message, library: FunctionLibrary) -> None:
    names = {function.name: FunctionNames(function) for function in library.values()}
    table = OpTable({name: each.signature for name, each in names.items()})
    for function in library.values():
        fill_function_def(
            message.library.function.add(), function, names[function.name], table
        )
    for name, gradient in library.gradients.items():
        message.library.gradient.add(function_name=name, gradient_func=gradient)


def from_graph_def(graph_def: Message, fetches: Sequence[str] | None = None) -> Graph:
    """The graph that a ``GraphDef`` message describes, ours or TensorFlow's.

    Inputs of the graph are its Placeholders; outputs are the fetches (``"y"``,
    ``"y:1"``; ``"^y"``, or the name of a node without outputs, makes it a control
    output), or, without fetches, all values without readers. Attributes left out get
    their defaults. Nodes of unknown ops are kept as they are.

    >>> graph_def = messages.get("GraphDef")()
    >>> node = graph_def.node.add(name="stop", op="NoOp")
    >>> from_graph_def(graph_def).node("stop")
    <Node %stop = NoOp>

    Raises:
      InvalidGraphError: naming the node and the error in it.
    """
    message = messages.as_ours(graph_def, "GraphDef")
    with collection_paused():
        graph = _read_graph(message)
    if fetches is None:
        fetch_unread(graph)
    else:
        _fetch(graph, fetches)
    if message.HasField("debug_info"):
        set_origins(graph.functions.values(), message.debug_info, graph)
    return graph


def _read_graph(message: Message) -> Graph:
    table = op_table(message)
    graph = begin_graph(message)
    read_library(message, table, graph)
    nodes = read_nodes(message.node, table)
    positions = positions_by_name(nodes)
    link_nodes(nodes, positions, graph_resolver(positions))
    return end_graph(graph, nodes)


def begin_graph(message: Message) -> Graph:
    """A graph with the facts of the message beside nodes and functions."""
    graph = Graph()
    graph.producer = message.versions.producer
    graph.min_consumer = message.versions.min_consumer
    graph.unmodelled = _kept_bytes(message)
    return graph


def end_graph(graph: Graph, nodes: Sequence[ReadNode]) -> Graph:
    """The graph with its nodes, which were read and linked; it has its functions."""
    add_nodes(graph, nodes)
    graph.inputs = [node.output for node in graph if node.op == "Placeholder"]
    return graph


def op_table(graph_def: Message) -> OpTable:
    """Signatures of all ops and functions that the message can use.

    Raises:
      InvalidGraphError: for two functions of one name, or one named as an op.
    """
    signatures: dict[str, Signature] = {}
    known = OpTable({})
    for function in graph_def.library.function:
        name = function.signature.name
        if name in signatures or known.facts(name) is not None:
            kind = "a function" if name in signatures else "an op"
            raise InvalidGraphError(f"There is {kind} {name!r} already; rename one.")
        signatures[name] = signature_of_function(function.signature)
    return OpTable(signatures)


def read_library(
    graph_def: Message,
    table: OpTable,
    graph: Graph,
    readers: Mapping[str, FunctionReader] | None = None,
) -> None:
    """Reads the functions of a message into the graph's library.

    Functions with a reader in ``readers``, by name, are not read again.

    Raises:
      InvalidGraphError: naming the function and the error in it; for functions
        that call each other in a circle.
    """
    library = graph.functions
    for function_def in graph_def.library.function:
        reader = (readers or {}).get(function_def.signature.name)
        if reader is None:
            reader = FunctionReader(function_def, table)
        library.add(reader.function(library, graph))
    check_no_recursion(
        {each.name: called_functions(each.body, library) for each in library.values()}
    )
    for gradient in graph_def.library.gradient:
        library.gradients[gradient.function_name] = gradient.gradient_func


def _kept_bytes(message: Message) -> bytes:
    set_fields = {field.name for field, _ in message.ListFields()}
    part = type(message)()
    kept = [name for name in _KEPT_FIELDS if name in set_fields]
    part.ParseFromString(copy_fields(message, "GraphDef", kept))
    if message.versions.bad_consumers:
        part.versions.MergeFromString(
            copy_fields(message.versions, "VersionDef", _KEPT_OF_VERSIONS)
        )
    if message.library.registered_gradients:
        part.library.MergeFromString(
            copy_fields(message.library, "FunctionDefLibrary", _KEPT_OF_LIBRARY)
        )
    whole: bytes = part.SerializeToString(deterministic=True)
    return whole


def _fetch(graph: Graph, fetches: Sequence[str]) -> None:
    for name in fetches:
        node_name = name.removeprefix("^")
        is_control = node_name != name or ":" not in name
        if is_control and (node_name != name or not graph.node(name).outputs):
            graph.control_outputs.append(graph.node(node_name))
        else:
            graph.outputs.append(graph.value(name))


def fetch_unread(graph: Graph) -> None:
    """Makes all values without readers outputs of the graph."""
    for node in graph:
        if any(value.is_used for value in node.outputs):
            continue
        if node.outputs:
            graph.outputs.extend(node.outputs)
        elif not node.control_outputs:
            graph.control_outputs.append(node)
