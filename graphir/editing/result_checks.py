"""Instruments a copy of a graph: every float result is checked for NaN and infinity."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from graphir.attributes import Attr
from graphir.graph import Graph
from graphir.node import Node, Value


class Check(NamedTuple):
    """The node to insert after a value: it checks the value and passes it on."""

    op: str
    inputs: Sequence[Value]
    attrs: Mapping[str, Attr]


MakeCheck = Callable[[Node, int], Check | None]
"""The check for an output of a node, by its index, if it is to have one."""


class Ends(NamedTuple):
    """A graph, and the part of it to run."""

    graph: Graph
    inputs: list[Value]
    outputs: list[Value]
    control_outputs: list[Node]


def with_result_checks(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node],
    make_check: MakeCheck,
) -> Ends:
    """The same part of a copy of the graph, with checks of all computed floats.

    Bodies of branches, loops and functions have checks too. Values that a node only
    passes on have been checked before.
    """
    copy = graph.copy()

    def twin(value: Value) -> Value:
        return copy.node(value.node.name).outputs[value.index]

    given = [twin(value) for value in inputs]
    wanted = [twin(value) for value in outputs]
    controls = [copy.node(node.name) for node in control_outputs]
    cut = set(given)
    running = _running(cut, [*controls, *(v.node for v in wanted if v not in cut)])
    checked = _add_checks(copy, running, cut, make_check)
    for function in copy.functions.values():
        body = function.body
        _add_checks(body, set(body.nodes), set(body.inputs), make_check)
    return Ends(copy, given, [checked.get(each, each) for each in wanted], controls)


def _running(given: set[Value], wanted: Sequence[Node]) -> set[Node]:
    """The requested nodes and their ancestors, up to the fed values."""
    found: set[Node] = set()
    waiting = list(wanted)
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += node.control_inputs
            waiting += [each.node for each in node.inputs if each not in given]
    return found


def _add_checks(
    graph: Graph, running: set[Node], given: set[Value], make_check: MakeCheck
) -> dict[Value, Value]:
    # all are made before the first is put in: they may name what nodes read
    made: dict[Value, Check] = {}
    for node in graph.nodes:
        if node not in running or node.has_trait("value_preserving"):
            continue
        for value in node.outputs:
            is_float = value.dtype.is_floating and not value.dtype.is_ref
            if is_float and value not in given:
                check = make_check(node, value.index)
                if check is not None:
                    made[value] = check
    checked = {value: _insert(graph, value, check) for value, check in made.items()}
    graph.outputs = [checked.get(each, each) for each in graph.outputs]
    return checked


def _insert(graph: Graph, value: Value, check: Check) -> Value:
    readers = value.uses
    node = graph.add_node(
        check.op,
        check.inputs,
        check.attrs,
        [(value.dtype, value.shape)],
        f"{value.node.name}/{check.op}",
        origin=value.node.origin,
    )
    for use in readers:
        use.node.replace_input(use.input_index, node.output)
    return node.output


__all__ = ["Check", "Ends", "MakeCheck", "with_result_checks"]
