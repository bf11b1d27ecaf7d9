"""The text form, written: short, in a fixed order, nothing lost."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.graph import Graph
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from graphir.text.printer import print_graph, print_node

TEXT = """\
graph @s(%x: f32[2,3], %"a/b": i32[] {_u = "\\xff"}) -> (%out, %split:1) ctrl(%chk) {
  %two = Const() {value = 2.5 : f32[]} : f32[]
  %big = Const() {value = splat 0.1 : f32[100,2]} : f32[100,2]
  %nan = Const() {value = [nan, -inf, 1e-08, -0.0] : f64[4]} : f64[4]
  %split = Split(%"a/b", %x) : f32[1,3], f32[1,3]
  %chk = NoOp() ctrl(%two)
  %odd = "my op"(%x) {a = [1, 2], b = [shape[2,?], shape[*]], f = @fn{T = f32}}
  %placed = Placed() {t = $T} device("/cpu:0") : resource<f32[2]>[], f32[*]
  %c = Cast(%x) {Truncate = true} : i32[2,3] at m.py:7:9 in step from "q r.py":3:4
  %out = AddV2(%x, %two) ctrl(%chk) : f32[2,3]
}
func @f(%x: i32[]) -> (y = %z) ctrl(c = %n) attr {_a = "k"} {
  %z = Identity(%x) : i32[]
  %n = NoOp()
}
gradient @f = @g
"""
OLD = "graph @g() -> () versions(12, 3) {\n}\n"


def test_printed_text_is_what_was_read() -> None:
    assert print_graph(parse_graph(TEXT)) == TEXT


def test_versions_are_written_if_they_are_not_ours() -> None:
    assert print_graph(parse_graph(OLD)) == OLD


def test_origins_can_be_left_out() -> None:
    text = print_graph(parse_graph(TEXT), origins=False)
    assert " at m.py" not in text


def test_input_that_is_not_first_stands_in_the_body() -> None:
    graph = Graph("g")
    constant = {"value": TensorValue(np.float32(1)), "dtype": dtypes.float32}
    graph.add_node("Const", (), constant, [(dtypes.float32, Shape([]))], "one")
    graph.add_input("x", dtypes.float32, Shape([]))
    text = print_graph(graph)
    assert text.splitlines()[0] == "graph @g(%x) -> () {"
    assert [node.name for node in parse_graph(text)] == ["one", "x"]


def test_attributes_that_contradict_the_inputs_are_all_written() -> None:
    graph = parse_graph("graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) : f32[] }")
    graph.node("y").attrs["T"] = dtypes.int32
    assert print_node(graph.node("y")) == "%y = Neg(%x) {T = i32} : f32[]"


def test_large_constants_are_bytes() -> None:
    graph = Graph("g")
    value = TensorValue(np.arange(100, dtype=np.int32))
    attrs = {"value": value, "dtype": dtypes.int32}
    node = graph.add_node("Const", (), attrs, [(dtypes.int32, Shape([100]))])
    assert '{value = dense "AAAAAAEAAAACAAAA' in print_node(node)


def test_str_of_graph_is_its_text() -> None:
    graph = parse_graph(TEXT)
    assert str(graph) == TEXT
