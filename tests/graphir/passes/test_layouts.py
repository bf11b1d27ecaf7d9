"""Transposes past other ops: fewer elements are moved, each value keeps its bits."""

from __future__ import annotations

import random
import time
from math import prod
from typing import Any

import numpy as np
import pytest

from graphir.builder import GraphBuilder
from graphir.graph import Graph
from graphir.node import Value
from graphir.ops.contract.registry import declared
from graphir.passes.pipeline import Pipeline
from tests.graphir.same_values import assert_same_values

PIPELINE = "layout,cse,constant_folding,arithmetic,dead_nodes"
SIZES = {"n": 2, "h": 3, "w": 4, "c": 5}
UNARY = ("Relu", "Tanh", "Neg", "Square", "Sigmoid")


def moved_elements(graph: Graph) -> int:
    """The elements that all transposes of a graph move."""
    return sum(
        prod(node.output.shape.as_ints()) for node in graph if node.op == "Transpose"
    )


class Program:
    """A random graph of values in two orders of axes, as a converter leaves it."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.build = GraphBuilder("g")
        orders = ("nhwc", "nchw", "cwhn")
        self.orders: dict[Value, str] = {}
        for index, order in enumerate(self.draw.choices(orders, k=3)):
            shape = [SIZES[axis] for axis in order]
            self.orders[self.build.input(f"x{index}", "float32", shape)] = order
        for _ in range(self.draw.randint(6, 30)):
            self.step(self.draw.choice(list(self.orders)))
        self.build.output(*self.draw.sample(list(self.orders)[3:], 2))

    def step(self, value: Value) -> None:
        """One op more."""
        order, op = self.orders[value], self.build.op
        kind = self.draw.choice(("turn", "turn", "unary", "binary", "constant", "join"))
        if kind == "turn":
            wanted = self.draw.choice(("nhwc", "nchw", "cwhn"))
            self.orders[op.Transpose(value, [*map(order.index, wanted)])] = wanted
        elif kind == "unary":
            self.orders[getattr(op, self.draw.choice(UNARY))(value)] = order
        elif kind == "binary":
            self.orders[op.AddV2(value, self.other(value))] = order
        elif kind == "constant":
            self.orders[op.Mul(value, self.constant(value))] = order
        else:
            joined = op.ConcatV2([value, self.other(value)], self.axis(order))
            cut = [0, 0, 0, 0], value.shape.as_ints()
            self.orders[op.Slice(joined, *cut)] = order

    def axis(self, order: str) -> int:
        axis = self.draw.randrange(4)
        return self.draw.choice((axis, axis - 4))

    def other(self, value: Value) -> Value:
        """A value of the same shape."""
        same = [each for each in self.orders if each.shape == value.shape]
        return self.draw.choice(same)

    def constant(self, value: Value) -> Any:
        """A number, or an array that broadcasts to the value."""
        rank = self.draw.randrange(5)
        shape = [self.draw.choice((1, size)) for size in value.shape.as_ints()]
        count = prod(shape[4 - rank :])
        numbers = np.arange(1, count + 1, dtype=np.float32) / 8
        return numbers.reshape(shape[4 - rank :])


@pytest.mark.parametrize("seed", range(60))
def test_values_stay_and_fewer_elements_move(seed: int) -> None:
    graph = Program(seed).build.graph
    before = graph.copy()
    Pipeline.of("layout", debug=True).run(graph)
    assert moved_elements(graph) <= moved_elements(before)
    assert_same_values(before, graph)
    Pipeline.of(PIPELINE, debug=True).run(graph)
    assert_same_values(before, graph)
    assert not Pipeline.of("layout").run(graph)


def test_random_graphs_are_rewritten() -> None:
    found = [Pipeline.of("layout").run(Program(seed).build.graph) for seed in range(60)]
    assert sum(map(bool, found)) > 15


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_kernels_give_the_same_bits_in_any_order_of_axes(dtype: Any) -> None:
    """What the pass relies on, for each op that is element-wise on numbers."""
    draw, tried = np.random.default_rng(1), 0
    special = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1e-39, 88.0, -1.0], dtype)
    for op in declared():
        if "elementwise" not in op.all_traits():
            continue
        arrays = [
            np.where(
                draw.random((7, 4, 25)) < 0.2,
                draw.choice(special, (7, 4, 25)),
                draw.standard_normal((7, 4, 25)).astype(dtype),
            )
            for _ in op.declared().inputs
        ]
        with np.errstate(all="ignore"):
            try:
                kernel = op.bind({})
                whole = kernel(*arrays)
            except Exception:
                continue  # it takes no floats, or needs attributes
            if not isinstance(whole, np.ndarray) or whole.dtype.kind not in "fbic":
                continue
            for order in ((0, 2, 1), (2, 1, 0)):
                views = [each.transpose(order) for each in arrays]
                expected = whole.transpose(order)
                assert kernel(*views).tobytes() == expected.tobytes(), op.__name__
                dense = [np.ascontiguousarray(each) for each in views]
                assert kernel(*dense).tobytes() == expected.tobytes(), op.__name__
        tried += 1
    assert tried > 60


def long_graph(shape: str, count: int) -> Graph:
    """Transposes of one sum, or between ops that keep the order of their axes."""
    build = GraphBuilder("g")
    x = build.input("x", "float32", [2, 3, 4, 5])
    first, last = [0, 3, 1, 2], [0, 2, 3, 1]
    found = build.op.Transpose(x, first)
    for _ in range(count):
        if shape == "apart":
            inner = build.op.Softmax(build.op.Transpose(found, last))
            found = build.op.Relu(build.op.Transpose(inner, first))
        else:
            turned = build.op.Transpose(x, first)
            pair = (turned, found) if shape == "first" else (found, turned)
            found = build.op.AddV2(*pair)
    build.output(build.op.Transpose(found, last))
    return build.graph


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["first", "second", "apart"])
def test_long_graphs_take_time_by_their_length(shape: str) -> None:
    """Eight times the nodes take far less than 64 times as long."""

    def seconds(count: int) -> float:
        graph = long_graph(shape, count)
        start = time.process_time()
        assert Pipeline.of("layout").run(graph)["layout.moved"] == count
        return time.process_time() - start

    seconds(100)
    assert seconds(4000) < 24 * seconds(500)
