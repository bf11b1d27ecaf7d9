"""Integers of loops are Python's, and give what NumPy's scalars give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir.errors import InvalidArgumentError
from graphir.text.parser import parse_graph
from runtime.executor import compile_graph

DTYPES = {"i32": np.int32, "i64": np.int64}
OPERATIONS = {
    "AddV2": np.add,
    "Sub": np.subtract,
    "Mul": np.multiply,
    "Minimum": np.minimum,
    "Maximum": np.maximum,
    "FloorDiv": np.floor_divide,
    "FloorMod": np.remainder,
}
UNARY = {"Neg": np.negative, "Abs": np.abs, "Square": np.square}
COMPARISONS = {
    "Less": np.less,
    "LessEqual": np.less_equal,
    "Greater": np.greater,
    "GreaterEqual": np.greater_equal,
    "Equal": np.equal,
    "NotEqual": np.not_equal,
}

names = st.integers(0, 3)
steps = st.one_of(
    st.tuples(st.sampled_from(sorted(OPERATIONS)), names, names),
    st.tuples(st.sampled_from(sorted(UNARY)), names),
    st.tuples(st.sampled_from(sorted(COMPARISONS)), names, names, names, names),
)


def integers(type_text: str) -> Any:
    limits = np.iinfo(DTYPES[type_text])
    near = [limits.min, limits.min + 1, -1, 0, 1, 2, limits.max - 1, limits.max]
    return st.one_of(
        st.sampled_from(near), st.integers(int(limits.min), int(limits.max))
    )


programs = st.sampled_from(sorted(DTYPES)).flatmap(
    lambda kind: st.tuples(
        st.just(kind),
        st.lists(integers(kind), min_size=4, max_size=4),
        st.lists(steps, min_size=1, max_size=8),
        st.integers(0, 3),
    )
)


def graph_text(kind: str, start: list[int], body: list[Any]) -> str:
    """A loop over four integers; each step sets the one that comes next."""
    arguments = ", ".join(f"%v{i}: {kind}[]" for i in range(4))
    state = [f"v{i}" for i in range(4)]
    lines, functions = [], []
    for number, (op, *operands) in enumerate(body):
        inputs = ", ".join(f"%{state[each]}" for each in operands[:2])
        if op in COMPARISONS:
            lines.append(f"%c{number} = {op}({inputs})")
            picked = ", ".join(f"%{state[each]}" for each in operands[2:])
            lines.append(
                f"%t{number} = StatelessIf(%c{number}, {picked}) "
                f"{{then_branch = @then, else_branch = @other, Tout = [{kind}]}}"
                f" : {kind}[]"
            )
        else:
            lines.append(f"%t{number} = {op}({inputs})")
        state[number % 4] = f"t{number}"
    results = ", ".join(f"r{i} = %{each}" for i, each in enumerate(state))
    for name, (left, right) in {"then": ("%a", "%b"), "other": ("%b", "%a")}.items():
        functions.append(
            f"func @{name}(%a: {kind}[], %b: {kind}[]) -> (r = %d) {{\n"
            f"  %d = Sub({left}, {right})\n}}\n"
        )
    return (
        f"graph @main({arguments}, %n: i32[]) -> (%w:1, %w:2, %w:3, %w:4) {{\n"
        "  %zero = Const() {value = 0 : i32[]} : i32[]\n"
        "  %w = StatelessWhile(%zero, %v0, %v1, %v2, %v3, %n) "
        f"{{cond = @c, body = @b}} : i32[], {', '.join([kind + '[]'] * 4)}, i32[]\n}}\n"
        f"func @c(%i: i32[], {arguments}, %n: i32[]) -> (r = %l) {{\n"
        "  %l = Less(%i, %n)\n}\n"
        f"func @b(%i: i32[], {arguments}, %n: i32[]) "
        f"-> (i2 = %next, {results}, n2 = %n) {{\n"
        "  %one = Const() {value = 1 : i32[]} : i32[]\n"
        "  %next = AddV2(%i, %one)\n  " + "\n  ".join(lines) + "\n}\n"
    ) + "".join(functions)


def interpret(kind: str, start: list[int], body: list[Any], turns: int) -> list[Any]:
    state = [DTYPES[kind](each) for each in start]
    for _ in range(turns):
        for number, (op, *operands) in enumerate(body):
            values = [state[each] for each in operands]
            if op in ("FloorDiv", "FloorMod") and values[1] == 0:
                raise ZeroDivisionError
            state[number % 4] = _apply(op, values)
    return state


def _apply(op: str, values: list[Any]) -> Any:
    if op in COMPARISONS:
        taken = COMPARISONS[op](*values[:2])
        return values[2] - values[3] if taken else values[3] - values[2]
    return OPERATIONS[op](*values) if op in OPERATIONS else UNARY[op](*values)


@given(programs, st.integers(0, 4))
def test_loops_over_integers_wrap_around_as_numpy_does(
    program: tuple[str, list[int], list[Any], int], turns: int
) -> None:
    kind, start, body, _ = program
    graph = parse_graph(graph_text(kind, start, body))
    compiled = compile_graph(graph, graph.inputs, graph.outputs)
    given = [*map(DTYPES[kind], start), np.int32(turns)]
    try:
        with np.errstate(all="ignore"):
            expected = interpret(kind, start, body, turns)
    except ZeroDivisionError:
        with pytest.raises(InvalidArgumentError, match="division by zero"):
            compiled(*given)
        return
    results = compiled(*given)
    assert list(results) == expected
    assert {each.dtype for each in results} == {np.dtype(DTYPES[kind])}


FAR_COUNTER = """
graph @main(%n: i32[]) -> (%w:1, %w:2) {
  %zero = Const() {value = 0 : i32[]} : i32[]
  %near = Const() {value = 9223372036854775000 : i64[]} : i64[]
  %low = Const() {value = -9223372036854775000 : i64[]} : i64[]
  %w = StatelessWhile(%zero, %near, %low, %n) {cond = @c, body = @b}
    : i32[], i64[], i64[], i32[]
}
func @c(%i: i32[], %a: i64[], %b: i64[], %n: i32[]) -> (r = %l) {
  %l = Less(%i, %n)
}
func @b(%i: i32[], %a: i64[], %b: i64[], %n: i32[])
  -> (i2 = %next, a2 = %a2, b2 = %b2, n2 = %n) {
  %one = Const() {value = 1 : i32[]} : i32[]
  %step = Const() {value = 500 : i64[]} : i64[]
  %next = AddV2(%i, %one)
  %a2 = AddV2(%a, %step)
  %b2 = Sub(%b, %step)
}
"""


def test_counters_that_start_far_out_wrap_around() -> None:
    graph = parse_graph(FAR_COUNTER)
    compiled = compile_graph(graph, graph.inputs, graph.outputs)
    up, down = compiled(np.int32(3))
    assert up == 9223372036854775000 + 1500 - 2**64
    assert down == -9223372036854775000 - 1500 + 2**64


COUNTER = """
graph @main(%n: i64[], %x: f32[]) -> (%w:1, %w:2) {
  %zero = Const() {value = 0 : i64[]} : i64[]
  %unused = Const() {value = 5 : i32[]} : i32[]
  %w = StatelessWhile(%zero, %zero, %x, %unused, %n) {cond = @c, body = @b}
    : i64[], i64[], f32[], i32[], i64[]
}
func @c(%i: i64[], %t: i64[], %x: f32[], %u: i32[], %n: i64[]) -> (r = %l) {
  %l = Less(%i, %n)
}
func @b(%i: i64[], %t: i64[], %x: f32[], %u: i32[], %n: i64[])
  -> (i2 = %next, t2 = %t2, x2 = %x2, u2 = %u2, n2 = %n) {
  %one = Const() {value = 1 : i64[]} : i64[]
  %next = AddV2(%i, %one)
  %square = Mul(%i, %i)
  %t2 = AddV2(%t, %square)
  %f = Cast(%i) {SrcT = i64, DstT = f32} : f32[]
  %x2 = AddV2(%x, %f)
  %u2 = Mul(%u, %u)
}
"""


def test_kernels_in_loops_are_given_numpy_scalars() -> None:
    graph = parse_graph(COUNTER)
    compiled = compile_graph(graph, graph.inputs, graph.outputs)
    total, floats = compiled(np.int64(5), np.float32(0.5))
    assert (total, floats) == (30, np.float32(10.5))
    assert (total.dtype, floats.dtype) == (np.int64, np.float32)


def test_variables_that_nobody_reads_are_left_out() -> None:
    graph = parse_graph(COUNTER)
    source = compile_graph(graph, graph.inputs, graph.outputs).source
    assert "u * u" not in source
    assert "x_1 = x_1 + f" in source
