"""Results written over arguments: the same numbers, and nobody's array changes."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import runtime as tf
from graphir.text.parser import parse_graph
from runtime.executor import compile_graph

SIZE = 160
"""Squares of this size are large enough to be written over, too small for blocks."""
OPS = {
    "AddV2": np.add,
    "Sub": np.subtract,
    "Mul": np.multiply,
    "Maximum": np.maximum,
    "MatMul": np.matmul,
}

operations = st.tuples(
    st.sampled_from([*sorted(OPS), "Neg", "Relu", "Reshape", "Transpose"]),
    st.integers(0, 9),
    st.integers(0, 9),
)


def graph_text(body: list[Any], outputs: list[int]) -> str:
    square = f"f32[{SIZE}, {SIZE}]"
    lines = [
        f"%shape = Const() {{value = [{SIZE}, {SIZE}] : i32[2]}} : i32[2]",
        "%order = Const() {value = [1, 0] : i32[2]} : i32[2]",
    ]
    names = ["x", "y"]
    for number, (op, first, second) in enumerate(body):
        operands = [f"%{names[first % len(names)]}"]
        if op in OPS:
            operands.append(f"%{names[second % len(names)]}")
        if op in ("Reshape", "Transpose"):
            operands.append("%shape" if op == "Reshape" else "%order")
        lines.append(f"%t{number} = {op}({', '.join(operands)})")
        names.append(f"t{number}")
    results = ", ".join(f"%{names[each % len(names)]}" for each in outputs)
    newline = "\n  "
    return (
        f"graph @main(%x: {square}, %y: {square}) -> ({results}) {{\n"
        f"  {newline.join(lines)}\n}}\n"
    )


def interpreted(body: list[Any], outputs: list[int], x: Any, y: Any) -> list[Any]:
    values = [x, y]
    for op, first, second in body:
        a, b = values[first % len(values)], values[second % len(values)]
        if op in OPS:
            values.append(OPS[op](a, b))
        elif op == "Neg":
            values.append(-a)
        elif op == "Relu":
            values.append(np.maximum(a, np.float32(0)))
        else:
            values.append(a.copy() if op == "Reshape" else a.T.copy())
    return [values[each % len(values)] for each in outputs]


@settings(deadline=None)
@given(
    st.lists(operations, min_size=2, max_size=10),
    st.lists(st.integers(0, 12), min_size=1, max_size=3),
)
def test_results_are_those_of_fresh_memory(body: list[Any], outputs: list[int]) -> None:
    graph = parse_graph(graph_text(body, outputs))
    program = compile_graph(graph, graph.inputs, graph.outputs)
    random = np.random.RandomState(len(body))
    x, y = (random.uniform(-1, 1, (SIZE, SIZE)).astype(np.float32) for _ in range(2))
    before = x.copy(), y.copy()
    first = program(x, y)
    kept = [np.array(each) for each in first]
    program(y, x)
    with np.errstate(all="ignore"):
        expected = interpreted(body, outputs, x, y)
    for result, held, wanted in zip(first, kept, expected, strict=True):
        np.testing.assert_array_equal(result, held)
        np.testing.assert_allclose(result, wanted, rtol=1e-4, atol=1e-4)
    np.testing.assert_array_equal(x, before[0])
    np.testing.assert_array_equal(y, before[1])


def source(text: str) -> str:
    graph = parse_graph(text)
    return compile_graph(graph, graph.inputs, graph.outputs).source


def test_a_product_that_dies_takes_the_next_result() -> None:
    text = graph_text([("MatMul", 0, 1), ("Mul", 2, 0)], [3])
    assert "op_Mul(t0, x, out=t0)" in source(text)


def test_what_is_read_later_or_as_a_view_is_not_written_over() -> None:
    for body, outputs in (
        ([("MatMul", 0, 1), ("Mul", 2, 0)], [3, 2]),
        ([("MatMul", 0, 1), ("Transpose", 2, 0), ("Mul", 2, 0)], [4, 3]),
        ([("Mul", 0, 1), ("MatMul", 0, 1)], [2, 3]),
    ):
        assert "out=" not in source(graph_text(body, outputs))


def test_a_variable_keeps_the_product_that_was_assigned_to_it() -> None:
    kept = tf.Variable(tf.zeros((SIZE, SIZE)))

    @tf.function
    def f(x):  # type: ignore[no-untyped-def]
        product = tf.matmul(x, x)
        kept.assign(product)
        return product * 2.0

    x = tf.eye(SIZE) * 3.0
    doubled = f(x)
    np.testing.assert_array_equal(kept.numpy(), np.eye(SIZE, dtype=np.float32) * 9)
    np.testing.assert_array_equal(doubled.numpy(), kept.numpy() * 2)
