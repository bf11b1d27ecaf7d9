"""Deep and large graphs: seconds, and no recursion."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import pytest

import graphir
from graphir.graph import Graph

DEEP = 4_000


def chain(count: int) -> Graph:
    """Nodes one below the other, in name scopes of a thousand."""
    build = graphir.GraphBuilder("chain")
    value = build.input("x", "float32", [4])
    for index in range(count):
        name = f"block_{index // 1000}/n{index}"
        value = build.node("Neg" if index % 2 else "Exp", [value], name=name).output
    build.output(value)
    return build.graph


def everything(graph: Graph, path: Path) -> None:
    """Every question and every form."""
    graphir.save_graph_def(graph, path)
    read = graphir.from_graph_def(graphir.load_graph_def(path))
    graphir.verify(read)
    text = str(read)
    assert not graphir.diff(graph, graphir.parse_graph(text))
    found = graphir.stats(read)
    assert found.depth == len(graph) == len(found.critical_path)
    assert len(read.find(pattern="Neg(Exp(x))")) == (len(graph) - 1) // 2
    assert len(read.subgraph([read.outputs[0]])) == len(graph)
    assert len(graphir.freeze(read, {})) == len(graph)
    assert graphir.infer_shapes(read)["block_0/n0"][0].as_list() == [4]
    assert read._repr_html_().count("data-box") <= 301
    middle = read.node(f"block_{len(read) // 2000}/n{len(read) // 2}")
    assert middle._repr_svg_().count("data-box") <= 8


def test_a_deep_graph_goes_through_everything(tmp_path: Path) -> None:
    limit = sys.getrecursionlimit()
    graph = chain(DEEP)
    sys.setrecursionlimit(500)
    try:
        everything(graph, tmp_path / "chain.pb")
    finally:
        sys.setrecursionlimit(limit)


def test_many_frozen_variables_take_linear_time() -> None:
    build = graphir.GraphBuilder("variables")
    total = build.input("x", "float32", [])
    values = {}
    for index in range(300):
        name = f"v{index}"
        handle = build.op.VarHandleOp(
            dtype=graphir.as_dtype("float32"), name=name, shape=graphir.Shape([])
        )
        read = build.op.ReadVariableOp(handle, dtype=graphir.as_dtype("float32"))
        total = build.op.AddV2(total, read)
        values[name] = np.float32(index)
    build.output(total)
    frozen = graphir.freeze(build.graph, values)
    assert len(frozen.find(op="Const")) == 300
    assert len(frozen) == 601


@pytest.mark.slow
def test_a_hundred_thousand_nodes_take_seconds(tmp_path: Path) -> None:
    graph = chain(100_000)
    start = time.perf_counter()
    everything(graph, tmp_path / "chain.pb")
    assert time.perf_counter() - start < 120
