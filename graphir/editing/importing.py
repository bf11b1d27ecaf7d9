"""`import_graph_def`: copies the nodes of one graph into another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, overload

from graphir.errors import InvalidGraphError
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value, output_types
from graphir.text.printer import print_function
from graphir.wire.graphdef import from_graph_def

LOCATION = b"loc:@"
"""How the attribute ``_class`` names a node to be placed with."""


@overload
def import_graph_def(
    graph: Graph,
    graph_def: object,
    input_map: Mapping[str, Value] | None = None,
    return_elements: None = None,
    name: str = "import",
) -> None: ...


@overload
def import_graph_def(
    graph: Graph,
    graph_def: object,
    input_map: Mapping[str, Value] | None = None,
    *,
    return_elements: Sequence[str],
    name: str = "import",
) -> list[Any]: ...


@overload
def import_graph_def(
    graph: Graph,
    graph_def: object,
    input_map: Mapping[str, Value] | None,
    return_elements: Sequence[str],
    name: str = "import",
) -> list[Any]: ...


def import_graph_def(
    graph: Graph,
    graph_def: Any,
    input_map: Mapping[str, Value] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str = "import",
) -> list[Value | Node] | None:
    """Adds the nodes of a ``GraphDef``, or of a graph, to a graph.

    Names get the prefix ``name/``, made unique (``import_1/``); an empty one adds
    none. ``input_map`` maps names of values of the import to values of the graph that
    replace them. Placeholders that are not mapped become inputs.

    Returns the values (``"x:0"``) and nodes (``"x"``) named in ``return_elements``.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Neg(%x) }")
    >>> part = parse_graph("graph @p(%in: f32[2]) -> (%out) { %out = Exp(%in) }")
    >>> found = import_graph_def(graph, part, {"in": graph.value("y")}, ["out:0"])
    >>> graph.outputs = found
    >>> print(graph, end="")
    graph @g(%x: f32[2]) -> (%"import/out") {
      %y = Neg(%x) : f32[2]
      %"import/out" = Exp(%y) : f32[2]
    }

    Raises:
      InvalidGraphError: for a name that the import does not have, a mapped value of
        another dtype, or a node or function whose name is in use already.
    """
    source = graph_def if isinstance(graph_def, Graph) else from_graph_def(graph_def)
    mapped = _mapped(graph, source, input_map or {})
    _bring_functions(graph, source)
    prefix = _unique_prefix(graph, name)
    replaced = {value.node for value in mapped if len(value.node.outputs) == 1}
    nodes: dict[Node, Node] = {}
    values: dict[Value, Value] = dict(mapped)
    for node in source:
        # what is wholly replaced by a mapped value is not needed, if it is an input
        if node in replaced and not node.inputs and node.op == "Placeholder":
            continue
        nodes[node] = _copied(graph, node, prefix, values)
    for node, twin in nodes.items():
        twin.set_inputs([values[value] for value in node.inputs])
        for each in node.control_inputs:
            twin.add_control_input(nodes[each])
    graph.inputs += [values[each] for each in source.inputs if each.node in nodes]
    return _returned(source, nodes, values, return_elements)


def _mapped(
    graph: Graph, source: Graph, input_map: Mapping[str, Value]
) -> dict[Value, Value]:
    found: dict[Value, Value] = {}
    for name, value in input_map.items():
        inner = source.value(name)
        if value.node.graph is not graph:
            raise InvalidGraphError(f"input_map[{name!r}] is not in {graph.name!r}.")
        if inner.dtype.base_dtype is not value.dtype.base_dtype:
            raise InvalidGraphError(
                f"input_map[{name!r}]: %{value.name} is {value.dtype.name}, the graph "
                f"that is imported has {inner.dtype.name} there."
            )
        found[inner] = value
    return found


def _unique_prefix(graph: Graph, name: str) -> str:
    scope = name.rstrip("/")
    if not scope:
        return ""
    taken = {node.name.partition("/")[0].lower() for node in graph}
    if scope.lower() not in taken:
        return f"{scope}/"
    number = 1
    while f"{scope}_{number}".lower() in taken:
        number += 1
    return f"{scope}_{number}/"


def _copied(graph: Graph, node: Node, prefix: str, values: dict[Value, Value]) -> Node:
    twin = graph.add_named_node(
        f"{prefix}{node.name}", node.op, node.attrs, output_types(node)
    )
    twin.device, twin.origin = node.device, node.origin
    places = node.attrs.get("_class")
    if prefix and isinstance(places, list):
        twin.attrs["_class"] = [_moved(each, prefix) for each in places]
    for old, new in zip(node.outputs, twin.outputs, strict=True):
        new.handle_data = old.handle_data
        values.setdefault(old, new)
    return twin


def _moved(place: Any, prefix: str) -> Any:
    if not isinstance(place, bytes) or not place.startswith(LOCATION):
        return place
    return LOCATION + prefix.encode() + place[len(LOCATION) :]


def _bring_functions(graph: Graph, source: Graph) -> None:
    library: FunctionLibrary = graph.functions
    for function in source.functions.values():
        known = library.get(function.name)
        if known is None:
            library.add(function.copy(library))
        elif print_function(known, origins=False) != print_function(
            function, origins=False
        ):
            raise InvalidGraphError(
                f"The graph has another function {function.name!r}; rename one."
            )
    library.gradients.update(source.functions.gradients)


def _returned(
    source: Graph,
    nodes: Mapping[Node, Node],
    values: Mapping[Value, Value],
    names: Sequence[str] | None,
) -> list[Value | Node] | None:
    if names is None:
        return None
    found: list[Value | Node] = []
    for name in names:
        if ":" in name:
            found.append(values[source.value(name)])
        else:
            node = source.node(name)
            found.append(nodes[node] if node in nodes else values[node.output].node)
    return found


__all__ = ["import_graph_def"]
