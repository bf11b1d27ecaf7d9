"""Of every node of a graph a history tells where it lives on, or what took it out."""

from __future__ import annotations

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from graphir.analysis.history import History
from graphir.graph import Graph
from graphir.passes.pipeline import Pipeline
from graphir.watching import watched_by
from tests.properties.test_function_passes import PIPELINES, branches, loops

MARK = "_mark"


def bodies(graph: Graph) -> list[Graph]:
    return [graph, *(each.body for each in graph.functions.values())]


def places(graph: Graph) -> dict[int, set[tuple[str, str]]]:
    """By the mark of a node: the graph and the name of each node that has it."""
    found: dict[int, set[tuple[str, str]]] = {}
    for body in bodies(graph):
        for node in body:
            mark = node.attrs.get(MARK)
            if isinstance(mark, int):
                found.setdefault(mark, set()).add((body.name, node.name))
    return found


@given(st.one_of(loops(), branches()), st.sampled_from(PIPELINES))
def test_what_is_there_is_found_and_what_is_gone_was_taken_out(
    graph: Graph, passes: str
) -> None:
    numbers = count()
    for body in bodies(graph):
        for node in body:
            node.attrs[MARK] = next(numbers)
    before = places(graph)
    history = History()
    with watched_by(history):
        Pipeline.of(passes).run(graph)
    after = places(graph)
    there = {(body.name, node.name) for body in bodies(graph) for node in body}
    for mark, known in before.items():
        ((owner, name),) = known
        copies = {
            (place, twin.name) for place, twin in history.copies(name, owner, graph)
        }
        assert copies <= there
        found = copies | (known & there)
        assert after.get(mark, set()) <= found, (owner, name, found, after[mark])
        if not found:
            events = history.of(name, owner)
            kinds = {each.kind for each in events}
            assert kinds & {"removed", "replaced", "renamed"}, (owner, name, events)
            assert all(each.pass_name for each in events)


@given(st.one_of(loops(), branches()), st.sampled_from(PIPELINES))
def test_each_node_that_is_there_was_there_or_comes_from_what_was_or_was_made(
    graph: Graph, passes: str
) -> None:
    before = {(body.name, node.name) for body in bodies(graph) for node in body}
    history = History()
    with watched_by(history):
        Pipeline.of(passes).run(graph)
    functions = {graph.name, *graph.functions}
    for body in bodies(graph):
        for node in body:
            copied = history.originals(node)
            events = {each.kind for each in history.of(node.name, body.name)}
            renamed = any(
                each.kind == "renamed" and each.detail == node.name
                for each in history.events
            )
            is_known = (body.name, node.name) in before
            assert is_known or copied or renamed or "made" in events, node
            assert all(each.pass_name for each in copied)
    named = {each.graph for each in history.events if each.kind == "made"}
    assert named & functions or not named
