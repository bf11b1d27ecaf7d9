"""Rules for redundant broadcasts, and for the reductions in their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import numpy as np

from graphir import dtypes
from graphir.analysis.shape_equality import have_equal_shapes
from graphir.errors import GraphirError, OpError
from graphir.node import Node, Value
from graphir.passes.arithmetic.preconditions import known
from graphir.rewrite.pattern import AttrName, op, wildcards
from graphir.rewrite.rewriter import Rewriter
from graphir.rewrite.rule import Exactness, Match, Rule, RuleSet, Types

x, y, s, t, a = wildcards("x y s t a")
LINE = np.ones(3, np.float32)
BINARY: Final = (
    *("Add", "AddV2", "Sub", "Mul", "Div", "RealDiv", "DivNoNan", "MulNoNan", "Pow"),
    *("FloorDiv", "FloorMod", "Maximum", "Minimum", "SquaredDifference", "Atan2"),
    *("Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual"),
    *("LogicalAnd", "LogicalOr", "BitwiseAnd", "BitwiseOr", "BitwiseXor"),
)
"""Ops whose two operands are broadcast together."""


class NeedlessBroadcast:
    """An operand that is spread to a shape to which the other would spread it."""

    name: ClassVar[str] = "needless_broadcast"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = BINARY
    equation: ClassVar[str] = "f(BroadcastTo(x, s), y) = f(x, y) where the shape stays"

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Reads the operand before it is spread."""
        spread = [
            value.node.op == "BroadcastTo" and not value.node.control_inputs
            for value in node.inputs
        ]
        if not any(spread) or not node.output.shape.is_fully_defined():
            return False
        for index, is_spread in enumerate(spread):
            if is_spread and self._read_source(node, index, rewriter):
                return True
        return False

    def _read_source(self, node: Node, index: int, rewriter: Rewriter) -> bool:
        inputs = list(node.inputs)
        inputs[index] = inputs[index].node.inputs[0]
        try:
            (new,) = rewriter.apply(node.op, inputs, node.attrs)
        except (GraphirError, OpError):
            # the other operand has no such shape: left to say so when it runs
            return False
        # a broadcast that stays in use is no loss
        return rewriter.replace(new)


class GradientOfEqualShapes:
    """Operands of one shape are not spread, so no gradient is summed up."""

    name: ClassVar[str] = "gradient_of_equal_shapes"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("BroadcastGradientArgs",)
    equation: ClassVar[str] = (
        "BroadcastGradientArgs(Shape(x), Shape(y)) = [], [] where the shapes are equal"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Replaces the results by two empty lists of axes if the shapes are equal."""
        first, second = node.inputs
        if node.control_inputs or node.control_outputs:
            return False
        if first is not second and not _are_equal_shapes(first, second):
            return False
        dtype = node.output.dtype
        empty = np.array([], dtype.numpy_dtype)
        return rewriter.read_instead([rewriter.constant(empty, dtype) for _ in "12"])


def _are_equal_shapes(first: Value, second: Value) -> bool:
    if first.node.op != "Shape" or second.node.op != "Shape":
        return False
    return have_equal_shapes(first.node.inputs[0], second.node.inputs[0])


def asks_equal_shape(found: Match) -> bool | str:
    """Both tensors have the same shape."""
    return have_equal_shapes(found.x, found.y) or "the shapes may differ"


def has_no_axes(found: Match) -> bool | str:
    """No axis is reduced."""
    axes = known(found, "a")
    return (axes is not None and not axes.size) or "there are axes"


def axes_are_single(found: Match) -> bool | str:
    """All reduced axes have one element."""
    axes: Any = known(found, "a")
    shape = found.x.shape
    if axes is None or shape.rank is None:
        return "the axes or the rank are not known"
    if shape.rank == 0:
        return True  # what has no axes stays as it is, whatever axes are named
    sizes = [shape[int(axis)] for axis in axes.ravel()]
    return all(size == 1 for size in sizes) or "an axis has more than one element"


def turns_nothing(found: Match) -> bool | str:
    """All reversed axes have one element."""
    return axes_are_single(found)


def _reductions() -> RuleSet:
    names = ("Sum", "Prod", "Max", "Min", "Mean", "All", "Any")
    rules = []
    for name in names:
        types = Types.BOOL if name in ("All", "Any") else Types.REAL
        example = np.ones((1, 3), np.bool_ if types is Types.BOOL else np.float32)
        reduced = getattr(op, name)
        rules.append(
            Rule(
                f"{name.lower()}_over_nothing",
                reduced(x, a),
                x,
                has_no_axes,
                types,
                keeps_shape=True,
                examples={"x": example, "a": np.array([], np.int32)},
            )
        )
        if name not in ("Sum", "Mean", "Prod"):
            rules.append(
                Rule(
                    f"{name.lower()}_over_one",
                    reduced(x, a, keep_dims=True),
                    x,
                    axes_are_single,
                    types,
                    keeps_shape=True,
                    examples={"x": example, "a": [0]},
                )
            )
    return RuleSet(*rules)


BROADCASTING: Final = RuleSet(
    NeedlessBroadcast(),
    GradientOfEqualShapes(),
    Rule(
        "broadcast_twice",
        op.BroadcastTo(op.BroadcastTo(x, s), t),
        op.BroadcastTo(x, t),
        keeps_shape=True,
        examples={"x": LINE, "s": [2, 3], "t": [2, 2, 3]},
    ),
    Rule(
        "reshape_to_own_shape",
        op.Reshape(x, op.Shape(y, out_type=AttrName("D"))),
        x,
        asks_equal_shape,
        keeps_shape=True,
        examples={"x": LINE, "y": LINE, "D": dtypes.int32},
    ),
    Rule(
        "broadcast_to_own_shape",
        op.BroadcastTo(x, op.Shape(y, out_type=AttrName("D"))),
        x,
        asks_equal_shape,
        keeps_shape=True,
        examples={"x": LINE, "y": LINE, "D": dtypes.int32},
    ),
    Rule(
        "reverse_of_one",
        op.ReverseV2(x, a),
        x,
        turns_nothing,
        keeps_shape=True,
        examples={"x": np.ones((1, 3), np.float32), "a": [0]},
    ),
    _reductions(),
)
