"""Arrays of version 1 as lists of tensors."""

from __future__ import annotations

import numpy as np
import pytest

import graphir
from tests.graphir.editing.dataflow.test_scopes import run

ARRAYS = """
graph @arrays(%x: f32[?, 2], %n: i32[]) -> (%rows, %count) {
  %zero = Const() {value = 0 : i32[]} : i32[]
  %one = Const() {value = 1 : i32[]} : i32[]
  %start = Const() {value = [0.5, 1.0] : f32[2]} : f32[2]
  %a = TensorArrayV3(%n) {dtype = f32}
  %b = TensorArrayV3(%n) {dtype = f32, element_shape = shape[2]}
  %places = Range(%zero, %n, %one) : i32[*]
  %full = TensorArrayScatterV3(%a, %places, %x, %a:1)
  %limit = Enter(%n) {frame_name = "f", is_constant = true} : i32[]
  %step = Enter(%one) {frame_name = "f", is_constant = true} : i32[]
  %from = Enter(%a) {frame_name = "f", is_constant = true}
  %flow = Enter(%full) {frame_name = "f", is_constant = true}
  %into = Enter(%b) {frame_name = "f", is_constant = true}
  %e0 = Enter(%zero) {frame_name = "f"} : i32[]
  %e1 = Enter(%b:1) {frame_name = "f"}
  %e2 = Enter(%start) {frame_name = "f"} : f32[2]
  %m0 = Merge(%e0, %n0) {N = 2} : i32[], i32[]
  %m1 = Merge(%e1, %n1) {N = 2} : f32[], i32[]
  %m2 = Merge(%e2, %n2) {N = 2} : f32[2], i32[]
  %less = Less(%m0, %limit) : bool[]
  %cond = LoopCond(%less) : bool[]
  %s0 = Switch(%m0, %cond) : i32[], i32[]
  %s1 = Switch(%m1, %cond) : f32[], f32[]
  %s2 = Switch(%m2, %cond) : f32[2], f32[2]
  %row = TensorArrayReadV3(%from, %s0:1, %flow) {dtype = f32} : f32[2]
  %sum = AddV2(%row, %s2:1) : f32[2]
  %kept = TensorArrayWriteV3(%into, %s0:1, %sum, %s1:1)
  %next = AddV2(%s0:1, %step) : i32[]
  %n0 = NextIteration(%next) : i32[]
  %n1 = NextIteration(%kept) : f32[]
  %n2 = NextIteration(%sum) : f32[2]
  %out = Exit(%s1) : f32[]
  %rows = TensorArrayGatherV3(%b, %places, %out) {dtype = f32} : f32[*]
  %count = TensorArraySizeV3(%b, %out)
}
"""


START = np.array([0.5, 1.0], np.float32)


@pytest.mark.parametrize("count", [1, 3])
def test_lists_hold_what_arrays_hold(count: int) -> None:
    graph = graphir.parse_graph(ARRAYS)
    made = graphir.functional_control_flow(graph)
    graphir.verify(made)
    bodies = [made, *(each.body for each in made.functions.values())]
    assert not any(node.op.startswith("TensorArray") for x in bodies for node in x)
    args = [np.arange(2 * count, dtype="f").reshape(count, 2), np.int32(count)]
    rows, size = run(made, args)
    np.testing.assert_array_equal(rows, np.cumsum(args[0], 0) + START)
    assert size == count
    np.testing.assert_array_equal(rows, run(graph, args)[0])


def test_an_array_from_outside_is_refused() -> None:
    graph = graphir.parse_graph(
        """graph @g(%p: bool[], %a: resource[2], %flow: f32[], %i: i32[]) -> (%m) {
             %s = Switch(%i, %p)
             %row = TensorArrayReadV3(%a, %s:1, %flow) {dtype = f32}
             %zero = Cast(%s) {DstT = f32}
             %m = Merge(%zero, %row)
           }"""
    )
    with pytest.raises(graphir.InvalidGraphError, match="is not made in this graph"):
        graphir.functional_control_flow(graph)


def test_arrays_without_a_loop_are_lists_too() -> None:
    graph = graphir.parse_graph(
        """graph @g(%x: f32[?, 2], %n: i32[]) -> (%rows) {
             %zero = Const() {value = 0 : i32[]}
             %one = Const() {value = 1 : i32[]}
             %a = TensorArrayV3(%n) {dtype = f32}
             %places = Range(%zero, %n, %one) : i32[*]
             %full = TensorArrayScatterV3(%a, %places, %x, %a:1)
             %rows = TensorArrayReadV3(%a, %one, %full) {dtype = f32}
           }"""
    )
    made = graphir.functional_control_flow(graph)
    assert not any(node.op.startswith("TensorArray") for node in made)
    (row,) = run(made, [np.arange(4, dtype="f").reshape(2, 2), np.int32(2)])
    assert row.tolist() == [2, 3]
