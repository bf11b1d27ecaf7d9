"""Ops that concatenate, stack and split tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.shapes import UNKNOWN, Shape


class Pack(
    Op,
    signature="Pack(values: N*T) -> (output: T) | N: int >= 1; T: type; axis: int = 0",
    traits="precision_neutral infallible",
    label="stack",
):
    """Tensors of one shape put side by side along a new axis."""

    def infer_shape(self) -> Shape:
        shape = UNKNOWN
        for value in self.values:
            shape = shape.merge_with(value.shape)
        if shape.rank is None:
            return UNKNOWN
        axis = self._position(shape.rank)
        dims = shape.as_list()
        return Shape([*dims[:axis], len(self.values), *dims[axis:]])

    def compute(self, values: Any) -> Any:
        first = np.asarray(values[0])
        for position, each in enumerate(values):
            if np.shape(each) != first.shape:
                raise self.invalid(
                    f"Shapes of all inputs must match: values[0].shape = "
                    f"{list(first.shape)} != values[{position}].shape = "
                    f"{list(np.shape(each))}"
                )
        return np.stack(values, self._position(first.ndim))

    def _position(self, rank: int) -> int:
        if not -rank - 1 <= self.axis <= rank:
            raise self.invalid(
                f"axis = {self.axis} not in [{-rank - 1}, {rank + 1})",
            )
        return int(self.axis) if self.axis >= 0 else int(self.axis) + rank + 1

    def input_gradients(self, d_output: Any) -> Any:
        return (list(self.op.Unpack(d_output, num=len(self.values), axis=self.axis)),)


class Unpack(
    Op,
    signature="""
        Unpack(value: T) -> (output: num*T) | num: int >= 0; T: type; axis: int = 0
    """,
    traits="precision_neutral function_without_scope",
    label="unstack",
):
    """The slices of a tensor along an axis, which disappears."""

    def infer_shape(self) -> list[Shape]:
        shape = self.value.shape
        if shape.rank is None:
            return [UNKNOWN] * self.num
        axis = self._position(shape.rank)
        if shape[axis] not in (None, self.num):
            raise ValueError(
                f"Dimension must be {self.num} but is {shape[axis]} for Unpack."
            )
        rest = shape.as_list()[:axis] + shape.as_list()[axis + 1 :]
        return [Shape(rest)] * self.num

    def compute(self, value: Any) -> Any:
        array = np.asarray(value)
        axis = self._position(array.ndim)
        if array.shape[axis] != self.num:
            raise self.invalid(
                f"Input shape axis {axis} must equal {self.num}, got shape "
                f"{list(array.shape)}"
            )
        # indexing with an ellipsis keeps scalars arrays
        return tuple(
            np.moveaxis(array, axis, 0)[index, ...] for index in range(self.num)
        )

    def _position(self, rank: int) -> int:
        if not -rank <= self.axis < rank:
            raise self.invalid(f"axis = {self.axis} not in [{-rank}, {rank})")
        return int(self.axis) % rank

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        filled = [
            op.ZerosLike(result) if gradient is None else gradient
            for gradient, result in zip(d_output, self.output, strict=True)
        ]
        return (op.Pack(filled, axis=self.axis),)


class ConcatV2(
    Op,
    signature="""
        ConcatV2(values: N*T, axis: Tidx) -> (output: T)
        | N: int >= 2; T: type; Tidx: type in [int32,int64] = int32
    """,
    traits="numbers_axes precision_neutral infallible function_without_scope",
    label="concat",
):
    """Tensors joined along an axis they have; all other sizes are equal."""

    def infer_shape(self) -> Shape:
        axis = self.constant("axis")
        self.axis.shape.with_rank(0)
        ranks = {value.shape.rank for value in self.values} - {None}
        if not ranks:
            return UNKNOWN
        rank = ranks.pop()
        shapes = [value.shape.with_rank(rank) for value in self.values]
        if axis is None:
            return Shape([None] * rank)
        position = self._position(int(axis), rank)
        merged = UNKNOWN
        for shape in shapes:
            merged = merged.merge_with(
                [*shape[:position], None, *shape[position + 1 :]]
            )
        sizes = [shape[position] for shape in shapes]
        joined = None if None in sizes else sum(sizes)
        return Shape([*merged[:position], joined, *merged[position + 1 :]])

    def compute(self, values: Any, axis: Any) -> Any:
        first = np.asarray(values[0])
        position = self._position(int(axis), first.ndim)
        self._check(values, first.shape, position)
        return np.concatenate(values, position)

    def _check(
        self, values: Sequence[Any], expected: tuple[int, ...], axis: int
    ) -> None:
        for index, each in enumerate(values):
            shape = np.shape(each)
            if len(shape) != len(expected):
                raise self.invalid(
                    f"ConcatOp : Ranks of all input tensors should match: shape[0] = "
                    f"{in_brackets(expected)} vs. shape[{index}] = {in_brackets(shape)}"
                )
            if any(
                a != b for i, (a, b) in enumerate(zip(shape, expected)) if i != axis
            ):
                raise self.invalid(
                    f"ConcatOp : Dimension "
                    f"{_first_difference(shape, expected, axis)} in "
                    f"both shapes must be equal: shape[0] = "
                    f"{in_brackets(expected)} vs. "
                    f"shape[{index}] = {in_brackets(shape)}"
                )

    def _position(self, axis: int, rank: int) -> int:
        if not -rank <= axis < rank:
            raise self.invalid(
                f"ConcatOp : Expected concatenating dimensions in the range "
                f"[{-rank}, {rank}), but got {axis}"
            )
        return axis % rank

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        # a negative axis counts from the end
        axis = op.FloorMod(self.axis, op.Cast(op.Rank(self.values[0]), DstT=self.Tidx))
        shapes = op.ShapeN(self.values)
        offsets = op.ConcatOffset(op.Cast(axis, DstT=shapes[0].dtype), list(shapes))
        slices = [
            op.Slice(d_output, offset, shape)
            for offset, shape in zip(offsets, shapes, strict=True)
        ]
        return slices, None


def _first_difference(a: Sequence[int], b: Sequence[int], axis: int) -> int:
    return next(i for i, (x, y) in enumerate(zip(a, b)) if x != y and i != axis)


class ConcatOffset(
    Op,
    signature="""
        ConcatOffset(concat_dim: int32, shape: N*shape_type) -> (offset: N*shape_type)
        | N: int >= 2; shape_type: type in [int32,int64] = int32
    """,
):
    """Where each tensor starts in their concatenation."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [value.shape for value in self.__getattr__("shape")]

    def compute(self, concat_dim: Any, shape: Any) -> Any:
        start = np.zeros_like(shape[0])
        offsets = []
        for each in shape:
            offsets.append(start.copy())
            start[int(concat_dim)] += each[int(concat_dim)]
        return tuple(offsets)


