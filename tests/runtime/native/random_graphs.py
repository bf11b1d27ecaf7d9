"""Random graphs of what native code covers: elements, reductions, moves of elements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.graph import Graph
from graphir.node import Value
from graphir.shapes import Shape

SHAPES = [(5,), (3, 5), (3, 1), (2, 3, 5), (), (1,), (0,), (40,), (4, 33)]
UNARY = ["Neg", "Abs", "Square", "Relu", "Sign", "Floor", "Identity"]
COSTLY = ["Exp", "Tanh", "Sigmoid", "Softmax"]
BINARY = ["AddV2", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference"]
REDUCING = ["Sum", "Max", "Min", "Mean"]
MOVING = [
    "MatMul",
    "Reshape",
    "Transpose",
    "Split",
    "ConcatV2",
    "StridedSlice",
    "ExpandDims",
]
MOST = 500
"""Elements of an array that is made larger."""
MAKING_LARGER = ["Pad", "ReverseV2", "Roll", "Tile", "MatrixBandPart", "BatchMatMulV2"]


@dataclass
class RandomGraph:
    """A graph that grows by random nodes; values stay within bounds."""

    random: np.random.Generator
    graph: Graph = field(default_factory=lambda: Graph("random"))
    values: list[Value] = field(default_factory=list)
    arrays: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.builder = GraphBuilder(self.graph)
        shape = SHAPES[self.random.integers(len(SHAPES))]
        for number in range(3):
            part = shape if number < 2 else shape[int(len(shape) > 1) :]
            self.add_input(f"x{number}", part)

    def add_input(self, name: str, shape: tuple[int, ...]) -> None:
        value = self.graph.add_input(name, dtypes.float32, Shape(shape))
        self.values.append(value)
        self.arrays.append(self.random.standard_normal(shape).astype(np.float32))

    def pick(self) -> Value:
        # later values are likelier: graphs grow deep
        count = len(self.values)
        index = int(count * self.random.random() ** 0.5)
        return self.values[min(index, count - 1)]

    def one_of(self, names: list[str]) -> str:
        return names[self.random.integers(len(names))]

    def node(self, op: str, inputs: list[Any], **attrs: Any) -> None:
        self.values += self.builder.node(op, inputs, attrs).outputs

    def grow(self) -> None:
        """Adds one node."""
        kind = self.random.random()
        x = self.pick()
        rank = x.shape.rank or 0
        if kind < 0.35:
            self.add_binary(x)
        elif kind < 0.6:
            self.node(self.one_of(UNARY), [x])
        elif kind < 0.7:
            op = self.one_of(COSTLY if rank else COSTLY[:-1])
            # kept small: exp of exp of exp is infinite
            self.node("Minimum", [x, self.builder.constant(np.float32(3))])
            self.node(op, [self.values[-1]])
        elif kind < 0.85 and rank:
            self.add_reduction(x, rank)
        elif kind < 0.9 and rank and x.shape.num_elements() < MOST:
            self.add_larger(x, rank)
        elif rank:
            self.add_move(x, rank)

    def add_binary(self, x: Value) -> None:
        y = self.pick()
        try:
            np.broadcast_shapes(x.shape.as_ints(), y.shape.as_ints())
        except ValueError:
            y = x
        self.node(self.one_of(BINARY), [x, y])
        # products of products stay finite
        limit = self.builder.constant(np.float32(50))
        self.node("Minimum", [self.values[-1], limit])

    def add_reduction(self, x: Value, rank: int) -> None:
        op, size = self.one_of(REDUCING), x.shape.num_elements()
        axes = [a for a in range(rank) if self.random.random() < 0.5] or [rank - 1]
        if not size:
            op = "Sum"
        given = self.builder.constant(np.array(axes, np.int32))
        self.node(op, [x, given], keep_dims=bool(self.random.random() < 0.5))

    def add_move(self, x: Value, rank: int) -> None:
        op, constant = self.one_of(MOVING), self.builder.constant
        if op == "Reshape":
            size = np.array([x.shape.num_elements()], np.int32)
            self.node(op, [x, constant(size)])
        elif op == "MatMul":
            self.add_product(x, rank)
        elif op == "Transpose":
            order = self.random.permutation(rank).astype(np.int32)
            self.node(op, [x, constant(order)])
        elif op == "Split":
            size = x.shape.as_ints()[-1]
            if size:
                parts = max(n for n in (1, 2, 3, 5) if size % n == 0)
                axis = constant(np.array(rank - 1, np.int32))
                self.node(op, [axis, x], num_split=parts)
        elif op == "ConcatV2":
            self.node(op, [x, x, constant(np.array(0, np.int32))])
        elif op == "StridedSlice":
            begin, end, step = (np.array([n], np.int32) for n in (0, 99, 2))
            self.node(op, [x, *map(constant, (begin, end, step))], begin_mask=1)
        else:
            self.node(op, [x, constant(np.array(0, np.int32))])

    def add_larger(self, x: Value, rank: int) -> None:
        op, constant = self.one_of(MAKING_LARGER), self.builder.constant
        axis = constant(np.array([rank - 1], np.int32))
        if op == "Pad":
            rows = self.random.integers(0, 3, (rank, 2)).astype(np.int32)
            self.node(op, [x, constant(rows)])
        elif op == "ReverseV2":
            self.node(op, [x, axis])
        elif op == "Roll":
            self.node(op, [x, constant(np.array([-2], np.int32)), axis])
        elif op == "Tile":
            counts = self.random.integers(1, 3, rank).astype(np.int32)
            self.node(op, [x, constant(counts)])
        elif rank > 1 and x.shape.num_elements():
            self.add_matrix(op, x)

    def add_matrix(self, op: str, x: Value) -> None:
        if op == "MatrixBandPart":
            sides = self.random.integers(-1, 2, 2)
            self.node(op, [x, *map(self.builder.constant, sides)])
            return
        self.node("Mul", [x, self.builder.constant(np.float32(0.01))])
        self.node(op, [self.values[-1], x], adj_y=True)

    def add_product(self, x: Value, rank: int) -> None:
        """x times itself, either way: small ones, and calls of BLAS."""
        if rank != 2:
            return
        flip = bool(self.random.random() < 0.5)
        small = self.builder.constant(np.float32(0.01))
        self.node("Mul", [x, small])
        y = self.values[-1]
        self.node("MatMul", [y, x], transpose_a=flip, transpose_b=not flip)

    def finish(self) -> None:
        """Chooses results among the last values."""
        last = self.values[-4:]
        count = int(self.random.integers(1, len(last) + 1))
        self.graph.outputs = [v for v in last[-count:] if v.node.op != "Placeholder"]


def random_graph(seed: int, size: int = 12) -> RandomGraph:
    """The graph of a seed."""
    made = RandomGraph(np.random.default_rng(seed))
    for _ in range(size):
        made.grow()
    made.finish()
    return made
