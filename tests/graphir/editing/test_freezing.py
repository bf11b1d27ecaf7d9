"""Variables become constants: handles, references, calls, branches, loops."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.analysis.evaluation import evaluate_graph
from graphir.analysis.verifier import verify
from graphir.editing.freezing import freeze
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.text.parser import parse_graph

VALUES = {"w": np.float32([1, 2])}


def frozen(text: str, values: dict[str, object] | None = None) -> Graph:
    """Frozen and verified; no variable is left."""
    graph = freeze(parse_graph(text), VALUES if values is None else values)
    verify(graph)
    bodies = [function.body for function in graph.functions.values()]
    left = [
        value for each in (graph, *bodies) for node in each for value in node.inputs
    ]
    assert all(value.dtype.name != "resource" for value in left)
    return graph


def test_a_handle_is_found_by_its_name_or_its_shared_name() -> None:
    text = """graph @g(%x: f32[2]) -> (%y) {
      %v = VarHandleOp() {dtype = f32, shape = shape[2], shared_name = "w"}
      %r = ReadVariableOp(%v) {dtype = f32} : f32[2] at m.py:1:0
      %y = AddV2(%x, %r)
    }"""
    for name in ("w", "v"):
        graph = frozen(text, {name: VALUES["w"]})
        (found,) = evaluate_graph(graph, {"x": np.float32([10, 20])})
        assert found.tolist() == [11.0, 22.0]
        assert [node.name for node in graph] == ["x", "v", "y"]


def test_variables_of_tensorflow_1() -> None:
    graph = frozen(
        """graph @g(%x: f32[2]) -> (%y) {
          %w = VariableV2() {dtype = f32, shape = shape[2]} : f32_ref[2]
          %init = Assign(%w, %x) {T = f32} : f32_ref[2]
          %read = Identity(%w) {T = f32} : f32[2]
          %y = AddV2(%x, %read)
        }""".replace("%init = Assign(%w, %x) {T = f32} : f32_ref[2]", "")
    )
    (found,) = evaluate_graph(graph, {"x": np.float32([10, 20])})
    assert found.tolist() == [11.0, 22.0]


def test_other_ways_of_reading() -> None:
    graph = frozen(
        """graph @g(%i: i32[3]) -> (%rows, %shape, %there) {
          %v = VarHandleOp() {dtype = f32, shape = shape[2], shared_name = "w"}
          %alias = Identity(%v) : resource[]
          %rows = ResourceGather(%alias, %i) {dtype = f32} : f32[3]
          %shape = VariableShape(%v) {out_type = i32} : i32[1]
          %there = VarIsInitializedOp(%v) : bool[]
        }"""
    )
    rows, shape, there = evaluate_graph(graph, {"i": np.int32([0, 1, 0])})
    assert rows.tolist() == [1.0, 2.0, 1.0]
    assert shape.tolist() == [2]
    assert there.tolist() is True
    assert [value.name for value in graph.outputs] == ["rows", "shape", "there"]


CALLS = """
graph @g(%x: f32[2], %w: resource<f32[2]>[], %n: i32[]) -> (%out) {
  %zero = Const() {value = 0 : i32[]}
  %more = Greater(%n, %zero)
  %called = StatefulPartitionedCall(%x, %w) {f = @scale, Tout = [f32]} : f32[2]
  %if = If(%more, %called, %w) {then_branch = @scale, else_branch = @keep,
    Tout = [f32], output_shapes = []} : f32[2]
  %i, %acc, %handle = While(%n, %if, %w) {cond = @more, body = @step,
    output_shapes = []} : i32[], f32[2], resource<f32[2]>[]
  %out = Identity(%acc) : f32[2]
}
func @scale(%v: f32[2], %h: resource<f32[2]>[]) -> (%r) {
  %read = ReadVariableOp(%h) {dtype = f32} : f32[2]
  %r = Mul(%v, %read)
}
func @keep(%v: f32[2], %h: resource<f32[2]>[]) -> (%v) {}
func @more(%i: i32[], %a: f32[2], %h: resource<f32[2]>[]) -> (%r) {
  %zero = Const() {value = 0 : i32[]}
  %r = Greater(%i, %zero)
}
func @step(%i: i32[], %a: f32[2], %h: resource<f32[2]>[]) -> (%next, %b, %h) {
  %one = Const() {value = 1 : i32[]}
  %next = Sub(%i, %one)
  %b = StatefulPartitionedCall(%a, %h) {f = @scale, Tout = [f32]} : f32[2]
}
"""


def test_handles_are_followed_into_functions() -> None:
    from runtime import run_graph

    graph = frozen(CALLS)
    assert [value.name for value in graph.inputs] == ["x", "n"]
    assert graph.node("i").op == "While"
    feeds = {"x": np.float32([1, 1]), "n": 2}
    (found,) = run_graph(graph, feeds, ["out"])
    assert found is not None
    assert found.tolist() == [1.0, 16.0]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "'v' .shared name 'w'. has no value"),
        ({"w": np.float32([1])}, "has shape .2.*; its value .1"),
        ({"w": np.float64([1, 2])}, "is float32; its value is float64"),
        ({"w": [1.0, 2.0], "other": 1}, "no variable 'other'"),
    ],
)
def test_values_must_fit(values: dict[str, object], message: str) -> None:
    text = """graph @g(%x: f32[2]) -> (%y) {
      %v = VarHandleOp() {dtype = f32, shape = shape[2], shared_name = "w"}
      %r = ReadVariableOp(%v) {dtype = f32} : f32[2]
      %y = AddV2(%x, %r)
    }"""
    with pytest.raises(InvalidGraphError, match=message):
        freeze(parse_graph(text), values)


def test_what_changes_a_variable_is_told() -> None:
    text = """graph @g(%x: f32[2]) -> (%r) {
      %v = VarHandleOp() {dtype = f32, shape = shape[2], shared_name = "w"}
      %set = AssignVariableOp(%v, %x) {dtype = f32}
      %r = ReadVariableOp(%v) {dtype = f32} ctrl(%set) : f32[2]
    }"""
    with pytest.raises(InvalidGraphError, match="'set' .AssignVariableOp. does more"):
        freeze(parse_graph(text), VALUES)


def test_an_input_without_value_is_told() -> None:
    text = """graph @g(%w: resource<f32[2]>[]) -> (%r) {
      %r = ReadVariableOp(%w) {dtype = f32} : f32[2]
    }"""
    with pytest.raises(InvalidGraphError, match="input 'w' is a variable without"):
        freeze(parse_graph(text), {})
