"""Loops and branches of version 1 as While and If: the same results, the same lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphir
import runtime as tf
from graphir.origin import Frame, Origin
from tests.runtime.executor.loops import LOWERED_COUNTER
from tests.runtime.executor.planning.test_dataflow import (
    BRANCH,
    LOOP_IN_BRANCH,
    SWITCH_N,
)

BRANCH_IN_LOOP = """
graph @branch_in_loop(%x: f32[2], %n: i32[]) -> (%out, %count) {
  %zero = Const() {value = 0 : i32[]} : i32[]
  %one = Const() {value = 1 : i32[]} : i32[]
  %limit = Enter(%n) {frame_name = "f", is_constant = true} : i32[]
  %step = Enter(%one) {frame_name = "f", is_constant = true} : i32[]
  %e0 = Enter(%zero) {frame_name = "f"} : i32[]
  %e1 = Enter(%x) {frame_name = "f"} : f32[2]
  %m0 = Merge(%e0, %n0) {N = 2} : i32[], i32[]
  %m1 = Merge(%e1, %n1) {N = 2} : f32[2], i32[]
  %less = Less(%m0, %limit) : bool[]
  %cond = LoopCond(%less) : bool[]
  %s0 = Switch(%m0, %cond) : i32[], i32[]
  %s1 = Switch(%m1, %cond) : f32[2], f32[2]
  %next = AddV2(%s0:1, %step) : i32[]
  %two = Const() {value = 2 : i32[]} ctrl(%next) : i32[]
  %rest = FloorMod(%next, %two) : i32[]
  %odd = Equal(%rest, %step) : bool[]
  %asked = Identity(%odd) : bool[]
  %data = Switch(%s1:1, %asked) : f32[2], f32[2]
  %neg = Neg(%data) : f32[2]
  %more = AddV2(%data:1, %data:1) : f32[2]
  %both = Merge(%neg, %more) {N = 2} : f32[2], i32[]
  %n0 = NextIteration(%next) : i32[]
  %n1 = NextIteration(%both) : f32[2]
  %count = Exit(%s0) : i32[]
  %out = Exit(%s1) : f32[2]
}
"""

LOOP_IN_LOOP = """
graph @loop_in_loop(%n: i32[]) -> (%out) {
  %zero = Const() {value = 0 : i32[]} : i32[]
  %one = Const() {value = 1 : i32[]} : i32[]
  %limit = Enter(%n) {frame_name = "f", is_constant = true} : i32[]
  %step = Enter(%one) {frame_name = "f", is_constant = true} : i32[]
  %e0 = Enter(%zero) {frame_name = "f"} : i32[]
  %e1 = Enter(%one) {frame_name = "f"} : i32[]
  %m0 = Merge(%e0, %n0) {N = 2} : i32[], i32[]
  %m1 = Merge(%e1, %n1) {N = 2} : i32[], i32[]
  %less = Less(%m0, %limit) : bool[]
  %cond = LoopCond(%less) : bool[]
  %s0 = Switch(%m0, %cond) : i32[], i32[]
  %s1 = Switch(%m1, %cond) : i32[], i32[]
  %next = AddV2(%s0:1, %step) : i32[]
  %until = Enter(%next) {frame_name = "g", is_constant = true} : i32[]
  %by = Enter(%step) {frame_name = "g", is_constant = true} : i32[]
  %e2 = Enter(%s1:1) {frame_name = "g"} : i32[]
  %m2 = Merge(%e2, %n2) {N = 2} : i32[], i32[]
  %rest = FloorMod(%m2, %until) : i32[]
  %apart = Greater(%rest, %by) : bool[]
  %inner = LoopCond(%apart) : bool[]
  %s2 = Switch(%m2, %inner) : i32[], i32[]
  %more = AddV2(%s2:1, %until) : i32[]
  %up = AddV2(%more, %by) : i32[]
  %n2 = NextIteration(%up) : i32[]
  %x2 = Exit(%s2) : i32[]
  %sum = AddV2(%x2, %next) : i32[]
  %n0 = NextIteration(%next) : i32[]
  %n1 = NextIteration(%sum) : i32[]
  %out = Exit(%s1) : i32[]
}
"""

BRANCH_IN_BRANCH = """
graph @branch_in_branch(%p: bool[], %q: bool[], %x: f32[2]) -> (%m) {
  %one = Switch(%x, %p) : f32[2], f32[2]
  %asked = Switch(%q, %p) : bool[], bool[]
  %two = Switch(%one:1, %asked:1) : f32[2], f32[2]
  %pass = Identity(%two:1) : f32[2]
  %neg = Neg(%two) : f32[2]
  %fixed = Const() {value = [5.0, 6.0] : f32[2]} ctrl(%pass) : f32[2]
  %inner = Merge(%neg, %fixed) {N = 2} : f32[2], i32[]
  %sum = AddV2(%inner, %one:1) : f32[2]
  %m = Merge(%one, %sum) {N = 2} : f32[2], i32[]
}
"""

X = np.array([1, -2], np.float32)

CASES: dict[str, tuple[str, list[list[Any]]]] = {
    "branch": (BRANCH, [[np.bool_(b), X] for b in (0, 1)]),
    "by index": (SWITCH_N, [[np.int32(i), X] for i in (-1, 0, 1, 2, 7)]),
    "counter": (LOWERED_COUNTER, [[np.int32(n)] for n in (0, 1, 5)]),
    "loop in branch": (
        LOOP_IN_BRANCH,
        [[np.bool_(b), np.int32(3)] for b in (0, 1)],
    ),
    "branch in loop": (BRANCH_IN_LOOP, [[X, np.int32(n)] for n in (0, 1, 4)]),
    "loop in loop": (LOOP_IN_LOOP, [[np.int32(n)] for n in (0, 1, 3)]),
    "branch in branch": (
        BRANCH_IN_BRANCH,
        [[np.bool_(a), np.bool_(b), X] for a in (0, 1) for b in (0, 1)],
    ),
}


def run(graph: graphir.Graph, args: list[Any]) -> list[Any]:
    feeds = {value.name: x for value, x in zip(graph.inputs, args, strict=True)}
    names = [f"{each.node.name}:{each.index}" for each in graph.outputs]
    return list(tf.run_graph(graph, feeds, names))


@pytest.mark.parametrize("name", CASES)
def test_functions_give_what_frames_give(name: str) -> None:
    text, calls = CASES[name]
    graph = graphir.parse_graph(text)
    made = graphir.functional_control_flow(graph)
    graphir.verify(made)
    bodies = [made, *(each.body for each in made.functions.values())]
    assert not any(node.has_trait("dataflow") for body in bodies for node in body)
    assert [x.name for x in made.outputs] == [x.name for x in graph.outputs]
    for args in calls:
        for found, expected in zip(run(made, args), run(graph, args), strict=True):
            np.testing.assert_array_equal(found, expected)


def test_nodes_keep_their_lines() -> None:
    graph = graphir.parse_graph(BRANCH_IN_LOOP)
    origin = Origin.from_frames([Frame("user.py", 12, 0, "step")])
    graph.node("more").origin = origin
    made = graphir.functional_control_flow(graph)
    (found,) = [
        node
        for function in made.functions.values()
        for node in function.body
        if node.name == "more"
    ]
    assert found.origin == origin


def test_an_effect_that_a_branch_waits_for_stays_in_the_branch() -> None:
    text = BRANCH.replace(
        "%neg = Neg(%s) :",
        """%word = Const() {value = "x" : str[]} : str[]
           %mark = Identity(%s)
           %said = PrintV2(%word) ctrl(%mark)
           %neg = Neg(%s) ctrl(%said) :""",
    )
    made = graphir.functional_control_flow(graphir.parse_graph(text))
    (taken,) = [x.body for x in made.functions.values() if "neg" in x.body]
    assert [each.op for each in taken.node("neg").control_inputs] == ["PrintV2"]
    assert made.node("m").op == "If"


BODY = """
graph @g(%c: bool[], %x: f32[2]) -> (%y) {{
  %y = StatefulPartitionedCall(%c, %x) {{f = @f, Tout = [f32]}}
}}
func @f(%c: bool[], %x: f32[2]) -> (m = %m) {ends} {{
  %s = Switch(%x, %c)
  %word = Const() {{value = "x" : str[]}}
  %said = PrintV2(%word) ctrl(%s)
  %neg = Neg(%s)
  %m = Merge(%neg, %s:1)
}}
"""


def test_an_effect_that_a_function_ends_with_stays() -> None:
    graph = graphir.parse_graph(BODY.format(ends="ctrl(done = %said, none = %neg)"))
    made = graphir.functional_control_flow(graph)
    graphir.verify(made)
    ends = made.functions["f"].body.control_outputs
    assert [node.op for node in ends] == ["PrintV2", "NoOp"]


def test_an_effect_that_no_result_needs_is_not_lost_silently() -> None:
    text = BRANCH.replace("(%m, %m:1)", "()").replace(
        "%neg =",
        """%word = Const() {value = "x" : str[]} : str[]
           %said = PrintV2(%word)
           %neg =""",
    )
    with pytest.raises(graphir.InvalidGraphError, match="PrintV2"):
        graphir.functional_control_flow(graphir.parse_graph(text))
