"""Graphs in two parts, two graphs as one, constants in and out, open batches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphir.analysis.order import topological_order
from graphir.attributes import TensorValue
from graphir.builder import infer_call
from graphir.editing.importing import import_graph_def
from graphir.editing.subgraphs import subgraph
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.shapes import Shape


def split(graph: Graph, at: Sequence[str]) -> tuple[Graph, Graph]:
    """Two graphs: one that computes the values ``at``, and one that starts from them.

    The values ``at`` are the results of the first graph and the first inputs of the
    second, under the same names. Other values that the second needs must be inputs.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[2]) -> (%c) {
    ...       %a = Neg(%x)
    ...       %b = Exp(%a)
    ...       %c = Neg(%b)
    ...     }''')
    >>> first, second = split(graph, ["b"])
    >>> [node.name for node in first], [node.name for node in second]
    (['x', 'a', 'b'], ['b', 'c'])

    Raises:
      InvalidGraphError: if a name is not in the graph.
    """
    cuts = [graph.value(name) for name in at]
    return subgraph(graph, cuts), subgraph(graph, graph.outputs, cuts)


def merge(
    first: Graph, second: Graph, joined: Mapping[str, str], name: str = "second"
) -> Graph:
    """One graph of two: some inputs of the second are values of the first.

    ``joined`` maps an input of the second graph to a value of the first. Nodes of the
    second get the prefix ``name/``. The results are the results of the first graph that
    the second does not read, then the results of the second.

    >>> from graphir.text.parser import parse_graph
    >>> one = parse_graph("graph @a(%x: f32[2]) -> (%y) { %y = Neg(%x) }")
    >>> two = parse_graph("graph @b(%in: f32[2]) -> (%out) { %out = Exp(%in) }")
    >>> print(merge(one, two, {"in": "y"}), end="")
    graph @a(%x: f32[2]) -> (%"second/out") {
      %y = Neg(%x) : f32[2]
      %"second/out" = Exp(%y) : f32[2]
    }

    Raises:
      InvalidGraphError: if the first graph has no such value, or the second no such
        input, or their dtypes or shapes differ.
    """
    whole = first.copy()
    mapped = {given: whole.value(taken) for given, taken in joined.items()}
    _check_joined(second, mapped)
    names = [f"{value.node.name}:{value.index}" for value in second.outputs]
    found = import_graph_def(whole, second, mapped, names, name)
    taken = set(mapped.values())
    kept = [value for value in whole.outputs if value not in taken]
    whole.outputs = [*kept, *(each for each in found or [] if isinstance(each, Value))]
    return whole


def _check_joined(second: Graph, joined: Mapping[str, Value]) -> None:
    inputs = {value.name: value for value in second.inputs}
    for name, value in joined.items():
        read = inputs.get(name.removesuffix(":0"))
        if read is None:
            known = ", ".join(inputs) or "none"
            raise InvalidGraphError(
                f"The second graph has no input {name!r}; its inputs: {known}."
            )
        if not read.shape.is_compatible_with(value.shape):
            raise InvalidGraphError(
                f"The input {name!r} has shape {read.shape}, "
                f"%{value.name} has {value.shape}."
            )


def constants_as_inputs(graph: Graph, *names: str) -> dict[str, np.ndarray[Any, Any]]:
    """Turns constants into inputs of the graph, and returns their values by name.

    ``graphir.freeze(graph, values)`` turns the inputs into constants again.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[2]) -> (%y) {
    ...       %w = Const() {value = [1.0, 2.0] : f32[2]}
    ...       %y = Mul(%x, %w)
    ...     }''')
    >>> constants_as_inputs(graph, "w"), [value.name for value in graph.inputs]
    ({'w': array([1., 2.], dtype=float32)}, ['x', 'w'])

    Raises:
      InvalidGraphError: if there is no such node, or it is no constant.
    """
    found = {}
    for name in names:
        node = graph.node(name)
        if node.op != "Const":
            raise InvalidGraphError(f"The node {name!r} is a {node.op}, no constant.")
        tensor = node.attrs["value"]
        made = graph.add_input(f"{name}_in", tensor.dtype, tensor.shape)
        made.node.origin = node.origin
        node.output.replace_all_uses_with(made)
        graph.remove_node(node)
        graph.rename_node(made.node, name)
        found[name] = np.array(tensor.array)
    graph.reorder(topological_order(graph))
    return found


def open_batch(graph: Graph, *inputs: str) -> None:
    """Makes the first dimension of inputs unknown, so that each run may choose it.

    Without names, that is done for all inputs with axes. Batch sizes in constants of
    ``Reshape`` become -1; shapes are inferred again.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[8,2,2]) -> (%y) {
    ...       %s = Const() {value = [8, 4] : i32[2]}
    ...       %y = Reshape(%x, %s)
    ...     }''')
    >>> open_batch(graph)
    >>> print(graph, end="")
    graph @g(%x: f32[?,2,2]) -> (%y) {
      %s = Const() {value = [-1, 4] : i32[2]} : i32[2]
      %y = Reshape(%x, %s) : f32[?,4]
    }

    Raises:
      InvalidGraphError: if an input is not in the graph or has no dimensions, their
        batches differ, or a Reshape has another open size.
    """
    chosen = [graph.value(name) for name in inputs] or [
        value for value in graph.inputs if value.shape.rank
    ]
    for value in chosen:
        if value not in graph.inputs:
            raise InvalidGraphError(f"%{value.name} is no input of the graph.")
        if not value.shape.rank:
            raise InvalidGraphError(
                f"%{value.name} has no first dimension: its shape is {value.shape}."
            )
    given = {value.shape.as_list()[0] for value in chosen}
    sizes = sorted(each for each in given if each is not None)
    if len(sizes) > 1:
        raise InvalidGraphError(f"The inputs have batches of {sizes}.")
    for value in chosen:
        value.shape = Shape([None, *value.shape.as_list()[1:]])
        value.node.attrs["shape"] = value.shape
    for node in topological_order(graph):
        if node.op == "Reshape" and sizes:
            _open_reshape(graph, node, sizes[0])
        _infer_again(node)


def _open_reshape(graph: Graph, node: Node, batch: int) -> None:
    source = node.inputs[1].node
    own = node.inputs[0].shape
    if source.op != "Const" or (own.rank and own.as_list()[0] is not None):
        return
    array = source.attrs["value"].array
    if not array.size or array[0] != batch:
        return
    if (array == -1).any():
        raise InvalidGraphError(
            f"The Reshape {node.name!r} has an open size besides the batch."
        )
    opened = np.array(array)
    opened[0] = -1
    tensor = TensorValue(opened, source.attrs["value"].dtype)
    if len(source.output.uses) == 1:
        source.attrs["value"] = tensor
        return
    made = graph.add_node(
        "Const",
        (),
        {"value": tensor, "dtype": tensor.dtype},
        [(tensor.dtype, tensor.shape)],
        source.name,
        origin=source.origin,
    )
    node.replace_input(1, made.output)


def _infer_again(node: Node) -> None:
    if node.op in ("Placeholder", "Const") or node.declaration is None:
        return
    _, types = infer_call(node.op, node.inputs, node.attrs)
    for value, (_, shape) in zip(node.outputs, types, strict=True):
        if shape.rank is not None or not node.has_trait("calls_functions"):
            value.shape = shape


__all__ = ["constants_as_inputs", "merge", "open_batch", "split"]
