"""Random graphs, compiled, give to the bit what their kernels give one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.analysis.evaluation import evaluate_node
from graphir.graph import Graph
from runtime.executor import compile_graph
from tests.random_graphs import feeds_of, make_graph

GRAPHS, CHUNKS = 300, 6
MORE_GRAPHS, MORE_CHUNKS = 10_000, 20


def reference(graph: Graph, arrays: list[Any], functions: Any = None) -> list[Any]:
    """What the kernels give, called node by node without any compiled text."""
    functions = functions or graph.functions
    known = dict(zip(graph.inputs, arrays, strict=True))
    for node in graph:
        inputs = [known[value] for value in node.inputs]
        if node.op == "If":
            taken = node.attrs["then_branch" if inputs[0] else "else_branch"].name
            results = reference(functions[taken].body, inputs[1:], functions)
        elif node.op != "Placeholder":
            results = evaluate_node(node, inputs)
        else:
            continue
        known.update(zip(node.outputs, results, strict=True))
    return [known[value] for value in graph.outputs]


def check(number: int) -> None:
    """Fails if the compiled graph gives something else, or writes into its inputs."""
    graph = make_graph(number)
    arrays = feeds_of(graph, number)
    before = [array.copy() for array in arrays]
    with np.errstate(all="ignore"):
        expected = reference(graph, arrays)
    program = compile_graph(graph, graph.inputs, graph.outputs)
    found = program(*arrays)
    kept = [np.array(each) for each in found]
    # a second call must leave the results of the first alone
    program(*[array * 0.5 for array in arrays])
    for one, again, wanted in zip(kept, found, expected, strict=True):
        assert_same(one, wanted, number)
        assert_same(np.asarray(again), one, number)
    for array, original in zip(arrays, before, strict=True):
        assert_same(array, original, number)


def assert_same(found: Any, expected: Any, number: int) -> None:
    expected = np.asarray(expected)
    assert found.dtype == expected.dtype, number
    assert found.shape == expected.shape, number
    np.testing.assert_array_equal(found, expected, f"make_graph({number})")
    if found.dtype.kind == "f":
        # NaN has no sign that counts
        known = ~np.isnan(found)
        np.testing.assert_array_equal(
            np.signbit(found)[known], np.signbit(expected)[known], f"{number}"
        )


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_graphs(chunk: int) -> None:
    for number in range(chunk, GRAPHS, CHUNKS):
        check(number)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(MORE_CHUNKS))
def test_more_random_graphs(chunk: int) -> None:
    for number in range(GRAPHS + chunk, GRAPHS + MORE_GRAPHS, MORE_CHUNKS):
        check(number)
