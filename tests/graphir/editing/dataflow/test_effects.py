"""Effects happen once, and in the order that the graph of version 1 asks for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphir
from tests.graphir.editing.dataflow.test_scopes import run

COUNTER = """
%counter = OneShotIterator() {dataset_factory = @numbers, output_types = [i64],
                              output_shapes = [shape[]]}
"""
NUMBERS = """
func @numbers() -> (made = %made) {
  %from = Const() {value = 0 : i64[]}
  %to = Const() {value = 50 : i64[]}
  %by = Const() {value = 1 : i64[]}
  %made = RangeDataset(%from, %to, %by) {output_types = [i64],
                                         output_shapes = [shape[]]}
}
"""


def counting(head: str, body: str) -> graphir.Graph:
    """A graph with an iterator over 0, 1, ...; ``next(%x)`` takes a number."""
    texts = body.replace("next(", "IteratorGetNext(").splitlines()
    lines = [
        line.replace(")", ") {output_types = [i64], output_shapes = [shape[]]}", 1)
        if "IteratorGetNext(" in line
        else line
        for line in texts
    ]
    return graphir.parse_graph(
        f"graph {head} {{ {COUNTER}\n" + "\n".join(lines) + "\n}" + NUMBERS
    )


TWO_RESULTS = (
    "@two(%p: bool[]) -> (%a, %b)",
    """
    %at = Switch(%counter, %p)
    %zero = Const() {value = 0 : i64[]}
    %none = Switch(%zero, %p)
    %taken = next(%at:1)
    %hundred = Const() {value = 100 : i64[]}
    %sum = AddV2(%taken, %hundred)
    %a = Merge(%none, %taken)
    %b = Merge(%none, %sum)
    """,
)

SECOND_FIRST = (
    "@ordered(%p: bool[]) -> (%second, %first, %m)",
    """
    %first = next(%counter)
    %second = next(%counter) ctrl(%first)
    %s = Switch(%first, %p)
    %neg = Neg(%s)
    %m = Merge(%neg, %s:1)
    """,
)

AROUND_A_BRANCH = (
    "@around(%p: bool[]) -> (%last, %m, %first)",
    """
    %first = next(%counter)
    %at = Switch(%counter, %p)
    %yes = next(%at:1) ctrl(%first)
    %no = next(%at) ctrl(%first)
    %less = Neg(%no)
    %m = Merge(%less, %yes)
    %last = next(%counter) ctrl(%m)
    """,
)

BEFORE_A_SWITCH = (
    "@before(%p: bool[]) -> (%m, %first)",
    """
    %first = next(%counter)
    %at = Switch(%counter, %p) ctrl(%first)
    %yes = next(%at:1)
    %no = next(%at)
    %less = Neg(%no)
    %m = Merge(%less, %yes)
    """,
)

ONLY_AWAITED = (
    "@awaited(%p: bool[]) -> (%last, %m)",
    """
    %at = Switch(%counter, %p)
    %yes = next(%at:1)
    %done = NoOp() ctrl(%yes)
    %five = Const() {value = 5 : i64[]} ctrl(%done)
    %six = Const() {value = 6 : i64[]} ctrl(%at)
    %mark = Switch(%p, %p)
    %off = Identity(%mark)
    %seven = Const() {value = 7 : i64[]} ctrl(%off)
    %m = Merge(%seven, %five)
    %last = next(%counter) ctrl(%m)
    """,
)

LOOP = (
    "@loop(%n: i64[]) -> (%sum, %last)",
    """
    %zero = Const() {value = 0 : i64[]}
    %first = next(%counter)
    %limit = Enter(%n) {frame_name = "f", is_constant = true}
    %from = Enter(%counter) {frame_name = "f", is_constant = true}
    %e0 = Enter(%zero) {frame_name = "f"} ctrl(%first)
    %e1 = Enter(%zero) {frame_name = "f"} ctrl(%first)
    %m0 = Merge(%e0, %n0) : i64[], i32[]
    %m1 = Merge(%e1, %n1) : i64[], i32[]
    %less = Less(%m0, %limit)
    %cond = LoopCond(%less)
    %s0 = Switch(%m0, %cond)
    %s1 = Switch(%m1, %cond)
    %at = Identity(%s0:1)
    %one = Const() {value = 1 : i64[]} ctrl(%at)
    %ten = Const() {value = 10 : i64[]} ctrl(%at)
    %next = AddV2(%at, %one)
    %odd = next(%from) ctrl(%at)
    %even = next(%from) ctrl(%odd)
    %more = Mul(%s1:1, %ten)
    %all = AddV2(%more, %even)
    %n0 = NextIteration(%next)
    %n1 = NextIteration(%all)
    %count = Exit(%s0)
    %sum = Exit(%s1)
    %last = next(%counter) ctrl(%count)
    """,
)

CASES: dict[str, tuple[tuple[str, str], Any, list[int]]] = {
    "two results": (TWO_RESULTS, np.True_, [0, 100]),
    "two results, not taken": (TWO_RESULTS, np.False_, [0, 0]),
    "second before first": (SECOND_FIRST, np.True_, [1, 0, 0]),
    "around a branch": (AROUND_A_BRANCH, np.False_, [2, -1, 0]),
    "before a switch": (BEFORE_A_SWITCH, np.True_, [1, 0]),
    "only awaited": (ONLY_AWAITED, np.True_, [1, 5]),
    "only awaited, not taken": (ONLY_AWAITED, np.False_, [0, 7]),
    "loop": (LOOP, np.int64(3), [246, 7]),
    "no iteration": (LOOP, np.int64(0), [0, 1]),
}


@pytest.mark.parametrize("name", CASES)
def test_effects_are_those_of_tensorflow(name: str) -> None:
    """The numbers are what TensorFlow's sessions give for these graphs."""
    program, argument, expected = CASES[name]
    graph = counting(*program)
    made = graphir.functional_control_flow(graph)
    graphir.verify(made)
    assert [int(x) for x in run(made, [argument])] == expected


