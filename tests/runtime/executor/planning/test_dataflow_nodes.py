"""Nodes of lowered control flow, prepared: what runs them, and who reads what."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.errors import MissingKernelError
from graphir.text.parser import parse_graph
from runtime.executor.planning.dataflow_nodes import DEAD, make_items

TEXT = """
graph @g(%x: f32[], %c: bool[], %i: i32[]) -> (%m) {
  %no, %yes = Switch(%x, %c)
  %a = Neg(%no)
  %b = Exp(%yes)
  %m, %which = Merge(%a, %b)
  %unread = Log(%x)
  %same = Identity(%x)
  %odd = Mystery(%x) ctrl(%a) : f32[]
}
"""


def items_of(*outputs: str):
    graph = parse_graph(TEXT)
    wanted = [graph.node(each).output for each in outputs]
    items, index = make_items(graph, graph.inputs, wanted, [], lambda *_: None)
    return {each.node.name: each for each in items}, index, graph


def test_only_what_is_needed_is_prepared_in_the_order_of_the_graph() -> None:
    items, _, _ = items_of("m")
    assert list(items) == ["no", "a", "b", "m"]
    assert [each.number for each in items.values()] == [0, 1, 2, 3]
    assert items["m"].is_merge
    assert not items["a"].is_merge


def test_readers_by_output_and_of_what_is_fed() -> None:
    items, index, graph = items_of("m")
    assert items["no"].readers == [[(items["a"], 0)], [(items["b"], 0)]]
    assert items["m"].readers == [[], []]
    assert index.readers(graph.inputs[0]) == [(items["no"], 0)]
    assert index.readers(graph.inputs[1]) == [(items["no"], 1)]
    assert index.readers(graph.inputs[2]) == []


def test_a_switch_gives_one_value_and_a_dead_one() -> None:
    items, _, _ = items_of("m", "same")
    assert list(items["no"].run(5, True)) == [DEAD, 5]
    assert list(items["no"].run(5, False)) == [5, DEAD]
    value, which = items["m"].run(7, 1)
    assert (value, which, type(which)) == (7, 1, np.int32)
    assert items["same"].run is None
    assert repr(DEAD) == "DEAD"


def test_kernels_give_a_sequence_of_results() -> None:
    items, _, _ = items_of("m")
    assert list(items["a"].run(np.float32(3))) == [-3]


def test_a_node_waits_for_its_control_inputs_and_fails_when_it_runs() -> None:
    items, _, _ = items_of("odd", "m")
    assert items["odd"].control_count == 1
    assert items["a"].followers == [items["odd"]]
    with pytest.raises(MissingKernelError, match="Mystery"):
        items["odd"].run(1)
