"""Rules for n-ary sums: nested sums, repeated operands, and lists of one element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np

from graphir.dtypes import variant
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


class ElementAddedToList:
    """A list of which one element is written is added to another in place.

    The gradient of a loop that reads a list is a sum of such lists, of all turns.
    """

    name: ClassVar[str] = "element_added_to_list"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("AddN",)
    equation: ClassVar[str] = (
        "AddN(x, TensorListSetItem(TensorListReserve(TensorListElementShape(y), "
        "TensorListLength(y)), i, z)) = _TensorListAddToItem(x, i, z, y)"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Adds the elements one after the other."""
        if node.output.dtype is not variant or len(node.inputs) < 2:
            return False
        parts = [(value, self._list_of_one(value, rewriter)) for value in node.inputs]
        if parts[0][1] is not None and parts[1][1] is None:
            # a sum of two has the same bits in either order
            parts[:2] = parts[1::-1]
        if all(like is None for _, like in parts[1:]):
            return False
        total, inner = parts[0][0], set()
        for value, like in parts[1:]:
            if like is None:
                (total,) = rewriter.apply("AddN", [total, value], {})
                continue
            attrs = {"element_dtype": value.node.attrs["element_dtype"]}
            _, index, item = value.node.inputs
            given = [total, index, item, like]
            (total,) = rewriter.apply("_TensorListAddToItem", given, attrs)
            inner.add(value.node)
        return rewriter.replace(total, inner, has_same_shape=True)

    def _list_of_one(self, value: Value, rewriter: Rewriter) -> Value | None:
        """The list that a list is like, of which only one element is written."""
        written = value.node
        if written.op != "TensorListSetItem" or not rewriter.is_inner(value):
            return None
        blank = written.inputs[0].node
        if blank.op != "TensorListReserve" or written.attrs.get(
            "resize_if_index_out_of_bounds"
        ):
            return None
        if blank.attrs["element_dtype"] != written.attrs["element_dtype"]:
            return None
        shape, length = (each.node for each in blank.inputs)
        if shape.op != "TensorListElementShape" or length.op != "TensorListLength":
            return None
        like: Value = shape.inputs[0]
        return like if length.inputs[0] is like else None


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


AGGREGATION: Final = RuleSet(
    SumOfSums(), SumOfEqualParts(), ElementAddedToList(), SmallOperandsFirst()
)
