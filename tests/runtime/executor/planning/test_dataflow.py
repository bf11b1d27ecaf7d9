"""Tests of lowered control flow: Switch, Merge and frames."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph
from tests.runtime.executor.loops import LOWERED_COUNTER

BRANCH = """
graph @branch(%c: bool[], %x: f32[*]) -> (%m, %m:1) {
  %s = Switch(%x, %c) : f32[*], f32[*]
  %neg = Neg(%s) : f32[*]
  %square = Mul(%s:1, %s:1) : f32[*]
  %m = Merge(%neg, %square) {N = 2} : f32[*], i32[]
}
"""

LOOP_IN_BRANCH = """
graph @loop_in_branch(%c: bool[], %n: i32[]) -> (%m) {
  %s = Switch(%n, %c) : i32[], i32[]
  %enter = Enter(%s:1) {frame_name = "loop"} : i32[]
  %merge = Merge(%enter, %again) {N = 2} : i32[], i32[]
  %ten = Const() {value = 10 : i32[]} : i32[]
  %limit = Enter(%ten) {frame_name = "loop", is_constant = true} : i32[]
  %less = Less(%merge, %limit) : bool[]
  %cond = LoopCond(%less) : bool[]
  %switch = Switch(%merge, %cond) : i32[], i32[]
  %double = AddV2(%switch:1, %switch:1) : i32[]
  %again = NextIteration(%double) : i32[]
  %out = Exit(%switch) : i32[]
  %m = Merge(%s, %out) {N = 2} : i32[], i32[]
}
"""


def compiled(text: str) -> Program:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs)


@pytest.mark.parametrize(
    ("condition", "value", "index"), [(True, 9, 1), (False, -3, 0)]
)
def test_merge_takes_the_live_branch(condition: bool, value: int, index: int) -> None:
    result, taken = compiled(BRANCH)(np.bool_(condition), np.float32(3))
    assert (result, taken) == (value, index)


@pytest.mark.parametrize("turns", [0, 1, 2, 100])
def test_loop_counts_its_turns(turns: int) -> None:
    assert compiled(LOWERED_COUNTER)(np.int32(turns)) == (turns,)


@pytest.mark.parametrize(("condition", "value"), [(True, 12), (False, 3)])
def test_loop_on_a_branch_not_taken_does_not_run(condition: bool, value: int) -> None:
    assert compiled(LOOP_IN_BRANCH)(np.bool_(condition), np.int32(3)) == (value,)


SWITCH_N = """
graph @choice(%i: i32[], %x: f32[*]) -> (%m, %m:1) {
  %s = _SwitchN(%x, %i) {num_outs = 3} : f32[*], f32[*], f32[*]
  %neg = Neg(%s) : f32[*]
  %square = Mul(%s:1, %s:1) : f32[*]
  %exp = Exp(%s:2) : f32[*]
  %m = Merge(%neg, %square, %exp) {N = 3} : f32[*], i32[]
}
"""


@pytest.mark.parametrize(
    ("index", "value", "taken"),
    [(0, -2, 0), (1, 4, 1), (2, np.exp(np.float32(2)), 2)],
)
def test_switch_with_several_outputs(index: int, value: float, taken: int) -> None:
    assert compiled(SWITCH_N)(np.int32(index), np.float32(2)) == (value, taken)


@pytest.mark.parametrize("index", [-1, 3, 100])
def test_last_output_is_for_indices_out_of_range(index: int) -> None:
    assert compiled(SWITCH_N)(np.int32(index), np.float32(2))[1] == 2


@pytest.mark.parametrize(("index", "value"), [(-1, 9), (0, -3), (1, 9), (2, 9)])
def test_switch_by_index_with_two_outputs(index: int, value: int) -> None:
    text = BRANCH.replace("%c: bool[]", "%c: i32[]").replace(
        "Switch(%x, %c)", "_SwitchN(%x, %c) {num_outs = 2}"
    )
    assert compiled(text)(np.int32(index), np.float32(3))[0] == value


def test_value_of_a_branch_not_taken_is_refused() -> None:
    graph = parse_graph(BRANCH)
    program = compile_graph(graph, graph.inputs, [graph.value("neg")])
    with pytest.raises(InvalidArgumentError, match="%neg has no value"):
        program(np.True_, np.float32(3))


def test_error_names_the_node() -> None:
    program = compiled(
        BRANCH.replace("Mul(%s:1, %s:1)", "Reshape(%s:1, %two)").replace(
            "%s = Switch",
            "%two = Const() {value = [2] : i32[1]} : i32[1]\n %s = Switch",
        )
    )
    with pytest.raises(InvalidArgumentError, match=r"node 'square' \(Reshape\)"):
        program(np.True_, np.ones(3, np.float32))


def test_function_with_lowered_control_flow_is_called() -> None:
    body = BRANCH.strip().replace("graph @branch", "func @branch")
    program = compiled(
        """graph @main(%c: bool[], %x: f32[*]) -> (%p, %p:1) {
             %p = PartitionedCall(%c, %x) {f = @branch, Tout = [f32, i32]}
                : f32[*], i32[] }
        """
        + body.replace("-> (%m, %m:1)", "-> (a = %m, b = %m:1)")
    )
    assert program(np.False_, np.float32(2)) == (-2, 0)


def test_functional_loop_runs_within_a_lowered_graph() -> None:
    program = compiled(
        """graph @main(%c: bool[], %x: i32[]) -> (%m) {
             %s = Switch(%x, %c) : i32[], i32[]
             %w = StatelessWhile(%s:1) {cond = @c, body = @b} : i32[]
             %m = Merge(%s, %w) {N = 2} : i32[], i32[]
           }
           func @c(%x: i32[]) -> (r = %l) {
             %ten = Const() {value = 10 : i32[]} : i32[]
             %l = Less(%x, %ten) }
           func @b(%x: i32[]) -> (r = %y) { %y = AddV2(%x, %x) }"""
    )
    assert program(np.True_, np.int32(3)) == (12,)
    assert program(np.False_, np.int32(3)) == (3,)
