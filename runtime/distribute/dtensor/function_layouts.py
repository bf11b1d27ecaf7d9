"""Layouts through a graph: the results' layouts, from the layouts of its inputs."""

from __future__ import annotations

from collections.abc import Sequence

from graphir.attributes import FunctionRef
from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.distribute.dtensor.layouts import UNSHARDED, Layout
from runtime.distribute.dtensor.meshes import Mesh
from runtime.distribute.dtensor.node_layouts import (
    Laid,
    found_after,
    layout_on,
    mesh_among,
    stated_layout,
)
from runtime.distribute.dtensor.propagation import Found, known_sizes


def layouts_of_results(graph: Graph, inputs: Sequence[Laid]) -> list[Layout | None]:
    """The layout of each output of a graph; None where its rank is not known."""
    mesh = mesh_among(inputs)
    if mesh is None:
        return []
    return [each.layout for each in _followed(graph, inputs, mesh)]


def _followed(graph: Graph, inputs: Sequence[Laid], mesh: Mesh) -> list[Laid]:
    """What is known of each output, where so much is known of the inputs."""
    known: dict[Value, Laid] = {}
    for value, given in zip(graph.inputs, inputs):
        handle_data = given.handle_data or value.handle_data
        known[value] = Laid(value, given.sizes, given.layout, handle_data)
    for node in graph:
        if all(each in known for each in node.outputs):
            continue
        arguments = [known.get(each) or _unknown(each, mesh) for each in node.inputs]
        found = _after_node(graph, node, arguments, mesh)
        for number, value in enumerate(node.outputs):
            each = found[number] if number < len(found) else None
            known[value] = _made(value, each, mesh)
    return [known.get(each) or _unknown(each, mesh) for each in graph.outputs]


def _after_node(
    graph: Graph, node: Node, arguments: Sequence[Laid], mesh: Mesh
) -> list[Found | None]:
    called = [
        graph.functions[each.name].body
        for each in _references(node)
        if each.name in graph.functions
    ]
    if called:
        return _after_calls(called, node, arguments, mesh)
    is_divided = any(
        each.layout is not None and set(each.layout.sharding_specs) - {UNSHARDED}
        for each in arguments
    )
    if not is_divided and stated_layout(node.op, arguments, node.attrs) is None:
        return []
    return found_after(node.op, arguments, node.attrs)


def _references(node: Node) -> list[FunctionRef]:
    found = []
    for value in node.attrs.values():
        several = value if isinstance(value, (list, tuple)) else [value]
        found += [each for each in several if isinstance(each, FunctionRef)]
    return found


def _after_calls(
    bodies: Sequence[Graph], node: Node, arguments: Sequence[Laid], mesh: Mesh
) -> list[Found | None]:
    """What all functions agree on that a node may run: branches, or a loop's body.

    The last arguments of the node are those of its functions. A loop's results lie as
    its first arguments do, if a step leaves them so.
    """
    count = len(node.outputs)
    every = [
        _followed(body, arguments[len(arguments) - len(body.inputs) :], mesh)
        for body in bodies
        if len(body.outputs) == count and len(body.inputs) <= len(arguments)
    ]
    if len(bodies) > len(every):
        every.append(list(arguments))  # a loop, whose condition has one result
    return [_agreed([each[n] for each in every], mesh) for n in range(count)]


def _agreed(laid: Sequence[Laid], mesh: Mesh) -> Found | None:
    if not laid or any(each.sizes is None for each in laid):
        return None
    sizes = laid[0].sizes
    assert sizes is not None
    if any(each.sizes != sizes for each in laid):
        return None
    specs = [_specs(each, len(sizes)) for each in laid]
    return sizes, tuple(
        names[0] if len(set(names)) == 1 else UNSHARDED for names in zip(*specs)
    )


def _specs(laid: Laid, rank: int) -> list[str]:
    return [UNSHARDED] * rank if laid.layout is None else laid.layout.sharding_specs


def _made(value: Value, found: Found | None, mesh: Mesh) -> Laid:
    if found is None:
        return _unknown(value, mesh)
    return Laid(value, found[0], layout_on(mesh, found), value.handle_data)


def _unknown(value: Value, mesh: Mesh) -> Laid:
    """A value of which no more is known than the graph says: no axis is divided."""
    rank = value.shape.rank
    layout = None if rank is None else Layout.replicated(mesh, rank)
    return Laid(value, known_sizes(value.shape), layout, value.handle_data)
