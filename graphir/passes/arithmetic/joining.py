"""Rules for tensors that are joined and then split, or split and then joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np

from graphir.analysis.constant_values import constant_of_node
from graphir.node import Node, Value
from graphir.passes.arithmetic.preconditions import keeps_shape
from graphir.rewrite.pattern import op, wildcards
from graphir.rewrite.rewriter import Rewriter
from graphir.rewrite.rule import Exactness, Rule, RuleSet

x, a, s = wildcards("x a s")
MAX_JOINED_BYTES: Final = 1 << 20
"""Neighbouring constants are joined up to this size."""


class ElementOfStack:
    """An element unstacked from a stack is the tensor that was stacked."""

    name: ClassVar[str] = "element_of_stack"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("StridedSlice", "GatherV2")
    equation: ClassVar[str] = "Pack(x, y, axis=0)[1] = y, by StridedSlice or GatherV2"

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Reads the tensor itself."""
        stack = node.inputs[0].node
        if stack.op != "Pack" or stack.attrs.get("axis"):
            return False
        index = _sliced(node) if node.op == "StridedSlice" else _gathered(node)
        count = len(stack.inputs)
        if index is None or not -count <= index < count:
            return False
        return rewriter.replace(stack.inputs[index], [stack], has_same_shape=True)


def _sliced(node: Node) -> int | None:
    """The one index that a slice takes, and nothing else."""
    masks = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask")
    if node.attrs.get("shrink_axis_mask") != 1 or any(
        node.attrs.get(mask) for mask in masks
    ):
        return None
    begin, strides = node.inputs[1].constant_value(), node.inputs[3].constant_value()
    if begin is None or strides is None or begin.shape != (1,) or strides[0] != 1:
        return None
    return int(begin[0])


def _gathered(node: Node) -> int | None:
    _, indices, axis = node.inputs
    index, along = indices.constant_value(), axis.constant_value()
    if index is None or along is None or index.ndim or int(along):
        return None
    return None if node.attrs.get("batch_dims") or int(index) < 0 else int(index)


