"""Variables that a loop only reads, read once before it.

A loop whose body reads variables could not be native code as a whole: a handle is
nothing that native code knows. So a body gets the values that were read before the
loop, as under XLA, where a compiled function sees its variables as they were when it
began. A test of a loop reads its variables each time: it may wait for another thread.
Where nobody asked for native code, a number is read each time as well: another thread
may give a sign by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value, output_types
from graphir.passes.loops.loop import Loop, find_loop
from runtime.executor.planning.call_graph import called_functions
from runtime.native.selection.loop_stacks import read_instead_of_popped

Ends = tuple[Graph, list[Value], list[Value], list[Node]]
"""A graph, its inputs, outputs and control outputs."""


def with_reads_before_loops(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node],
    with_numbers: bool = True,
) -> Ends:
    """The graph, or a copy whose loops read no variable that they leave as it is.

    Variables that hold one number are read in each turn unless ``with_numbers``.
    """
    ends = list(inputs), list(outputs), list(control_outputs)
    if not any(_reads_of(loop, with_numbers) for loop in _loops_in(graph)):
        return graph, *ends
    copy = graph.copy()
    # what is asked for is replaced with the loops that it comes from
    copy.outputs = [_twin(copy, value) for value in outputs]
    copy.control_outputs = [copy.node(node.name) for node in control_outputs]
    for loop in _loops_in(copy):
        _read_before(loop, with_numbers)
    read_instead_of_popped(_loops_in(copy))
    return (
        copy,
        [_twin(copy, value) for value in inputs],
        copy.outputs,
        copy.control_outputs,
    )


def _twin(copy: Graph, value: Value) -> Value:
    return copy.node(value.node.name).outputs[value.index]


def _loops_in(graph: Graph) -> Iterator[Loop]:
    """The loops of a graph and of its functions, inner ones before outer ones."""
    bodies = [function.body for function in graph.functions.values()]
    for body in (*reversed(bodies), graph):
        for node in list(body):
            if node.has_trait("looping") and node.graph is body:
                loop = find_loop(body, node)
                if loop is not None:
                    yield loop


def _reads_of(loop: Loop, with_numbers: bool) -> dict[int, list[str]]:
    """By the place of a variable among the loop's: the names of its reads."""
    body = loop.body.body
    places = {body.inputs[index]: index for index in loop.unchanged}
    found: dict[int, list[str]] = {}
    for node in body:
        if node.op != "ReadVariableOp" or node.inputs[0] not in places:
            continue
        if with_numbers or node.output.shape.rank:
            found.setdefault(places[node.inputs[0]], []).append(node.name)
    if not found or _may_change_state(loop):
        return {}
    return found


def _may_change_state(loop: Loop) -> bool:
    """Whether a turn may change a variable, or wait for another thread to do so."""
    library = loop.graph.functions
    waiting, seen = [loop.cond.name, loop.body.name], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if name not in library:
            return True
        waiting += _called_in(library[name].body)
        if any(map(_is_unsafe, library[name].body)):
            return True
    return _test_reads(library, loop)


def _called_in(body: Graph) -> list[str]:
    return [name for node in body for name in called_functions(node)]


def _is_unsafe(node: Node) -> bool:
    if not node.is_stateful or node.has_trait("calls_functions"):
        return False
    return not node.has_trait("reads_resource") and not node.has_trait("unordered")


def _test_reads(library: FunctionLibrary, loop: Loop) -> bool:
    return any(node.op == "ReadVariableOp" for node in library[loop.cond.name].body)


def _read_before(loop: Loop, with_numbers: bool) -> None:
    found = _reads_of(loop, with_numbers)
    if not found:
        return
    loop.make_own()
    graph, body = loop.graph, loop.body.body
    for place, names in found.items():
        first = body.node(names[0])
        before = graph.add_node(
            first.op,
            [loop.node.inputs[place]],
            first.attrs,
            output_types(first),
            first.name,
            control_inputs=loop.node.control_inputs,
            device=first.device,
            origin=first.origin,
        )
        _put_before(graph, before, loop.node)
        ((_, value),) = loop.add_variables([before.output])
        for name in names:
            _replace(body, body.node(name), value)
    _drop_unread(loop, set(found))
    _wait_for_reads_only(loop, [value.node for value in loop.node.inputs])


def _wait_for_reads_only(loop: Loop, sources: Sequence[Node]) -> None:
    """A loop without effects waits for nothing, and what waited for it for its reads.

    One that no result needs stays as it is: it may have an error to raise.
    """
    graph, node = loop.graph, loop.node
    if _has_effects(loop) or not _is_needed(graph, node):
        return
    node.op = "StatelessWhile"
    graph.control_outputs = [each for each in graph.control_outputs if each is not node]
    node.set_control_inputs([])
    for follower in node.control_outputs:
        follower.remove_control_input(node)
        for source in dict.fromkeys(sources):
            if source.is_stateful and source is not follower:
                follower.add_control_input(source)


def _is_needed(graph: Graph, node: Node) -> bool:
    """Whether results of the graph, or its effects, are made of a node's results."""
    waiting, seen, results = [node], {node}, set(graph.outputs)
    while waiting:
        for value in waiting.pop().outputs:
            if value in results:
                return True
            for use in value.uses:
                if use.node.is_stateful:
                    return True
                if use.node not in seen:
                    seen.add(use.node)
                    waiting.append(use.node)
    return False


def _has_effects(loop: Loop) -> bool:
    """Whether a turn does what a second run would do again, or reads what changes."""
    library = loop.graph.functions
    return any(
        node.is_stateful and node.op != "Placeholder"
        for name in _reached(library, [loop.cond.name, loop.body.name])
        for node in library[name].body
        if not node.has_trait("calls_functions")
    )


def _reached(library: FunctionLibrary, names: Sequence[str]) -> list[str]:
    """Functions, and those that they call."""
    waiting, seen = list(names), dict[str, None]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen[name] = None
            waiting += _called_in(library[name].body)
    return list(seen)


def _put_before(graph: Graph, node: Node, other: Node) -> None:
    order = [each for each in graph if each is not node]
    order.insert(order.index(other), node)
    graph.reorder(order)


def _replace(body: Graph, read: Node, value: Value) -> None:
    read.output.replace_all_uses_with(value)
    _release(body, read)


def _release(body: Graph, node: Node) -> None:
    """Removes a node that nothing reads; what only waited for it goes as well."""
    followers = node.control_outputs
    for follower in followers:
        follower.remove_control_input(node)
    body.control_outputs = [each for each in body.control_outputs if each is not node]
    body.remove_node(node)
    for follower in followers:
        if follower.op == "NoOp" and not follower.control_inputs:
            _release(body, follower)


def _drop_unread(loop: Loop, places: set[int]) -> None:
    """Takes handles that nothing reads any more out of the loop's variables."""
    cond, body = loop.cond.body, loop.body.body
    unread = {
        place
        for place in places
        if not loop.node.outputs[place].is_used
        and loop.node.outputs[place] not in loop.graph.outputs
        and not cond.inputs[place].is_used
        and not body.inputs[place].is_used
    }
    if unread:
        loop.drop_variables(unread)
