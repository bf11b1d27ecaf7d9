"""An optimizer run, recorded step by step."""

from __future__ import annotations

from typing import Any, ClassVar

import runtime as tf
from graphir.passes.optimizer import default_pipeline, optimize_graph
from graphir.watching import WATCHERS
from runtime.explorer.node_states import Files, NodeStates
from runtime.explorer.recording import Recorder, Step, rules_of


def recorded() -> tuple[Any, Any]:
    spec = tf.TensorSpec([2], tf.float32)
    traced = tf.function(lambda x: (x - x) + (x * 1.0), input_signature=[spec])
    graph = traced.get_concrete_function().graph.ir.copy()
    recorder = Recorder(NodeStates(Files()))
    recorder.start(graph, "as traced")
    token = WATCHERS.set((recorder,))
    try:
        optimize_graph(graph, default_pipeline(None))
    finally:
        WATCHERS.reset(token)
    return recorder, graph


def test_each_pass_that_changes_the_graph_is_a_step() -> None:
    recorder, _ = recorded()
    first, *steps = recorder.steps
    assert (first.title, first.round, first.sizes) == ("as traced", 0, (0, 0))
    assert steps
    assert all(step.round >= 1 and step.graphs for step in steps)
    assert steps[-1].sizes[1] < steps[0].sizes[0]
    assert all(milliseconds >= 0 for _, _, milliseconds in recorder.idle)


def test_events_name_nodes_by_their_numbers() -> None:
    recorder, _ = recorded()
    events = recorder.events()
    kinds = {event["kind"] for event in events}
    assert "removed" in kinds
    assert all(0 < event["step"] < len(recorder.steps) for event in events)
    children = {child for _, child in recorder.parents}
    parents = {parent for parent, _ in recorder.parents}
    assert children | parents <= set(recorder.states.numbered().values())


def test_a_step_as_data() -> None:
    step = Step("arithmetic", [0], 1, 1.23456, {"rule": 2}, (5, 3))
    assert step.as_data() == {
        "title": "arithmetic",
        "graphs": [0],
        "round": 1,
        "ms": 1.235,
        "counts": {"rule": 2},
        "before": 5,
        "after": 3,
        "change": None,
    }


def test_rules_of_the_passes_that_changed_something() -> None:
    class Rule:
        """A rule with a name."""

        name, equation = "twice", "x + x -> 2 * x"
        exactness = type("E", (), {"value": "exact"})

    class Pass:
        """What a pass says of itself."""

        rules = (Rule,)
        rewrites: ClassVar = {"other": "y"}

    found = rules_of([Step("p", []), Step("p", []), Step("absent", [])], {"p": Pass()})
    assert list(found) == ["p"]
    assert found["p"]["text"] == "What a pass says of itself."
    assert found["p"]["rules"] == {
        "other": {"equation": "y", "exactness": "exact"},
        "twice": {"equation": "x + x -> 2 * x", "exactness": "exact"},
    }
