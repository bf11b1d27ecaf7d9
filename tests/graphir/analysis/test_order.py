"""Topological order: stable, iterative, and cycles named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir.analysis.order import is_ordered, topological_order
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.text.parser import parse_graph
from tests.strategies import graphs


@given(graphs(), st.randoms(use_true_random=False))
def test_any_order_can_be_sorted(graph: Graph, random: st.random.Random) -> None:
    shuffled = list(graph.nodes)
    random.shuffle(shuffled)
    graph.reorder(shuffled)
    assert is_ordered(topological_order(graph))


def test_what_is_in_order_stays() -> None:
    graph = parse_graph(
        """graph @g(%x: f32[]) -> () {
          %b = Neg(%x)
          %a = Neg(%x)
          %c = Neg(%a) ctrl(%b) : f32[]
        }"""
    )
    assert topological_order(graph) == list(graph.nodes)


def test_control_edges_count() -> None:
    graph = parse_graph("graph @g() -> () { %b = NoOp() ctrl(%a) %a = NoOp() }")
    assert [node.name for node in topological_order(graph)] == ["a", "b"]


def test_long_chain_needs_no_stack() -> None:
    lines = [f"%n{i} = NoOp() ctrl(%n{i + 1})" for i in range(5000)]
    text = "\n".join(["graph @g() -> () {", *lines, "%n5000 = NoOp() }"])
    assert topological_order(parse_graph(text))[0].name == "n5000"


def test_cycle_is_named_in_reading_order() -> None:
    graph = parse_graph(
        """graph @g() -> () {
          %before = NoOp()
          %a = NoOp() ctrl(%before, %c)
          %b = NoOp() ctrl(%a)
          %c = NoOp() ctrl(%b)
          %after = NoOp() ctrl(%c)
        }"""
    )
    with pytest.raises(InvalidGraphError) as error:
        topological_order(graph)
    assert "'b' (NoOp) -> 'c' (NoOp) -> 'a' (NoOp) -> 'b'" in str(error.value)


def test_effects_keep_their_order_before_an_early_reader() -> None:
    graph = parse_graph(
        """graph @g(%x: f32[]) -> (%early, %first) {
             %early = Neg(%second) : f32[]
             %pair = Pack(%early, %x) : f32[2]
             %first = RandomUniform(%shape) {dtype = f32} : f32[]
             %second = RandomUniform(%shape) {dtype = f32} : f32[]
             %shape = Const() {value = [] : i32[0]} : i32[0]
           }"""
    )
    names = [node.name for node in topological_order(graph)]
    assert names == ["x", "shape", "first", "second", "early", "pair"]


def test_a_later_effect_moves_for_one_that_needs_it() -> None:
    graph = parse_graph(
        """graph @g() -> (%first, %other) {
             %first = RandomUniform(%sizes) {dtype = f32} : f32[*]
             %other = RandomUniform(%shape) {dtype = f32} : f32[]
             %sizes = RandomUniformInt(%one, %one0, %two) : i32[1]
             %one = Const() {value = [1] : i32[1]} : i32[1]
             %one0 = Const() {value = 1 : i32[]} : i32[]
             %two = Const() {value = 2 : i32[]} : i32[]
             %shape = Const() {value = [] : i32[0]} : i32[0]
           }"""
    )
    names = [node.name for node in topological_order(graph)]
    effects = [name for name in names if name in ("first", "other", "sizes")]
    assert effects == ["sizes", "first", "other"]
