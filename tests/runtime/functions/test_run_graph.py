"""Tests of run_graph: feeds, fetches, variables, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.graph import Graph
from graphir.text.parser import parse_graph
from runtime.functions.run_graph import run_graph


@pytest.fixture
def graph() -> Graph:
    return parse_graph(
        """graph @g(%x: f32[2], %n: i32[], %s: str[*]) -> (%z) {
             %y = AddV2(%x, %x)
             %z = Neg(%y)
             %parts = Split(%axis, %x) {num_split = 2} : f32[1], f32[1]
             %axis = Const() {value = 0 : i32[]} : i32[]
             %effect = NoOp()
             %same = Identity(%s)
             %twice = AddV2(%n, %n) }"""
    )


def test_fetches_come_in_order_and_may_repeat(graph: Graph) -> None:
    values = run_graph(graph, {"x:0": [1, 2]}, ["z:0", "y", "z"])
    assert [each.tolist() for each in values if each is not None] == [
        [-2.0, -4.0],
        [2.0, 4.0],
        [-2.0, -4.0],
    ]


def test_message_is_run_as_the_graph_is(graph: Graph) -> None:
    (value,) = run_graph(graph.as_graph_def(), {"x:0": [1, 2]}, ["parts:1"])
    assert value is not None
    assert value.tolist() == [2.0]


def test_op_without_results_gives_none(graph: Graph) -> None:
    assert run_graph(graph, {}, ["effect"]) == [None]


def test_intermediate_tensor_can_be_fed(graph: Graph) -> None:
    (value,) = run_graph(graph, {"y:0": [5, 6]}, ["z:0"])
    assert value is not None
    assert value.tolist() == [-5.0, -6.0]


def test_fed_tensor_can_be_fetched(graph: Graph) -> None:
    (value,) = run_graph(graph, {"s": ["a", b"b\0"]}, ["s:0"])
    assert value is not None
    assert value.tolist() == [b"a", b"b\0"]


def test_scalar_results_are_arrays_of_the_right_dtype(graph: Graph) -> None:
    (value,) = run_graph(graph, {"n": 2**30}, ["twice"])
    assert isinstance(value, np.ndarray)
    assert (value.dtype, int(value)) == (np.int32, -(2**31))


def test_placeholder_that_is_needed_must_be_fed(graph: Graph) -> None:
    with pytest.raises(InvalidArgumentError, match="You must feed a value for .*'x'"):
        run_graph(graph, {}, ["y:0"])


@pytest.mark.parametrize(
    ("feeds", "fetches", "message"),
    [
        ({"q:0": 1}, ["y:0"], "Cannot feed 'q:0'"),
        ({"x:0": [1, 2]}, ["q"], "Cannot fetch 'q'"),
        ({"x:0": [1, 2]}, ["y:1"], "has 1 outputs"),
        ({"x:0": [1, 2, 3]}, ["y"], r"shape \(3,\) for Tensor 'x'"),
        ({"x:0": [1, 2], "x": [1, 2]}, ["y"], "fed twice"),
        ({"n:0": 1.5}, ["twice"], "dtype float64 for Tensor 'n'"),
        ({"n:0": 2**40}, ["twice"], "dtype int64 for Tensor 'n'"),
        ({"x:0": np.zeros(2)}, ["y"], "dtype float64 for Tensor 'x'"),
    ],
)
def test_wrong_feed_or_fetch_is_refused(
    graph: Graph, feeds: dict[str, Any], fetches: list[str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        run_graph(graph, feeds, fetches)


def test_variables_live_for_one_call() -> None:
    graph = parse_graph(
        """graph @g() -> (%read) {
             %v = VarHandleOp() {shared_name = "v", dtype = f32, shape = shape[]}
                : resource[]
             %set = VarIsInitializedOp(%v) : bool[]
             %two = Const() {value = 2.0 : f32[]} : f32[]
             %assign = AssignVariableOp(%v, %two) {dtype = f32} ctrl(%set)
             %add = AssignAddVariableOp(%v, %two) {dtype = f32} ctrl(%assign)
             %read = ReadVariableOp(%v) {dtype = f32} ctrl(%add) : f32[] }"""
    )
    for _ in range(2):
        is_set, value = run_graph(graph, {}, ["set", "read"])
        assert is_set is not None
        assert value is not None
        assert (bool(is_set), float(value)) == (False, 4.0)


def test_unset_variable_is_refused() -> None:
    from graphir.errors import FailedPreconditionError

    graph = parse_graph(
        """graph @g() -> (%read) {
             %v = VarHandleOp() {shared_name = "v", dtype = f32, shape = shape[]}
                : resource[]
             %read = ReadVariableOp(%v) {dtype = f32} : f32[] }"""
    )
    with pytest.raises(FailedPreconditionError, match="Could not find variable v"):
        run_graph(graph, {}, ["read"])
