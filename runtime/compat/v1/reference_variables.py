"""TensorFlow 1 graphs: the nodes that results need, with variables as resources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from graphir.dtypes import DType, as_dtype
from graphir.errors import DataLossError, UnimplementedError
from graphir.ops.contract.registry import is_earlier_name, lookup, signature_of
from graphir.ops.contract.signature import Signature
from graphir.shapes import Shape
from graphir.wire import messages
from graphir.wire.graphdef import from_graph_def
from graphir.wire.shapes import from_shape_proto

_OF_REFERENCES: Final = frozenset({"VariableV2", "Variable"})
"""Variables whose result is the variable itself, which every op may read."""
_OF_RESOURCES: Final = "VarHandleOp"


def name_of(tensor: str) -> str:
    """The name of the node in an input of a NodeDef.

    >>> name_of("^init"), name_of("w:1")
    ('init', 'w')
    """
    return tensor.lstrip("^").partition(":")[0]


@dataclass(frozen=True)
class VariableNode:
    """A variable of a graph, and its key in a checkpoint."""

    name: str
    dtype: DType
    shape: Shape
    key: str = ""
    part: str = ""
    """The place in the whole, of a variable that is kept in parts."""


def needed_part(graph_def: Any, ends: Iterable[str]) -> Any:
    """A GraphDef with the nodes that some tensors depend on, and all functions."""
    nodes = {each.name: each for each in graph_def.node}
    waiting, kept = list(map(name_of, ends)), set()
    while waiting:
        name = waiting.pop()
        if name in kept:
            continue
        if name not in nodes:
            raise DataLossError(None, None, f"The graph has no node {name!r}.")
        kept.add(name)
        waiting += map(name_of, nodes[name].input)
    made = messages.get("GraphDef")()
    made.CopyFrom(graph_def)
    del made.node[:]
    made.node.extend(each for each in graph_def.node if each.name in kept)
    return made


def variable_nodes(graph_def: Any, restore: str) -> list[VariableNode]:
    """The variables of a graph, with the keys by which ``restore`` finds them."""
    kinds = {*_OF_REFERENCES, _OF_RESOURCES}
    keys = _restored(graph_def, restore) if restore else {}
    return [
        VariableNode(
            node.name,
            as_dtype(node.attr["dtype"].type),
            from_shape_proto(node.attr["shape"].shape),
            *keys.get(node.name, ("", "")),
        )
        for node in graph_def.node
        if node.op in kinds
    ]


def _restored(graph_def: Any, restore: str) -> dict[str, tuple[str, str]]:
    """Variable -> key and part, of the assignments that an operation waits for."""
    part = needed_part(graph_def, [restore])
    nodes = {each.name: each for each in part.node}
    found = {}
    for node in part.node:
        if node.op not in ("Assign", "AssignVariableOp"):
            continue
        source = _source(nodes, node.input[1])
        reader, _, output = source.partition(":")
        if nodes[reader].op != "RestoreV2":
            continue
        _, names, slices = map(name_of, nodes[reader].input[:3])
        index = int(output or 0)
        keys = (_text(nodes[names], index), _text(nodes[slices], index))
        found[name_of(node.input[0])] = keys
    return found


def _source(nodes: Mapping[str, Any], tensor: str) -> str:
    while nodes[name_of(tensor)].op in ("Identity", "Reshape"):
        tensor = nodes[name_of(tensor)].input[0]
    return tensor


def _text(node: Any, index: int) -> str:
    made = messages.get("GraphDef")()
    made.node.append(node)
    value = from_graph_def(made).node(node.name).attrs["value"]
    return bytes(value.array.ravel()[index]).decode()


def with_resources(graph_def: Any) -> None:
    """Replaces reference variables by resource variables, read at each use.

    Raises:
      UnimplementedError: for an unknown op that changes a variable.
    """
    references = {
        each.name: each.attr["dtype"].type
        for each in graph_def.node
        if each.op in _OF_REFERENCES
    }
    added = []
    _hand_on_variables(graph_def, references)
    for node in graph_def.node:
        if node.op in _OF_REFERENCES:
            node.op = _OF_RESOURCES
            continue
        places = [
            place
            for place, each in enumerate(node.input)
            if not each.startswith("^") and name_of(each) in references
        ]
        if not places:
            continue
        dtype = references[name_of(node.input[places[0]])]
        if node.op == "Identity":
            _become(node, "ReadVariableOp", dtype)
        elif node.op == "Assign" and 0 in places:
            _become(node, "AssignVariableOp", dtype)
        elif _twin_of(node.op) is not None:
            kept = _become_twin(node, dtype)
            added += [_read_of(node, place, dtype) for place in places[kept:]]
        elif _takes_references(node.op):
            raise UnimplementedError(
                None,
                None,
                f"{node.name!r} ({node.op}) changes a variable by reference, which is "
                "not supported: freeze the model with TensorFlow.",
            )
        else:
            for place in places:
                added.append(_read_of(node, place, dtype))
    graph_def.node.extend(added)


def _takes_references(op: str) -> bool:
    signature = signature_of(op)
    return signature is not None and any(each.is_ref for each in signature.inputs)


def _twin_of(op: str) -> Signature | None:
    """The op on a resource that an op on a reference is the earlier form of."""
    if not is_earlier_name(op):
        return None
    (parent,) = lookup(op).__bases__
    twin: Signature = lookup(parent.__name__).declared()
    return twin if twin.takes_handles else None


def _hand_on_variables(graph_def: Any, references: Mapping[str, int]) -> None:
    """Reads the variable itself, afterwards, where an op hands it on."""
    changes = {
        node.name: name_of(node.input[0])
        for node in graph_def.node
        if node.op == "Assign" or _twin_of(node.op) is not None
    }
    if not changes:
        return
    for node in graph_def.node:
        waited = []
        for place, each in enumerate(node.input):
            source = "" if each.startswith("^") else name_of(each)
            if source not in changes or not _is_of(source, changes, references):
                continue
            waited.append(f"^{source}")
            while source in changes:
                source = changes[source]
            node.input[place] = source
        node.input.extend(each for each in waited if each not in node.input)


def _is_of(source: str, changes: Mapping[str, str], references: Any) -> bool:
    while source in changes:
        source = changes[source]
    return source in references


def _become_twin(node: Any, dtype: int) -> int:
    """Makes an op on references one on resources; gives how many of these it takes."""
    twin = _twin_of(node.op)
    assert twin is not None
    node.op = twin.name
    if "dtype" in twin.attrs:
        node.attr["dtype"].type = dtype
    for name in list(node.attr):
        if not name.startswith("_") and name not in twin.attrs:
            del node.attr[name]
    return sum(each.is_handle for each in twin.inputs)


def _become(node: Any, op: str, dtype: int) -> None:
    node.op = op
    for name in list(node.attr):
        if not name.startswith("_"):
            del node.attr[name]
    node.attr["dtype"].type = dtype


def _read_of(node: Any, place: int, dtype: int) -> Any:
    """A node that reads the variable for one input of another."""
    source = name_of(node.input[place])
    read = messages.get("NodeDef")(
        name=f"{node.name}/read_{place}", op="ReadVariableOp"
    )
    read.input.append(source)
    read.attr["dtype"].type = dtype
    node.input[place] = read.name
    return read


def with_own_tables(graph_def: Any, number: int) -> None:
    """Renames a loaded graph's tables: only functions of the same load share them."""
    owners = [graph_def.node, *(each.node_def for each in graph_def.library.function)]
    for nodes in owners:
        for node in nodes:
            if "shared_name" in node.attr and node.op != _OF_RESOURCES:
                known = node.attr["shared_name"].s or node.name.encode()
                node.attr["shared_name"].s = known + b"_load_%d" % number


__all__ = [
    "VariableNode",
    "name_of",
    "needed_part",
    "variable_nodes",
    "with_own_tables",
    "with_resources",
]
