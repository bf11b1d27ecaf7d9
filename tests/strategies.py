"""How to generate shapes, tensors and graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.builder import GraphBuilder
from graphir.dtypes import DType
from graphir.errors import GraphirError, InvalidGraphError, OpError
from graphir.graph import Graph
from graphir.node import Value
from graphir.origin import Frame, Origin
from graphir.shapes import Shape

UNARY = ("Neg", "Abs", "Square", "Identity", "Sign", "ZerosLike", "Relu", "OnesLike")
BINARY = ("AddV2", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference")
KINDS = ("unary", "binary", "binary", "constant", "shape", "moved")
COMPARISONS = ("Less", "Equal", "GreaterEqual", "NotEqual")
NUMBERS = (dtypes.float32, dtypes.int32, dtypes.float64, dtypes.int64)
FLOATS = [0.0, -0.0, 1.0, -1.0, 2.0, float("inf"), float("-inf"), float("nan"), 1e-40]
INTEGERS = [0, 1, -1, 2, 3, 2**31 - 1, -(2**31)]


@st.composite
def shapes(draw: st.DrawFn, max_rank: int = 3) -> Shape:
    """Static shapes with sizes 0 to 3, mostly 1 to 3."""
    size = st.sampled_from([1, 1, 2, 3, 3, 0])
    return Shape(draw(st.lists(size, max_size=max_rank)))


@st.composite
def arrays(draw: st.DrawFn, dtype: DType, shape: Shape) -> Any:
    """Elements of a number type, special values among them."""
    pool = FLOATS if dtype.is_floating else INTEGERS
    count = shape.num_elements() or 0
    chosen = draw(st.lists(st.sampled_from(pool), min_size=count, max_size=count))
    return np.array(chosen, dtype.numpy_dtype).reshape(shape.as_ints())


@st.composite
def graphs(draw: st.DrawFn, max_nodes: int = 12) -> Graph:
    """Valid graphs of pure ops: arithmetic on inputs and constants, and shapes."""
    graph = Graph(draw(st.sampled_from(["g", "a/b", "step 1"])))
    build = GraphBuilder(graph)
    dtype = draw(st.sampled_from(NUMBERS))
    values = [
        graph.add_input(name, dtype, draw(shapes()))
        for name in draw(st.sampled_from([["x"], ["x", "y"], ["in/x", "in/y"]]))
    ]
    for _ in range(draw(st.integers(1, max_nodes))):
        value = draw(next_values(build, values, dtype))
        if value is not None:
            values.append(value)
    candidates = [value for value in values if value not in graph.inputs] or values
    graph.outputs = draw(st.lists(st.sampled_from(candidates), min_size=1, max_size=3))
    return graph


@st.composite
def next_values(
    draw: st.DrawFn, build: GraphBuilder, values: list[Value], dtype: DType
) -> Value | None:
    """One more node on top of the values; None if its inputs do not fit."""
    of_dtype = [value for value in values if value.dtype is dtype]
    kind = draw(st.sampled_from(KINDS))
    if kind == "constant":
        array = draw(arrays(dtype, draw(shapes(max_rank=2))))
        return build.constant(array, dtype, draw(st.sampled_from(["c", "n/c"])))
    if kind == "shape":
        return build.node("Shape", [draw(st.sampled_from(values))]).output
    if kind == "moved":
        return draw(moved_values(build, of_dtype))
    count = 1 if kind == "unary" else 2
    ops = UNARY if kind == "unary" else BINARY + COMPARISONS
    inputs = [draw(st.sampled_from(of_dtype)) for _ in range(count)]
    try:
        node = build.node(draw(st.sampled_from(ops)), inputs)
    except InvalidGraphError:
        return None
    if draw(st.integers(0, 9)) == 0:
        node.add_control_input(draw(st.sampled_from(inputs)).node)
    if draw(st.booleans()):
        node.origin = Origin.from_frames([Frame("m.py", draw(st.integers(1, 99)), 4)])
    return node.output


@st.composite
def moved_values(
    draw: st.DrawFn, build: GraphBuilder, values: list[Value]
) -> Value | None:
    """The elements of one or two values at other places, or half of them chosen."""
    first, second = (draw(st.sampled_from(values)) for _ in "ab")
    zero = build.constant(np.int32(0))
    axis = build.constant(np.int32(draw(st.sampled_from([0, -1]))))
    rank = first.shape.rank or 0
    order = build.constant(np.arange(rank, dtype=np.int32)[::-1])
    line = build.constant(np.array([-1], np.int32))
    attempts = {
        "ConcatV2": lambda: build.node("ConcatV2", [first, second, axis]).output,
        "Pack": lambda: build.node("Pack", [first, second]).output,
        "GatherV2": lambda: build.node("GatherV2", [first, zero, zero]).output,
        "Reshape": lambda: build.node("Reshape", [first, line]).output,
        "Transpose": lambda: build.node("Transpose", [first, order]).output,
        "Split": lambda: build.node("Split", [zero, first], {"num_split": 2}).output,
        "Unpack": lambda: (
            build.node("Unpack", [first], {"num": first.shape[0] if rank else 1}).output
        ),
        "Max": lambda: build.node("Max", [first, axis], {"keep_dims": True}).output,
        "SelectV2": lambda: (
            build.node(
                "SelectV2", [build.node("Less", [first, second]).output, first, second]
            ).output
        ),
    }
    op = draw(st.sampled_from(sorted(attempts)))
    if op in ("GatherV2", "Max", "Unpack") and not first.shape.num_elements():
        return None
    try:
        return attempts[op]()
    except (GraphirError, OpError):
        return None


tensor_values = st.sampled_from(
    [
        TensorValue(np.array([1.5, np.nan, -0.0], np.float32)),
        TensorValue(np.frombuffer(b"\x01\x00\xc0\x7f" * 2, np.float32)),
        TensorValue(np.zeros((3, 40), np.int64)),
        TensorValue(np.arange(100, dtype=np.float64)),
        TensorValue(np.array([b"a\x00", b'"\xff'], object)),
        TensorValue(np.array([], np.int32)),
        TensorValue(np.array(1 + 2j, np.complex64)),
        TensorValue(np.array([True, False])),
    ]
)
"""Constants that are easily written wrong."""


def feeds_for(graph: Graph, rng: np.random.Generator) -> dict[str, Any]:
    """An array for each input of a graph."""
    from tests.graphir.same_values import random_array

    return {
        value.node.name: random_array(value.dtype, value.shape, rng)
        for value in graph.inputs
    }
