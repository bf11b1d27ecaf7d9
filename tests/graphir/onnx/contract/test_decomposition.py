"""Nodes replaced by others that do the same."""

from __future__ import annotations

import numpy as np
import pytest

import graphir
import runtime as tf
from graphir.origin import Frame, Origin

pytest.importorskip("onnx", reason="the extra onnx is not installed")

from graphir.onnx.contract.decomposition import decompose, decomposes
from graphir.onnx.writing import families


def test_what_comes_in_place_of_a_node_has_its_line_and_name() -> None:
    families.register()
    build = graphir.GraphBuilder("net")
    x = build.input("x", "float32", [2])
    y = build.op.TanhGrad(x, x, name="slope")
    build.output(build.op.Neg(y))
    line = Origin.from_frames([Frame("user.py", 7, 0, "f")])
    y.node.origin = line
    assert decompose(build.graph) == 1
    graphir.verify(build.graph)
    made = build.graph.node("slope")
    assert (made.op, made.origin) == ("Mul", line)
    assert all(
        node.origin == line for node in build.graph if node.name.startswith("slope/")
    )
    (found,) = tf.run_graph(build.graph, {"x": [1.0, 2.0]}, ["Neg:0"])
    np.testing.assert_array_equal(found, [0.0, 6.0])


def test_two_decompositions_of_an_op_are_refused() -> None:
    families.register()
    with pytest.raises(TypeError, match="two decompositions of the op TanhGrad"):
        decomposes("TanhGrad")(lambda parts: None)


def test_the_graph_is_gone_over_once_for_all_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    families.register()
    build = graphir.GraphBuilder("net")
    y = x = build.input("x", "float32", [2])
    for _ in range(30):
        y = build.op.TanhGrad(y, x)
    build.output(y)
    passes = []
    rename = graphir.Graph.rename_nodes
    monkeypatch.setattr(
        graphir.Graph,
        "rename_nodes",
        lambda self, names: passes.append(len(names)) or rename(self, names),
    )
    assert decompose(build.graph) == 30
    assert passes == [30]
