"""Functions of a program: their plans, and the names of those that are called."""

from __future__ import annotations

from graphir.attributes import FunctionRef
from graphir.text.parser import parse_graph
from runtime.executor.source.function_bodies import FunctionBodies
from runtime.executor.source.global_names import GlobalNames

TEXT = """
graph @g(%x: f32[]) -> (%y) { %y = PartitionedCall(%x) {f = @f} : f32[] }
func @f(%x: f32[]) -> (r = %z) { %y = Neg(%x) %z = Exp(%y) }
func @lowered(%x: f32[], %c: bool[]) -> (r = %m) {
  %no, %yes = Switch(%x, %c)
  %m, %i = Merge(%no, %yes)
}
"""


def bodies() -> tuple[FunctionBodies, GlobalNames]:
    names = GlobalNames()
    graph = parse_graph(TEXT)
    return FunctionBodies(graph, lambda graph, node: lambda *_: (), names), names


def test_a_plan_is_made_once() -> None:
    found, _ = bodies()
    plan = found.plan_of("f")
    assert found.plan_of("f") is plan
    assert [each.name for each in plan.steps] == ["y", "z"]


def test_a_function_has_one_name_and_is_written_once() -> None:
    found, _ = bodies()
    name = found.function_name(FunctionRef("f"))
    assert found.function_name(FunctionRef("f")) == name
    assert [(ref.name, each) for ref, each in found.unwritten()] == [("f", name)]
    assert list(found.unwritten()) == []


def test_other_attributes_are_another_function() -> None:
    found, _ = bodies()
    names = {found.function_name(FunctionRef("f", {"n": n})) for n in (1, 2, 1)}
    assert len(names) == 2


def test_lowered_control_flow_is_interpreted() -> None:
    found, names = bodies()
    name = found.function_name(FunctionRef("lowered"))
    assert callable(names.namespace[name])
    assert list(found.unwritten()) == []
