"""Truths that are read once are written where they are read, and mean the same."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.text.parser import parse_graph
from runtime.executor import compile_graph
from runtime.executor.planning.python_numbers import wrap_int32

LOOP = """graph @g(%n: i32[], %p: bool[]) -> (%r) {
  %zero = Const() {value = 0 : i32[]} : i32[]
  %i, %r, %q = StatelessWhile(%zero, %zero, %p) {cond = @c, body = @b}
    : i32[], i32[], bool[]
}
func @c(%i: i32[], %r: i32[], %q: bool[]) -> (%go) {
  %six = Const() {value = 6 : i32[]} : i32[]
  %go = Less(%i, %six) : bool[]
}
func @b(%i: i32[], %r: i32[], %q: bool[]) -> (%next, %sum, %flag) {
  %one = Const() {value = 1 : i32[]} : i32[]
  %three = Const() {value = 3 : i32[]} : i32[]
  %next = AddV2(%i, %one) : i32[]
  %rest = FloorMod(%i, %three) : i32[]
  %even = Equal(%rest, %one) : bool[]
  *BODY*
}
func @true(%x: bool[]) -> (%t) { %t = Const() {value = true : bool[]} : bool[] }
func @false(%x: bool[]) -> (%t) { %t = Const() {value = false : bool[]} : bool[] }
func @same(%x: bool[]) -> (%x) {}
func @other(%x: bool[]) -> (%t) { %t = LogicalNot(%x) : bool[] }
func @add(%r: i32[]) -> (%s) {
  %seven = Const() {value = 7 : i32[]} : i32[]
  %s = AddV2(%r, %seven) : i32[]
}
func @keep(%r: i32[]) -> (%r) {}
func @rest(%r: i32[]) -> (%s) {
  %three = Const() {value = 3 : i32[]} : i32[]
  %s = FloorMod(%r, %three) : i32[]
}
func @more(%r: i32[]) -> (%s) {
  %much = Const() {value = 2147483640 : i32[]} : i32[]
  %s = AddV2(%r, %much) : i32[]
}
func @triple(%r: i32[]) -> (%s) {
  %zero = Const() {value = 0 : i32[]} : i32[]
  %k, %s, %same = StatelessWhile(%zero, %zero, %r) {cond = @few, body = @again}
    : i32[], i32[], i32[]
}
func @few(%k: i32[], %s: i32[], %r: i32[]) -> (%go) {
  %three = Const() {value = 3 : i32[]} : i32[]
  %go = Less(%k, %three) : bool[]
}
func @again(%k: i32[], %s: i32[], %r: i32[]) -> (%next, %sum, %r) {
  %one = Const() {value = 1 : i32[]} : i32[]
  %next = AddV2(%k, %one) : i32[]
  %sum = AddV2(%s, %r) : i32[]
}
"""

SIDES = {
    "true": lambda x: True,
    "false": lambda x: False,
    "same": lambda x: x,
    "other": lambda x: not x,
}


def program(body: str) -> Any:
    graph = parse_graph(LOOP.replace("*BODY*", body))
    return compile_graph(graph, graph.inputs, graph.outputs)


def branch(taken: str, other: str) -> str:
    return (
        f"%flag = StatelessIf(%even, %q) "
        f"{{then_branch = @{taken}, else_branch = @{other}}} : bool[]\n"
    )


ADDED = "{then_branch = @add, else_branch = @keep} : i32[]"


@pytest.mark.parametrize("sides", list(itertools.product(SIDES, SIDES)))
@pytest.mark.parametrize("start", [True, False])
def test_branch_between_truths_is_an_expression(
    sides: tuple[str, str], start: bool
) -> None:
    made = program(
        branch(*sides) + f"%not = LogicalNot(%flag) : bool[]\n"
        f"%sum = StatelessIf(%not, %r) {ADDED}"
    )
    total, flag = 0, start
    for i in range(6):
        flag = SIDES[sides[0]](flag) if i % 3 == 1 else SIDES[sides[1]](flag)
        total += 0 if flag else 7
    assert made(np.int32(0), np.bool_(start))[0] == total


def test_truths_that_are_read_once_have_no_local() -> None:
    made = program(
        "%flag = Identity(%q) : bool[]\n"
        "%not = LogicalNot(%even) : bool[]\n"
        "%both = LogicalAnd(%not, %q) : bool[]\n"
        f"%sum = StatelessIf(%both, %r) {ADDED}"
    )
    assert "if (not ((i % 3) == 1)) and p_scalar:" in made.source
    assert made(np.int32(0), np.bool_(True))[0] == 28
    assert made(np.int32(0), np.bool_(False))[0] == 0


def test_a_truth_is_read_before_what_it_is_made_of_changes() -> None:
    """What is read twice, or after another line, keeps its local."""
    made = program(
        "%flag = LogicalNot(%even) : bool[]\n"
        "%both = LogicalAnd(%even, %q) : bool[]\n"
        "%more = AddV2(%r, %one) : i32[]\n"
        f"%sum = StatelessIf(%both, %more) {ADDED}"
    )
    total, q = 0, True
    for i in range(6):
        even = i % 3 == 1
        total += 1 + (7 if even and q else 0)
        q = not even
    assert made(np.int32(0), np.bool_(True))[0] == total


def test_a_branch_does_not_read_what_the_other_one_left() -> None:
    """Both set the variable of the loop in place; a rest would need no wrapping."""
    made = program(
        "%flag = Identity(%q) : bool[]\n"
        "%sum = StatelessIf(%even, %r) "
        "{then_branch = @rest, else_branch = @more} : i32[]"
    )
    assert "else:" in made.source
    total = 0
    for i in range(6):
        total = total % 3 if i % 3 == 1 else wrap_int32(total + 2147483640)
    assert made(np.int32(0), np.bool_(False))[0] == total


def test_a_loop_in_a_branch_does_not_start_where_what_it_reads_lies() -> None:
    """Its first value would take the place of the variable that each turn adds."""
    made = program(
        "%flag = Identity(%q) : bool[]\n"
        "%sum = StatelessIf(%even, %r) "
        "{then_branch = @triple, else_branch = @add} : i32[]"
    )
    total = 0
    for i in range(6):
        total = total * 3 if i % 3 == 1 else total + 7
    assert made(np.int32(0), np.bool_(False))[0] == total


def test_a_branch_that_does_nothing_has_no_line() -> None:
    made = program(
        f"%flag = Identity(%q) : bool[]\n%sum = StatelessIf(%even, %r) {ADDED}"
    )
    assert "else:" not in made.source
    assert made(np.int32(0), np.bool_(False))[0] == 14


def test_a_truth_beside_a_check_is_no_expression() -> None:
    @tf.function
    def checked(n: Any, flag: Any) -> Any:
        i = 0
        while i < n:
            if flag:
                tf.debugging.Assert(i < 2, [i])
                flag = i < 1
            else:
                flag = i > 100
            i += 1
        return flag

    assert not checked(tf.constant(3), tf.constant(True))
