"""Plan: the nodes to run, their order, and the last use of each value.

A step runs only if a fetch or a state change needs it. Results of Identity and similar
ops are aliases of their arguments: they cost no step, and share a root with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphir.analysis.order import sorted_by_need
from graphir.analysis.verifier import calls_fit
from graphir.errors import InvalidGraphError
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value

ALIAS = "alias"
"""Trait of ops whose first result is their first argument, whatever it is."""
LOOPING = "looping"


@dataclass(frozen=True, slots=True)
class Plan:
    """The execution plan for some values of a graph, made once.

    ``deaths`` has one entry per step: the roots, inputs among them, that are neither
    read after the step nor outputs.
    """

    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    steps: tuple[Node, ...]
    deaths: tuple[tuple[Value, ...], ...]
    roots: dict[Value, Value]

    def root(self, value: Value) -> Value:
        """The value that holds the array of ``value``."""
        return self.roots.get(value, value)


def make_plan(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node] = (),
) -> Plan:
    """Orders the nodes that outputs and control outputs need, from the inputs on.

    Inputs may be any values of the graph; the nodes that compute them are not run.

    Raises:
      InvalidGraphError: if the needed nodes contain a cycle; names the nodes. Or if a
        call does not fit the signature of the called function.
    """
    given = set(inputs)
    needed = needed_nodes(given, outputs, control_outputs)
    ordered = _ordered(graph, needed, given)
    roots: dict[Value, Value] = {}
    steps = []
    for node in ordered:
        for problem in calls_fit(graph, node):
            raise InvalidGraphError(problem)
        aliases = _aliases(node, given, graph.functions)
        for alias, source in aliases:
            roots[alias] = roots.get(source, source)
        if not aliases or node.has_trait(LOOPING):
            steps.append(node)
    return Plan(
        tuple(inputs),
        tuple(outputs),
        tuple(steps),
        _deaths(steps, roots, outputs),
        roots,
    )


def ordered_nodes(
    graph: Graph, inputs: Sequence[Value], outputs: Sequence[Value]
) -> list[Node]:
    """The nodes that the outputs need, from the inputs on, in topological order.

    Raises:
      InvalidGraphError: if they contain a cycle; names its nodes.
    """
    given = set(inputs)
    return _ordered(graph, needed_nodes(given, outputs, ()), given)


def plan_of_node(node: Node, functions: FunctionLibrary) -> Plan:
    """A plan that runs a single node."""
    inputs = tuple(dict.fromkeys(node.inputs))
    roots = dict(_aliases(node, set(), functions))
    return Plan(inputs, node.outputs, (node,), ((),), roots)


def function_roots(body: Graph) -> list[Node]:
    """Nodes of a function's body that run though no result needs them."""
    kept = dict.fromkeys(body.control_outputs)
    kept.update(
        dict.fromkeys(
            node for node in body if node.is_stateful and node.op != "Placeholder"
        )
    )
    return list(kept)


def needed_nodes(
    given: set[Value], outputs: Iterable[Value], controls: Iterable[Node]
) -> set[Node]:
    """The nodes that some values depend on, stopping at fed values."""
    stack = [value.node for value in outputs if value not in given]
    stack.extend(controls)
    needed: set[Node] = set()
    while stack:
        node = stack.pop()
        if node in needed:
            continue
        needed.add(node)
        stack.extend(value.node for value in node.inputs if value not in given)
        # a fed node no longer runs, so nothing waits for it
        stack.extend(each for each in node._control_inputs if not _is_fed(each, given))
    return needed


def _is_fed(node: Node, given: set[Value]) -> bool:
    return bool(node.outputs) and all(value in given for value in node.outputs)


def _ordered(graph: Graph, needed: set[Node], given: set[Value]) -> list[Node]:
    """The nodes in the graph's own order where that works, else sorted by need."""
    in_order = [node for node in graph if node in needed]
    done: set[Node] = set()
    for node in in_order:
        if any(each not in done for each in _waits_for(node, needed, given)):
            return _sorted_by_need(in_order, needed, given)
        done.add(node)
    return in_order


def _waits_for(node: Node, needed: set[Node], given: set[Value]) -> list[Node]:
    before = [value.node for value in node.inputs if value not in given]
    before.extend(each for each in node._control_inputs if each in needed)
    return before


def _sorted_by_need(
    nodes: Sequence[Node], needed: set[Node], given: set[Value]
) -> list[Node]:
    ordered, circle = sorted_by_need(
        nodes, lambda node: _waits_for(node, needed, given)
    )
    if circle:
        raise _cycle_error(set(circle), needed, given)
    return ordered


def _cycle_error(
    stuck: set[Node], needed: set[Node], given: set[Value]
) -> InvalidGraphError:
    path: list[Node] = []
    node = min(stuck, key=lambda each: each.name)
    while node not in path:
        path.append(node)
        node = next(each for each in _waits_for(node, needed, given) if each in stuck)
    names = [each.name for each in path[path.index(node) :]]
    cycle = " <- ".join([*names[:8], *(["..."] if len(names) > 8 else []), names[0]])
    return InvalidGraphError(
        f"The graph has a cycle: {cycle}. Only loops through NextIteration may "
        "come back to a node."
    )


def _aliases(
    node: Node, given: set[Value], functions: FunctionLibrary
) -> list[tuple[Value, Value]]:
    if node.has_trait(ALIAS):
        pairs = [(node.outputs[0], node.inputs[0])] if node.outputs else []
    elif node.op == "IdentityN":
        pairs = list(zip(node.outputs, node.inputs, strict=True))
    elif node.has_trait(LOOPING):
        body = functions[node.attrs["body"].name].body
        pairs = [
            (node.outputs[index], node.inputs[index])
            for index in unchanged_variables(body)
        ]
    else:
        return []
    # what a reference holds is read when the node runs, not when its reader does
    return [
        (alias, source)
        for alias, source in pairs
        if alias not in given and not source.dtype.is_ref
    ]


def unchanged_variables(body: Graph) -> list[int]:
    """Indices of the loop variables that a loop's body hands on as they are."""
    result = []
    for index, value in enumerate(body.outputs):
        while value.node.has_trait(ALIAS) and value.node.inputs:
            value = value.node.inputs[0]
        if index < len(body.inputs) and value is body.inputs[index]:
            result.append(index)
    return result


def _deaths(
    steps: Sequence[Node], roots: dict[Value, Value], outputs: Iterable[Value]
) -> tuple[tuple[Value, ...], ...]:
    seen = {roots.get(value, value) for value in outputs}
    deaths = []
    for node in reversed(steps):
        dying = []
        for value in (*node.inputs, *node.outputs):
            root = roots.get(value, value)
            if root not in seen:
                seen.add(root)
                dying.append(root)
        deaths.append(tuple(dying))
    return tuple(reversed(deaths))
