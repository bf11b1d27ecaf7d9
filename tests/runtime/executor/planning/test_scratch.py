"""Buffers of a block: reused as soon as nothing reads them, or the result's memory."""

from __future__ import annotations

from graphir.text.parser import parse_graph
from runtime.executor.planning.plan import make_plan
from runtime.executor.planning.scratch import assign_slots


def slots_of(body: str, result: str = "%z", results: bool = True):
    graph = parse_graph(f"graph @g(%x: f32[9], %y: f32[9]) -> ({result}) {{ {body} }}")
    plan = make_plan(graph, graph.inputs, graph.outputs)
    nodes = plan.steps
    found = assign_slots(
        nodes, set(graph.outputs), graph.outputs if results else [], plan
    )
    return {value.node.name: slot for value, slot in found.items()}, graph


def test_a_chain_runs_in_the_memory_of_its_result() -> None:
    found, graph = slots_of("%a = Neg(%x) %b = Exp(%a) %z = Tanh(%b)")
    assert found == {"a": graph.outputs[0], "b": graph.outputs[0]}


def test_a_chain_without_a_whole_result_has_one_buffer() -> None:
    found, _ = slots_of("%a = Neg(%x) %b = Exp(%a) %z = Tanh(%b)", results=False)
    assert found == {"a": 0, "b": 0}


def test_values_that_live_together_have_buffers_apart() -> None:
    found, _ = slots_of(
        "%a = Neg(%x) %b = Exp(%x) %c = AddV2(%a, %b) %z = AddV2(%c, %a)",
        results=False,
    )
    assert found["a"] != found["b"]
    assert found["c"] == found["b"]


def test_other_dtypes_do_not_share() -> None:
    found, _ = slots_of(
        "%a = Neg(%x) %b = Cast(%a) {DstT = f64} : f64[9] %z = Neg(%b)", results=False
    )
    assert found["a"] != found["b"]