def test_results_of_one_random_number_belong_together() -> None:
    graph = graphir.parse_graph(
        """graph @g(%p: bool[], %x: f32[]) -> (%a, %b) {
             %shape = Const() {value = [] : i32[0]}
             %s = Switch(%x, %p)
             %mark = Identity(%s:1)
             %r = RandomUniform(%shape) {dtype = f32} ctrl(%mark)
             %twice = AddV2(%r, %r)
             %a = Merge(%s, %r)
             %b = Merge(%s, %twice)
           }"""
    )
    made = graphir.functional_control_flow(graph)
    one, two = run(made, [np.True_, np.float32(7)])
    assert two == one + one
    assert one != 7


def test_an_effect_of_a_condition_that_the_body_reads_is_refused() -> None:
    head, body = LOOP
    shared = body.replace(
        "%less = Less(%m0,", "%asked = next(%from) ctrl(%m0)\n%less = Less(%asked,"
    ).replace("Mul(%s1:1, %ten)", "Mul(%s1:1, %asked)")
    with pytest.raises(graphir.InvalidGraphError, match="'asked' .* more than once"):
        graphir.functional_control_flow(counting(head, shared))


def test_an_effect_in_two_branches_that_cannot_be_one_is_refused() -> None:
    graph = counting(
        "@g(%p: bool[]) -> (%b)",
        """
        %at = Switch(%counter, %p)
        %zero = Const() {value = 0 : i64[]}
        %none = Switch(%zero, %p)
        %taken = next(%at:1)
        %a = Merge(%none, %taken)
        %again = Switch(%a, %p)
        %sum = AddV2(%again:1, %taken)
        %b = Merge(%again, %sum)
        """,
    )
    with pytest.raises(graphir.InvalidGraphError, match="'taken' .* more than once"):
        graphir.functional_control_flow(graph)


def test_the_end_of_an_iteration_waits_for_no_effect() -> None:
    head, body = LOOP
    late = body.replace("%s0 = Switch(%m0, %cond)", "%s0 = Switch(%m0, %cond) ctrl(%x)")
    late = late.replace("%m0 = Merge", "%x = next(%from) ctrl(%e0)\n%m0 = Merge")
    with pytest.raises(graphir.InvalidGraphError, match="'s0' .* waits for %x"):
        graphir.functional_control_flow(counting(head, late))


def test_a_write_to_an_array_waits_for_an_effect() -> None:
    graph = counting(
        "@g(%p: bool[]) -> (%row, %last)",
        """
        %size = Const() {value = 2 : i32[]}
        %at = Const() {value = 0 : i32[]}
        %array = TensorArrayV3(%size) {dtype = i64}
        %first = next(%counter)
        %mark = Switch(%first, %p)
        %five = Const() {value = 5 : i64[]}
        %kept = TensorArrayWriteV3(%array, %at, %five, %array:1) ctrl(%first)
        %last = next(%counter) ctrl(%kept)
        %read = TensorArrayReadV3(%array, %at, %kept) {dtype = i64}
        %on = Switch(%read, %p)
        %row = Merge(%mark, %on:1)
        """,
    )
    made = graphir.functional_control_flow(graph)
    assert [int(x) for x in run(made, [np.True_])] == [5, 1]


def test_a_handle_of_a_variable_may_be_made_twice() -> None:
    head, body = LOOP
    handle = '%var = VarHandleOp() {dtype = i64, shape = shape[], shared_name = "v"}'
    shared = body.replace(
        "%less = Less(%m0,",
        f"{handle} ctrl(%m0)\n%asked = ReadVariableOp(%var) {{dtype = i64}}\n"
        "%less = Less(%asked,",
    ).replace(
        "%more = Mul(%s1:1, %ten)",
        "%held = ReadVariableOp(%var) {dtype = i64} ctrl(%at)\n"
        "%more = Mul(%s1:1, %held)",
    )
    made = graphir.functional_control_flow(counting(head, shared))
    holders = [x.name for x in made.functions.values() if "var" in x.body]
    assert sorted(holders) == ["f_body", "f_cond"]