class PartsOfJoin:
    """Reads the parts of a joined tensor instead of slices of the whole."""

    name: ClassVar[str] = "parts_of_join"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("Unpack", "Split", "SplitV")
    equation: ClassVar[str] = (
        "Unpack(Pack(x, y)) = x, y; Split(ConcatV2(x, y)) = x, y where the sizes agree"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Makes every reader read the parts."""
        if node.control_inputs or node.control_outputs:
            return False
        parts = _unstacked(node) if node.op == "Unpack" else _unjoined(node)
        if not parts or len(parts) != len(node.outputs):
            return False
        return rewriter.read_instead(parts)


def _unstacked(node: Node) -> Sequence[Value]:
    stack = node.inputs[0].node
    if stack.op != "Pack" or stack.control_inputs:
        return ()
    rank = node.inputs[0].shape.rank
    axes = [int(each.attrs.get("axis", 0)) for each in (stack, node)]
    if rank is not None:
        axes = [axis % rank for axis in axes]
    return stack.inputs if axes[0] == axes[1] else ()


def _unjoined(node: Node) -> Sequence[Value]:
    is_equal = node.op == "Split"
    value, axis = (node.inputs[1], node.inputs[0]) if is_equal else node.inputs[::2]
    join = value.node
    if join.op != "ConcatV2" or join.control_inputs or value.shape.rank is None:
        return ()
    known = [each.constant_value() for each in (axis, join.inputs[-1])]
    rank = value.shape.rank
    first, second = (None if k is None else int(k) % rank for k in known)
    if first is None or first != second:
        return ()
    parts = join.inputs[:-1]
    fits = all(
        part.shape.is_fully_defined() and part.shape == output.shape
        for part, output in zip(parts, node.outputs)
    )
    return parts if fits else ()


class JoinOfJoins:
    """Merges a join into a join of its operands along the same axis."""

    name: ClassVar[str] = "join_of_joins"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("ConcatV2",)
    equation: ClassVar[str] = "ConcatV2(ConcatV2(x, y, a), z, a) = ConcatV2(x, y, z, a)"

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Replaces inner joins by their operands."""
        *values, axis = node.inputs
        inner = {
            value.node
            for value in values
            if _joins_along(value, axis) and rewriter.is_inner(value)
        }
        if not inner:
            return False
        parts: list[Value] = []
        for value in values:
            parts += value.node.inputs[:-1] if value.node in inner else [value]
        new = rewriter.apply("ConcatV2", [*parts, axis], {})[0]
        return rewriter.replace(new, inner, has_same_shape=True)


def _joins_along(value: Value, axis: Value) -> bool:
    if value.node.op != "ConcatV2":
        return False
    own, other = axis.constant_value(), value.node.inputs[-1].constant_value()
    if own is None or other is None:
        return False
    same_sign = (own < 0) == (other < 0)
    return bool(own == other and same_sign)


class ConstantParts:
    """Adjacent constants in a join are joined at optimization time."""

    name: ClassVar[str] = "constant_parts"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("ConcatV2",)
    equation: ClassVar[str] = "ConcatV2(x, c, d, a) = ConcatV2(x, ConcatV2(c, d, a), a)"

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Joins the first run of several constants."""
        *values, axis = node.inputs
        along = axis.constant_value()
        run = _constant_run(values)
        if along is None or run is None or len(values) == run.stop - run.start:
            return False
        arrays = [constant_of_node(value) for value in values[run]]
        known = [array for array in arrays if array is not None]
        if sum(array.nbytes for array in known) > MAX_JOINED_BYTES:
            return False
        try:
            joined = np.concatenate(known, int(along))
        except ValueError:
            # they do not fit: the join will say so when it runs
            return False
        constant = rewriter.constant(joined, values[0].dtype)
        rest = [*values[: run.start], constant, *values[run.stop :]]
        new = rewriter.apply("ConcatV2", [*rest, axis], {})[0]
        return rewriter.replace(new, has_same_shape=True)


def _constant_run(values: Sequence[Value]) -> slice | None:
    start = 0
    for index in range(len(values) + 1):
        if index < len(values) and _is_plain_constant(values[index]):
            continue
        if index - start > 1:
            return slice(start, index)
        start = index + 1
    return None


def _is_plain_constant(value: Value) -> bool:
    node = value.node
    return node.op == "Const" and not node.control_inputs and value.dtype.has_numpy


class FunctionOfParts:
    """The same function of every part of a join: of the join, once."""

    name: ClassVar[str] = "function_of_parts"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("ConcatV2", "Pack")
    equation: ClassVar[str] = (
        "ConcatV2(f(x), f(y), a) = f(ConcatV2(x, y, a)), f element by element"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Moves the function behind the join."""
        values = node.inputs[:-1] if node.op == "ConcatV2" else node.inputs
        first = values[0].node
        if len(values) < 2 or not all(
            _is_same_function(value, first) and rewriter.is_inner(value)
            for value in values
        ):
            return False
        rest = node.inputs[len(values) :]
        inner = [value.node.inputs[0] for value in values]
        attrs = {} if rest else {"axis": node.attrs.get("axis", 0)}
        joined = rewriter.apply(node.op, [*inner, *rest], attrs)[0]
        new = rewriter.apply(first.op, [joined], first.attrs)[0]
        functions = [value.node for value in values]
        return rewriter.replace(new, functions, has_same_shape=True)


def _is_same_function(value: Value, first: Node) -> bool:
    node = value.node
    if node.op != first.op or len(node.inputs) != 1 or node.is_stateful:
        return False
    if not node.has_trait("elementwise") or node.device != first.device:
        return False
    same_source = node.inputs[0].dtype is first.inputs[0].dtype
    return same_source and node.attrs == first.attrs


JOINING: Final = RuleSet(
    ElementOfStack(),
    PartsOfJoin(),
    JoinOfJoins(),
    ConstantParts(),
    FunctionOfParts(),
    Rule(
        "split_into_one",
        op.Split(a, x, num_split=1),
        x,
        keeps_shape=True,
        examples={"x": np.ones(3, np.float32), "a": 0},
    ),
    Rule(
        "split_by_sizes_into_one",
        op.SplitV(x, s, a, num_split=1),
        x,
        when=keeps_shape("x"),
        examples={"x": np.ones(3, np.float32), "a": 0, "s": [3]},
    ),
)
