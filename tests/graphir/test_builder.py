"""Graphs written by hand."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes
from graphir.analysis.evaluation import evaluate_graph
from graphir.analysis.verifier import verify
from graphir.builder import GraphBuilder
from graphir.errors import InvalidGraphError, UnknownOpError


def test_a_graph_written_by_hand_runs() -> None:
    build = GraphBuilder("mean")
    x = build.input("x", "float32", [None, 2])
    with build.scope("layer"), build.scope("inner"):
        doubled = build.op.Mul(x, 2.0, name="doubled")
    total = build.op.Sum(doubled, [1], keep_dims=False)
    build.output(total, doubled)

    graph = build.graph
    verify(graph)
    assert [value.name for value in graph.outputs] == ["Sum", "layer/inner/doubled"]
    sums, _ = evaluate_graph(graph, {"x": np.float32([[1, 2], [3, 4]])})
    assert sums.tolist() == [6.0, 14.0]


def test_lists_and_several_results() -> None:
    build = GraphBuilder("parts")
    x = build.input("x", dtypes.int32, [4])
    first, second = build.op.Split(0, x, num_split=2)
    joined = build.op.ConcatV2([second, first, [7]], 0)
    assert joined.shape.as_list() == [5]
    assert joined.dtype is dtypes.int32


def test_an_op_without_results_gives_its_node() -> None:
    build = GraphBuilder("effects")
    before = build.op.NoOp(name="before")
    after = build.op.NoOp(control_inputs=[before])
    assert after.control_inputs == (before,)


def test_known_ops_without_declaration_serve_too() -> None:
    """Their dtypes follow from the signature; shapes are not known."""
    build = GraphBuilder("files")
    contents = build.op.ReadFile(b"a.txt")
    assert contents.dtype is dtypes.string
    verify(build.graph)


def test_texts_serve_as_attributes() -> None:
    build = GraphBuilder("picture")
    x = build.input("x", "float32", [1, 4, 4, 1])
    filters = np.ones((2, 2, 1, 1), np.float32)
    y = build.op.Conv2D(x, filters, strides=[1] * 4, padding="SAME")
    assert y.node.attrs["padding"] == b"SAME"
    assert build.op.Cast(y, DstT="int32").dtype is dtypes.int32
    files = build.op.ReadFile("a.txt")
    assert files.node.inputs[0].constant_value() == b"a.txt"
    with pytest.raises(InvalidGraphError, match="SOME"):
        build.op.Conv2D(x, filters, strides=[1] * 4, padding="SOME")


def test_mistakes_are_told() -> None:
    build = GraphBuilder("g")
    x = build.input("x", "float32")
    with pytest.raises(UnknownOpError, match="MatMull"):
        build.op.MatMull(x, x)
    with pytest.raises(InvalidGraphError, match="MatMul takes 2 arguments, not 1"):
        build.op.MatMul(x)
    with pytest.raises(InvalidGraphError, match="must have the same rank|dtype|type"):
        build.op.MatMul(x, build.constant(1))
    assert len(build.graph) == 2
