"""Profiler sessions: events of functions, nodes and marked parts."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from graphir.text.parser import parse_graph
from runtime.executor import compile_graph
from runtime.executor.profile_sessions import ProfileSession


def test_an_event_ends_though_it_fails() -> None:
    session = ProfileSession()
    with pytest.raises(KeyError), session.event("part", "marked", {"step": 3}):
        raise KeyError("inside")
    (event,) = session.events()
    assert (event.name, event.kind, event.facts) == ("part", "marked", {"step": 3})
    assert session.started <= event.begun <= event.ended
    assert event.thread == threading.get_ident()


def test_events_are_in_the_order_of_their_start() -> None:
    session = ProfileSession()
    with session.event("outer", "marked", {}), session.event("inner", "marked", {}):
        pass
    assert [each.name for each in session.events()] == ["outer", "inner"]


def test_a_program_has_an_event_for_itself_and_for_each_node() -> None:
    graph = parse_graph(
        "graph @g(%x: f32[2]) -> (%z) { %y = Neg(%x) at m.py:3:4\n %z = Exp(%y) }"
    )
    program = compile_graph(graph, graph.inputs, graph.outputs)
    session = ProfileSession()
    for _ in range(2):
        (found,) = session.run("f", program, [np.float32([0, 1])])
    np.testing.assert_allclose(found, np.exp(-np.float32([0, 1])))
    events = session.events()
    assert [each.kind for each in events].count("function") == 2
    negations = [each for each in events if each.kind == "Neg"]
    assert len(negations) == 2
    assert "m.py:3" in negations[0].facts["source"]
    first = next(each for each in events if each.kind == "function")
    assert first.begun <= negations[0].begun <= negations[0].ended <= first.ended
