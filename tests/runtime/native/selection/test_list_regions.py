"""Lists of arrays that leave a region keep their nodes out of native code."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from graphir.text.parser import parse_graph
from runtime.executor.planning.plan import make_plan
from runtime.native.regions.region import Region
from runtime.native.selection.list_regions import CUT, nodes_of_unfit_lists

TEXT = """
graph @g(%x: f32[2]) -> (%n, %y) {
  %shape = Const() {value = [2] : i32[1]} : i32[1]
  %all = Const() {value = -1 : i32[]} : i32[]
  %empty = EmptyTensorList(%shape, %all) {element_dtype = f32} : variant[]
  %one = TensorListPushBack(%empty, %x) : variant[]
  %n = TensorListLength(%one) : i32[]
  %y = Neg(%x)
}
"""


def unfit(*parts: str) -> dict[str, str]:
    graph = parse_graph(TEXT)
    plan = make_plan(graph, graph.inputs, graph.outputs)
    regions = []
    for names in parts:
        nodes = tuple(graph.node(each) for each in names.split())
        inside = {value for node in nodes for value in node.outputs}
        given = [value for node in nodes for value in node.inputs]
        outer = tuple(dict.fromkeys(each for each in given if each not in inside))
        results = tuple(
            value
            for value in inside
            if value in graph.outputs
            or any(use.node not in nodes for use in value.uses)
        )
        regions.append(Region(graph, nodes, outer, results, plan.roots))
    found = nodes_of_unfit_lists(plan, regions, ())
    return {node.name: reason for node, reason in found.items()}


def test_a_list_within_one_region_fits() -> None:
    assert unfit("shape all empty one n", "y") == {}


def test_a_list_that_leaves_its_region_does_not() -> None:
    assert unfit("shape all empty one", "n y") == {
        "empty": CUT,
        "one": CUT,
        "n": CUT,
    }


def test_a_region_without_lists_is_no_matter() -> None:
    assert unfit("y") == {}
