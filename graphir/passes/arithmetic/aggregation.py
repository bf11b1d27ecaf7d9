"""Rules for n-ary sums: nested sums, and repeated operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np

from graphir.node import Node, Value
from graphir.rewrite.rewriter import Rewriter
from graphir.rewrite.rule import Exactness, RuleSet


class SumOfSums:
    """Merges a sum into its first operand, another sum; of integers, any operand."""

    name: ClassVar[str] = "sum_of_sums"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("AddN",)
    equation: ClassVar[str] = (
        "AddN(AddN(x, y), z) = AddN(x, y, z); for integers any part may be a sum"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Replaces inner sums by their operands, in the order of the additions."""
        # floats are added from left to right: only the first part comes first
        open_parts = node.inputs if node.output.dtype.is_integer else node.inputs[:1]
        inner = {
            value.node
            for value in open_parts
            if value.node.op == "AddN" and rewriter.is_inner(value)
        }
        if not inner:
            return False
        parts: list[Value] = []
        for value in node.inputs:
            parts += value.node.inputs if value.node in inner else [value]
        (new,) = rewriter.apply("AddN", parts, {})
        return rewriter.replace(new, inner, has_same_shape=True)


class SumOfEqualParts:
    """One tensor, added up several times, is a multiple of it."""

    name: ClassVar[str] = "sum_of_equal_parts"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("AddN",)
    equation: ClassVar[str] = "AddN(x, x, x) = x * 3; four and more of integers only"

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Multiplies instead."""
        first, count, dtype = node.inputs[0], len(node.inputs), node.output.dtype
        if count < 3 or any(value is not first for value in node.inputs):
            return False
        # twice x is exact, so three of them are rounded once, as the product is
        if not (dtype.is_integer or (dtype.is_floating and count == 3)):
            return False
        if dtype.is_integer and not dtype.min <= count <= dtype.max:
            return False
        number = rewriter.constant(np.array(count, dtype.numpy_dtype), dtype)
        (new,) = rewriter.apply("Mul", [first, number], {})
        return rewriter.replace(new, has_same_shape=True)


class SmallOperandsFirst:
    """Two small operands are added before they meet the large one."""

    name: ClassVar[str] = "small_operands_first"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("AddV2", "Mul")
    equation: ClassVar[str] = (
        "(x + y) + z = x + (y + z) for integers, where y + z is smaller than x; "
        "products alike"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Regroups the operands."""
        if not node.output.dtype.is_integer:
            return False
        for outer, small in (node.inputs, node.inputs[::-1]):
            inner = outer.node
            if inner.op != node.op or not rewriter.is_inner(outer):
                continue
            for large, other in (inner.inputs, inner.inputs[::-1]):
                if _are_smaller(small, other, large):
                    (part,) = rewriter.apply(node.op, [other, small], {})
                    (new,) = rewriter.apply(node.op, [large, part], {})
                    return rewriter.replace(new, [inner])
        return False


def _are_smaller(first: Value, second: Value, large: Value) -> bool:
    """Whether the two together have fewer elements than the third."""
    sizes = [value.shape.num_elements() for value in (first, second, large)]
    if None in sizes:
        return False
    one, two, whole = (size or 0 for size in sizes)
    return one * two < whole


AGGREGATION: Final = RuleSet(SumOfSums(), SumOfEqualParts(), SmallOperandsFirst())
