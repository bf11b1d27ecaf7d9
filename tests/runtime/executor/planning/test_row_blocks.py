"""Runs by rows over large matrices give what single steps give, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphir.text.parser import parse_graph
from runtime.executor import compile_graph

COLUMNS = 48
REDUCTIONS = ("Max", "Mean", "Min", "Sum")
UNARY = ("Neg", "Relu", "Sigmoid", "Square")
BINARY = ("AddV2", "Maximum", "Mul", "Sub")

steps = st.lists(
    st.tuples(
        st.sampled_from(REDUCTIONS + UNARY + BINARY),
        st.integers(0, 20),
        st.integers(0, 20),
    ),
    min_size=2,
    max_size=9,
)


def program_text(body: list[Any], rows: int, outputs: list[int]) -> str:
    """A graph over a matrix, a vector for its columns, and what is made of them."""
    names = {"x": "whole", "g": "shared"}
    lines = [
        "%axes = Const() {value = [-1] : i32[1]} : i32[1]",
        "%axis = Const() {value = 1 : i32[]} : i32[]",
    ]
    for number, (op, first, second) in enumerate(body):
        name, known = f"t{number}", list(names)
        a, b = known[first % len(known)], known[second % len(known)]
        if op in REDUCTIONS:
            if names[a] != "whole":
                continue
            axis = "%axes" if second % 2 else "%axis"
            lines.append(f"%{name} = {op}(%{a}, {axis}) {{keep_dims = true}}")
            names[name] = "row"
            continue
        kinds = {names[a]} if op in UNARY else {names[a], names[b]}
        lines.append(f"%{name} = {op}(%{a}{'' if op in UNARY else f', %{b}'})")
        names[name] = kinds.pop() if len(kinds) == 1 else "whole"
    made = list(names)[2:] or ["x"]
    results = ", ".join(f"%{made[each % len(made)]}" for each in outputs)
    newline = "\n  "
    shapes = f"%x: f32[{rows},{COLUMNS}], %g: f32[{COLUMNS}]"
    return f"graph @main({shapes}) -> ({results}) {{\n  {newline.join(lines)}\n}}\n"


def matrix(rows: int) -> Any:
    array = np.random.RandomState(5).standard_normal((rows, COLUMNS)).astype(np.float32)
    array[::1001, 3] = np.nan
    array[1::1001, 5] = np.inf
    array[2::1001, 7] = -0.0
    return array


@settings(deadline=None)
@given(
    steps,
    st.sampled_from([1366, 12001]),
    st.lists(st.integers(0, 12), min_size=1, max_size=3),
)
def test_rows_in_blocks_give_what_single_steps_give(
    body: list[Any], rows: int, outputs: list[int]
) -> None:
    graph = parse_graph(program_text(body, rows, outputs))
    program = compile_graph(graph, graph.inputs, graph.outputs)
    x = matrix(rows)
    g = np.linspace(-2, 2, COLUMNS, dtype=np.float32)
    # columns that are not contiguous are worked on by single steps
    wide = np.zeros(2 * COLUMNS, np.float32)
    wide[::2] = g
    before = x.copy()
    found, expected = program(x, g), program(x, wide[::2])
    for one, two in zip(found, expected, strict=True):
        assert one.tobytes() == np.ascontiguousarray(two).tobytes()
    assert x.tobytes() == before.tobytes()


NORM = """graph @main(%x: f32[*X*], %g: f32[64]) -> (%r) {
  %axis = Const() {value = -1 : i32[]} : i32[]
  %m = Mean(%x, %axis) {keep_dims = true}
  %d = Sub(%x, %m)
  %r = Mul(%d, %g)
}
"""


def test_a_norm_is_one_run() -> None:
    graph = parse_graph(NORM.replace("*X*", "40,50,64"))
    program = compile_graph(graph, graph.inputs, graph.outputs)
    assert "row_arrays" in program.source
    x = np.random.RandomState(1).standard_normal((40, 50, 64)).astype(np.float32)
    g = np.ones(64, np.float32)
    np.testing.assert_array_equal(program(x, g)[0], x - x.mean(-1, keepdims=True))


@pytest.mark.parametrize("shape", ["40,50,64", "2000,64"])
def test_fed_arrays_of_other_shapes_are_worked_on_by_single_steps(shape: str) -> None:
    graph = parse_graph(NORM.replace("*X*", shape))
    program = compile_graph(graph, graph.inputs, graph.outputs)
    x = np.random.RandomState(1).standard_normal((7, 64)).astype(np.float32)
    g = np.arange(64, dtype=np.float32)
    np.testing.assert_array_equal(program(x, g)[0], (x - x.mean(-1, keepdims=True)) * g)


@pytest.mark.parametrize("names", ["%r", "%r, %d", "%r, %m", "%d, %r, %m"])
def test_what_is_read_later_is_not_written_over(names: str) -> None:
    text = NORM.replace("*X*", "2000,64").replace("(%r)", f"({names})")
    graph = parse_graph(text)
    program = compile_graph(graph, graph.inputs, graph.outputs)
    x = np.random.RandomState(1).standard_normal((2000, 64)).astype(np.float32)
    g = np.arange(64, dtype=np.float32)
    mean = x.mean(-1, keepdims=True)
    expected = {"%m": mean, "%d": x - mean, "%r": (x - mean) * g}
    for name, found in zip(names.split(", "), program(x, g), strict=True):
        np.testing.assert_array_equal(found, expected[name])
