"""Branches, cases and calls become Python's own."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.errors import MissingKernelError
from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph


def compiled(text: str) -> Program:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs, graph.control_outputs)


def test_results_of_a_call_that_hands_on_its_arguments_are_apart() -> None:
    program = compiled(
        """graph @main(%x: f32[*]) -> (%p, %p:1, %n) {
             %p = PartitionedCall(%x) {f = @f, Tout = [f32, f32]} : f32[*], f32[*]
             %n = Neg(%p) }
           func @f(%x: f32[*]) -> (a = %x, b = %x) { }"""
    )
    first, second, third = program(np.ones(2, np.float32))
    assert first.tolist() == second.tolist() == [1.0, 1.0]
    assert third.tolist() == [-1.0, -1.0]


def test_branch_gives_one_value_twice() -> None:
    program = compiled(
        """graph @main(%c: bool[], %x: f32[*]) -> (%i, %i:1) {
             %i = If(%c, %x) {then_branch = @t, else_branch = @e, Tout = [f32, f32]}
                : f32[*], f32[*] }
           func @t(%x: f32[*]) -> (a = %n, b = %n) { %n = Neg(%x) }
           func @e(%x: f32[*]) -> (a = %x, b = %n) { %n = Neg(%x) }"""
    )
    x = np.ones(1, np.float32)
    assert [each.tolist() for each in program(np.True_, x)] == [[-1.0], [-1.0]]
    assert [each.tolist() for each in program(np.False_, x)] == [[1.0], [-1.0]]


@pytest.mark.parametrize(
    ("index", "expected"), [(0, -3), (1, 9), (2, 3), (-1, 3), (7, 3)]
)
def test_case_takes_the_last_branch_when_out_of_range(
    index: int, expected: int
) -> None:
    program = compiled(
        """graph @main(%i: i32[], %x: i32[]) -> (%c) {
             %c = Case(%i, %x) {branches = [@neg, @square, @same], Tout = [i32]} : i32[]
           }
           func @neg(%x: i32[]) -> (r = %n) { %n = Neg(%x) }
           func @square(%x: i32[]) -> (r = %m) { %m = Mul(%x, %x) }
           func @same(%x: i32[]) -> (r = %x) { }"""
    )
    assert program(np.int32(index), np.int32(3)) == (expected,)


def test_branch_not_taken_may_lack_a_kernel() -> None:
    program = compiled(
        """graph @main(%c: bool[], %x: f32[]) -> (%i) {
             %i = If(%c, %x) {then_branch = @t, else_branch = @e, Tout = [f32]} : f32[]
           }
           func @t(%x: f32[]) -> (a = %x) { }
           func @e(%x: f32[]) -> (a = %n) { %n = OpOfNobody(%x) : f32[] }"""
    )
    assert program(np.True_, np.float32(1)) == (1.0,)
    with pytest.raises(MissingKernelError, match="OpOfNobody"):
        program(np.False_, np.float32(1))
