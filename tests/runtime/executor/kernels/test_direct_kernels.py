"""Tests of kernels chosen by static shapes."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.errors import InvalidArgumentError
from graphir.text.parser import parse_graph
from runtime.executor import Program, compile_graph


def product(a: str, b: str, attrs: str = "") -> Program:
    graph = parse_graph(
        f"graph @g(%a: {a}, %b: {b}) -> (%p) {{ %p = MatMul(%a, %b) {{{attrs}}} }}"
    )
    return compile_graph(graph, graph.inputs, graph.outputs)


@pytest.mark.parametrize("dtype", ["f32", "i32", "f16", "bf16"])
@pytest.mark.parametrize("transpose_a", [False, True])
@pytest.mark.parametrize("transpose_b", [False, True])
def test_product_with_known_inner_size(
    dtype: str, transpose_a: bool, transpose_b: bool
) -> None:
    attrs = f"transpose_a = {transpose_a}, transpose_b = {transpose_b}".lower()
    a_type = f"{dtype}[3,?]" if transpose_a else f"{dtype}[?,3]"
    b_type = f"{dtype}[4,3]" if transpose_b else f"{dtype}[3,4]"
    program = product(a_type, b_type, attrs)
    assert program.plan is not None
    numpy_dtype = program.plan.inputs[0].dtype.numpy_dtype
    a = np.arange(6).reshape(2, 3).astype(numpy_dtype)
    b = np.arange(12).reshape(3, 4).astype(numpy_dtype)
    (found,) = program(a.T if transpose_a else a, b.T if transpose_b else b)
    assert found.dtype == numpy_dtype
    expected = np.arange(6).reshape(2, 3) @ np.arange(12).reshape(3, 4)
    np.testing.assert_array_equal(found.astype(np.int64), expected)


def test_product_of_unknown_shapes_is_still_checked() -> None:
    program = product("f32[*]", "f32[*]")
    with pytest.raises(InvalidArgumentError, match="(?i)size-incompatible"):
        program(np.ones((2, 3), np.float32), np.ones((2, 3), np.float32))


SLICES = """
graph @g(%x: f32[5,8], %i: i32[]) -> (%row, %joined) {
  %one = Const() {value = 1 : i32[]} : i32[]
  %zero = Const() {value = 0 : i32[]} : i32[]
  %ones = Const() {value = [1] : i32[1]} : i32[1]
  %next = AddV2(%i, %one)
  %begin = Pack(%i) {N = 1, axis = 0}
  %end = Pack(%next) {N = 1, axis = 0}
  %row = StridedSlice(%x, %begin, %end, %ones) {shrink_axis_mask = 1}
  %a, %b, %c, %d = Split(%one, %x) {num_split = 4}
  %joined = ConcatV2(%c, %a, %d, %one) {N = 3}
}
"""


@pytest.mark.parametrize("index", [0, 4, -2])
def test_rows_parts_and_joins_are_those_of_numpy(index: int) -> None:
    graph = parse_graph(SLICES)
    program = compile_graph(graph, graph.inputs, graph.outputs)
    x = np.arange(40, dtype=np.float32).reshape(5, 8)
    row, joined = program(x, np.int32(index))
    np.testing.assert_array_equal(row, x[index])
    np.testing.assert_array_equal(joined, x[:, [4, 5, 0, 1, 6, 7]])


@pytest.mark.parametrize("index", [5, -6])
def test_row_that_is_not_there_is_refused(index: int) -> None:
    graph = parse_graph(SLICES)
    program = compile_graph(graph, graph.inputs, graph.outputs)
    with pytest.raises(InvalidArgumentError, match="out of bounds"):
        program(np.zeros((5, 8), np.float32), np.int32(index))


def test_fed_axis_is_the_one_that_counts() -> None:
    graph = parse_graph(SLICES)
    axis, first = graph.value("one"), graph.value("a")
    program = compile_graph(graph, [*graph.inputs, axis], [first])
    x = np.arange(40, dtype=np.float32).reshape(5, 8)
    np.testing.assert_array_equal(program(x, np.int32(0), np.int32(-1))[0], x[:, :2])