class Split(
    Op,
    signature="""
        Split(split_dim: int32, value: T) -> (output: num_split*T)
        | num_split: int >= 1; T: type
    """,
    traits="precision_neutral function_without_scope",
):
    """Equal parts of a tensor along an axis."""

    def infer_shape(self) -> list[Shape]:
        axis = self.constant("split_dim")
        shape = self.value.shape
        if shape.rank is None:
            return [UNKNOWN] * self.num_split
        if axis is None:
            return [Shape([None] * shape.rank)] * self.num_split
        position = self._position(int(axis), shape.rank)
        size = shape[position]
        if size is not None and size % self.num_split:
            raise ValueError(
                f"Dimension size must be evenly divisible by {self.num_split} but "
                f"is {size}"
            )
        part = None if size is None else size // self.num_split
        return [
            Shape([*shape[:position], part, *shape[position + 1 :]])
        ] * self.num_split

    def compute(self, split_dim: Any, value: Any) -> Any:
        array = np.asarray(value)
        axis = self._position(int(split_dim), array.ndim)
        if array.shape[axis] % self.num_split:
            raise self.invalid(
                f"Number of ways to split should evenly divide the split "
                "dimension, but "
                f"got split_dim {axis} (size = {array.shape[axis]}) and num_split "
                f"{self.num_split}"
            )
        return tuple(np.split(array, self.num_split, axis))

    def _position(self, axis: int, rank: int) -> int:
        if not -rank <= axis < rank:
            raise self.invalid(
                f"-input rank(-{rank}) <= split_dim < input rank ({rank}), but got "
                f"{axis}"
            )
        return axis % rank

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        filled = [
            op.ZerosLike(result) if gradient is None else gradient
            for gradient, result in zip(d_output, self.output, strict=True)
        ]
        joined = filled[0] if len(filled) == 1 else op.ConcatV2(filled, self.split_dim)
        return None, joined


class SplitV(
    Op,
    signature="""
        SplitV(value: T, size_splits: Tlen, split_dim: int32) -> (output: num_split*T)
        | num_split: int >= 1; T: type; Tlen: type in [int8,int32,int64] = int64
    """,
    traits="precision_neutral function_without_scope",
):
    """Splits along an axis by ``size_splits``; -1 means all remaining elements."""

    def infer_shape(self) -> list[Shape]:
        axis, sizes = self.constant("split_dim"), self.constant("size_splits")
        shape = self.value.shape
        if shape.rank is None:
            return [UNKNOWN] * self.num_split
        if axis is None:
            return [Shape([None] * shape.rank)] * self.num_split
        position = self._position(int(axis), shape.rank)
        parts: list[int | None] = [None] * self.num_split
        if sizes is not None and (shape[position] is not None or -1 not in sizes):
            parts = list(self._sizes(sizes, shape[position]))
        return [Shape([*shape[:position], p, *shape[position + 1 :]]) for p in parts]

    def compute(self, value: Any, size_splits: Any, split_dim: Any) -> Any:
        array = np.asarray(value)
        axis = self._position(int(split_dim), array.ndim)
        sizes = self._sizes(size_splits, array.shape[axis])
        return tuple(np.split(array, np.cumsum(sizes)[:-1].tolist(), axis))

    def _position(self, axis: int, rank: int) -> int:
        if not -rank <= axis < rank:
            raise self.invalid(
                f"-input rank(-{rank}) <= split_dim < input rank ({rank}), but got "
                f"{axis}"
            )
        return axis % rank

    def _sizes(self, sizes: Any, total: int | None) -> list[int]:
        parts = [int(size) for size in sizes]
        known = sum(size for size in parts if size != -1)
        if parts.count(-1) > 1:
            raise self.invalid("There can only be one -1 in the input.")
        if total is None:
            return parts
        if known > total or (-1 not in parts and known != total):
            raise self.invalid(
                f"Determined shape must either match input shape along split_dim "
                "exactly "
                f"if fully specified, or be less than the size of the input along "
                f"split_dim if not fully specified.  Got: {known}"
            )
        return [total - known if size == -1 else size for size in parts]

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        filled = [
            op.ZerosLike(result) if gradient is None else gradient
            for gradient, result in zip(d_output, self.output, strict=True)
        ]
        joined = filled[0] if len(filled) == 1 else op.ConcatV2(filled, self.split_dim)
        return joined, None, None
