"""Random graphs over many ops, each made from a number alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from graphir.attributes import FunctionRef
from graphir.builder import GraphBuilder
from graphir.dtypes import bool_, float32, int32
from graphir.errors import InvalidGraphError
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Value
from graphir.shapes import Shape

UNARY = ("Neg", "Tanh", "Sigmoid", "Relu", "Square", "Exp", "Rsqrt", "Floor", "Erf")
BINARY = ("AddV2", "Sub", "Mul", "Maximum", "Minimum", "RealDiv", "SquaredDifference")
REDUCTIONS = ("Sum", "Max", "Mean", "Min", "Prod")
COMPARISONS = ("Less", "GreaterEqual", "Equal")
SIZES = ((), (3,), (4, 3), (1, 3), (4, 1), (2, 4, 3))
LARGE = ((400, 200), (400, 1), (200,), ())
"""Enough for runs over blocks."""


class GraphMaker:
    """Adds nodes on top of those that are there."""

    def __init__(self, random: Random, *, large: bool = False) -> None:
        self.random = random
        self.graph = Graph("random")
        self.build = GraphBuilder(self.graph)
        shapes = LARGE if large else SIZES
        self.values: list[Value] = [
            self.graph.add_input(name, float32, Shape(random.choice(shapes)))
            for name in ("x", "y", "z")[: random.randint(1, 3)]
        ]
        if large:
            self.values.append(self.graph.add_input("w", float32, Shape(LARGE[0])))

    def add(self) -> None:
        """One more node, if the values that were drawn fit each other."""
        step: Callable[[], list[Value]] = self.random.choice(STEPS).__get__(self)
        try:
            self.values += step()
        except (InvalidGraphError, IndexError):
            return

    def pick(self, dtype: Any = float32, least_rank: int = 0) -> Value:
        found = [
            value
            for value in self.values
            if value.dtype is dtype and (value.shape.rank or 0) >= least_rank
        ]
        return self.random.choice(found)

    def of(self, op: str, *inputs: Value, **attrs: Any) -> list[Value]:
        return list(self.build.node(op, inputs, attrs).outputs)

    def unary(self) -> list[Value]:
        return self.of(self.random.choice(UNARY), self.pick())

    def binary(self) -> list[Value]:
        return self.of(self.random.choice(BINARY), self.pick(), self.pick())

    def with_constant(self) -> list[Value]:
        constant = self.build.constant(np.float32(self.random.choice([0.5, -1, 3])))
        pair = [self.pick(), constant]
        self.random.shuffle(pair)
        return self.of(self.random.choice(BINARY), *pair)

    def reduction(self) -> list[Value]:
        value = self.pick(least_rank=1)
        rank = value.shape.rank or 0
        axis = self.random.choice([-1, -1, self.random.randrange(rank)])
        axes = np.int32([axis]) if self.random.random() < 0.5 else np.int32(axis)
        return self.of(
            self.random.choice(REDUCTIONS),
            value,
            self.build.constant(axes),
            keep_dims=self.random.random() < 0.7,
        )

    def comparison(self) -> list[Value]:
        op = self.random.choice(COMPARISONS)
        return self.of(op, self.pick(), self.pick())

    def choice(self) -> list[Value]:
        return self.of("SelectV2", self.pick(bool_), self.pick(), self.pick())

    def cast(self) -> list[Value]:
        value = self.of("ClipByValue", self.pick(), *self._bounds())[0]
        return self.of("Cast", value, DstT=int32)

    def _bounds(self) -> list[Value]:
        return [self.build.constant(np.float32(each)) for each in (-50, 50)]

    def integers(self) -> list[Value]:
        op = self.random.choice(["AddV2", "Sub", "Mul", "Maximum"])
        return self.of(op, self.pick(int32), self.pick(int32))

    def division(self) -> list[Value]:
        op = self.random.choice(["FloorDiv", "FloorMod"])
        return self.of(op, self.pick(int32), self.build.constant(np.int32(3)))

    def back(self) -> list[Value]:
        return self.of(
            "Cast", self.pick(self.random.choice([int32, bool_])), DstT=float32
        )

    def product(self) -> list[Value]:
        a = self.pick(least_rank=2)
        return self.of("MatMul", a, a, transpose_b=True)

    def transposed(self) -> list[Value]:
        value = self.pick(least_rank=2)
        order = list(range(value.shape.rank or 0))
        self.random.shuffle(order)
        return self.of("Transpose", value, self.build.constant(np.int32(order)))

    def flat(self) -> list[Value]:
        return self.of("Reshape", self.pick(), self.build.constant(np.int32([-1])))

    def joined(self) -> list[Value]:
        value = self.pick(least_rank=1)
        return self.of("ConcatV2", value, value, self.build.constant(np.int32(0)))

    def parts(self) -> list[Value]:
        return self.of("Unpack", self.pick(least_rank=1), num=4)

    def alias(self) -> list[Value]:
        return self.of("Identity", self.pick(self.random.choice([float32, int32])))

    def branch(self) -> list[Value]:
        """An If over two bodies of a few nodes each."""
        value = self.pick()
        bodies = [self._body(value) for _ in range(2)]
        test = self.of("Less", *self._scalars())[0]
        shape = bodies[0].body.outputs[0].shape
        return self.of(
            "If",
            test,
            value,
            then_branch=FunctionRef(bodies[0].name),
            else_branch=FunctionRef(bodies[1].name),
            Tout=[float32],
            output_shapes=[shape],
        )

    def _scalars(self) -> list[Value]:
        axes = self.build.constant(np.int32([]))
        found = []
        for _ in range(2):
            value = self.pick()
            every = np.arange(value.shape.rank or 0, dtype=np.int32)
            axes = self.build.constant(every)
            found += self.of("Max", value, axes)
        return found

    def _body(self, value: Value) -> Function:
        body = Graph(f"body_{len(self.graph.functions)}")
        build = GraphBuilder(body)
        inner = body.add_input("v", value.dtype, value.shape)
        for _ in range(self.random.randint(0, 3)):
            op = self.random.choice(UNARY)
            inner = build.node(op, [inner]).output
        body.outputs = [inner]
        function = Function(body.name, body, ["result"])
        self.graph.functions.add(function)
        return function


STEPS = (
    GraphMaker.unary,
    GraphMaker.unary,
    GraphMaker.unary,
    GraphMaker.binary,
    GraphMaker.binary,
    GraphMaker.binary,
    GraphMaker.with_constant,
    GraphMaker.with_constant,
    GraphMaker.reduction,
    GraphMaker.reduction,
    GraphMaker.comparison,
    GraphMaker.choice,
    GraphMaker.cast,
    GraphMaker.integers,
    GraphMaker.division,
    GraphMaker.back,
    GraphMaker.product,
    GraphMaker.transposed,
    GraphMaker.flat,
    GraphMaker.joined,
    GraphMaker.parts,
    GraphMaker.alias,
    GraphMaker.branch,
)


def make_graph(number: int) -> Graph:
    """The graph of a number; every fifth one works on large arrays."""
    random = Random(number)
    maker = GraphMaker(random, large=number % 5 == 4)
    for _ in range(random.randint(2, 16)):
        maker.add()
    made = maker.values[len(maker.graph.inputs) :] or maker.values
    count = random.randint(1, 3)
    maker.graph.outputs = [random.choice(made) for _ in range(count)]
    return maker.graph


def feeds_of(graph: Graph, number: int) -> list[Any]:
    """An array for each input; some elements are special."""
    source = np.random.RandomState(number)
    found = []
    for value in graph.inputs:
        array = source.standard_normal(value.shape.as_ints()).astype(np.float32)
        flat = array.reshape(-1)
        for at, special in enumerate((np.nan, np.inf, -np.inf, -0.0, 1e-40)):
            flat[at * 7 + 3 :: 97] = special
        found.append(array)
    return found
