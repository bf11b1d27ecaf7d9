"""The names in the user's code of what the inputs of graphs stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from graphir.analysis.reachability import function_names
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.contract.function_calls import callees, first_passed

InputNames = Mapping[Node, str]
"""By an input of a graph or of one of its functions: its name in the user's code."""

NO_NAMES: Final[InputNames] = MappingProxyType({})


def names_of_inputs(graph: Graph, captures: Mapping[str, str]) -> InputNames:
    """What the inputs of a graph and of its functions are called in the user's code.

    ``captures`` names the variables that inputs of the graph itself stand for. Loop
    variables have the name that was recorded with them, and what is passed on to a
    branch or a loop keeps its name there, variables also in a call. An input that gets
    values of several names has none, nor one that is called like its node.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ... graph @g(%h: f32[2]) -> (%y) { %y = PartitionedCall(%h) {f = @inner,
    ...     Tin = [float32], Tout = [float32]} : f32[2] }
    ... func @inner(%a: f32[2]) -> (%b) { %b = Neg(%a) }''')
    >>> list(names_of_inputs(graph, {"h": "self.scale"}).values())
    ['self.scale', 'self.scale']
    """
    bodies = [graph, *(function.body for function in graph.functions.values())]
    passed = [each for body in bodies for each in _passed(body, graph)]
    inputs = [value.node for body in bodies for value in body.inputs]
    own = _recorded(inputs) | {
        value.node: captures[value.node.name]
        for value in graph.inputs
        if value.node.name in captures
    }
    staged = {each.inside for each in passed if each.is_staged}
    parameters = {
        node: node.name
        for node in inputs
        if node not in staged and node.name.isidentifier()
    }
    variables = frozenset(captures.values())
    named = parameters | own
    for _ in bodies:  # functions that call themselves may never agree
        found = parameters | _passed_on(named, passed, variables) | own
        if found == named:
            break
        named = found
    return {node: name for node, name in named.items() if name != node.name}


class _Pass(NamedTuple):
    """A value that goes to an input of a function, which may be a branch or loop."""

    value: Value
    inside: Node
    is_staged: bool


def _recorded(inputs: list[Node]) -> dict[Node, str]:
    """The names that were recorded with the inputs themselves."""
    return {
        node: node.origin.variable
        for node in inputs
        if node.origin is not None and node.origin.variable
    }


def _passed_on(
    named: dict[Node, str], passed: list[_Pass], variables: frozenset[str]
) -> dict[Node, str]:
    """The names of the inputs that get what has a name, by those that have one now."""
    given: dict[Node, set[str]] = {}
    for each in passed:
        name = named.get(each.value.node)
        if name is not None and (each.is_staged or name in variables):
            given.setdefault(each.inside, set()).add(name)
    return {node: min(names) for node, names in given.items() if len(names) == 1}


def _passed(body: Graph, whole: Graph) -> Iterator[_Pass]:
    """What the nodes of a body pass to the inputs of functions."""
    for node in body:
        is_staged = node.has_trait("branching") or node.has_trait("looping")
        given = node.inputs[first_passed(node.op) if callees(node.op) else 0 :]
        for function in _called(node, whole):
            for value, inside in zip(given, function.body.inputs):
                yield _Pass(value, inside.node, is_staged)


def _called(node: Node, whole: Graph) -> Iterator[Function]:
    names = [node.op]
    for callee in callees(node.op):
        names += function_names(node.attrs.get(callee.attr))
    return (whole.functions[name] for name in names if name in whole.functions)
