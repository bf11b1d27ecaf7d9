"""Ops that pad tensors at their edges, and the gradient of mirror padding."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.shapes import UNKNOWN, Dimension, Shape


class Padding(Op):
    """``paddings`` has a row for each axis: how many elements before and after."""

    def infer_shape(self) -> Shape:
        shape, paddings = self.input.shape, self.constant("paddings")
        self.paddings.shape.with_rank(2)
        if paddings is not None and (paddings < 0).any():
            raise ValueError(f"Paddings must be non-negative, got {paddings.tolist()}")
        if shape.rank is None:
            rows = self.paddings.shape[0] if self.paddings.shape.rank == 2 else None
            return UNKNOWN if rows is None else Shape([None] * rows)
        if paddings is None:
            return Shape([None] * shape.rank)
        if paddings.shape != (shape.rank, 2):
            raise ValueError(
                f"The first dimension of paddings must be the rank of inputs"
                f"[{shape.rank},2] {in_brackets(paddings.shape)}"
            )
        return Shape([_padded(d, row) for d, row in zip(shape, paddings, strict=True)])

    def _widths(self, input: Any, paddings: Any) -> list[list[int]]:
        rows = np.asarray(paddings)
        if rows.ndim != 2 or rows.shape[1] != 2:
            raise self.invalid(
                f"paddings must be a matrix with 2 columns: {in_brackets(rows.shape)}"
            )
        if rows.shape[0] != np.ndim(input):
            raise self.invalid(
                f"The first dimension of paddings must be the rank of inputs"
                f"{in_brackets(rows.shape)} {in_brackets(np.shape(input))}"
            )
        if (rows < 0).any():
            raise self.invalid(f"Paddings must be non-negative: {rows.tolist()}")
        widths: list[list[int]] = rows.tolist()
        return widths

    def _padded(self, input: Any, paddings: Any, value: Any) -> Any:
        array, widths = np.asarray(input), self._widths(input, paddings)
        if not widths:
            return array.copy()  # np.pad takes no scalars
        return np.pad(array, widths, constant_values=value)


def _padded(size: Dimension, row: Any) -> Dimension:
    return None if size is None else size + int(row[0]) + int(row[1])


def _unpadded(call: Op, d_output: Any) -> Any:
    op = call.op
    rank = op.Rank(call.input)
    first = op.Slice(
        call.paddings, [0, 0], op.Pack([rank, op.constant(np.int32(1), name="stack/1")])
    )
    begin = op.Reshape(first, [-1])
    return op.Slice(d_output, begin, op.Shape(call.input, out_type=begin.dtype))


class Pad(
    Padding,
    signature="""
        Pad(input: T, paddings: Tpaddings) -> (output: T)
        | T: type; Tpaddings: type in [int32,int64] = int32
    """,
    traits="entry_for_each_axis precision_neutral function_without_scope",
):
    """The tensor with zeros around it."""

    def compute(self, input: Any, paddings: Any) -> Any:
        array = np.asarray(input)
        fill = b"" if array.dtype == object else array.dtype.type(0)
        return self._padded(array, paddings, fill)

    def input_gradients(self, d_output: Any) -> Any:
        return _unpadded(self, d_output), None


class PadV2(
    Padding,
    signature="""
        PadV2(input: T, paddings: Tpaddings, constant_values: T) -> (output: T)
        | T: type; Tpaddings: type in [int32,int64] = int32
    """,
    traits="entry_for_each_axis precision_neutral function_without_scope",
):
    """The tensor with one value around it."""

    def compute(self, input: Any, paddings: Any, constant_values: Any) -> Any:
        return self._padded(input, paddings, constant_values)

    def input_gradients(self, d_output: Any) -> Any:
        inner = _unpadded(self, d_output)
        op = self.op
        whole = op.Sum(d_output, op.Range(0, op.Rank(d_output), 1))
        kept = op.Sum(inner, op.Range(0, op.Rank(inner), 1))
        return inner, None, op.Sub(whole, kept)


class MirrorPad(
    Padding,
    signature="""
        MirrorPad(input: T, paddings: Tpaddings) -> (output: T)
        | T: type; Tpaddings: type in [int32,int64] = int32;
          mode: string in ['REFLECT','SYMMETRIC']
    """,
    traits="entry_for_each_axis precision_neutral",
):
    """The tensor with its own mirror image around it; the border once or twice."""

    def compute(self, input: Any, paddings: Any) -> Any:
        widths = self._widths(input, paddings)
        array = np.asarray(input)
        spare = 0 if self.mode == b"SYMMETRIC" else 1
        for axis, row in enumerate(widths):
            if max(row) > array.shape[axis] - spare:
                bound = "no greater" if not spare else "less"
                raise self.invalid(
                    f"paddings must be {bound} than the dimension size: "
                    f"{row[0]}, {row[1]} not less than {array.shape[axis]}"
                )
        if not widths:
            return array.copy()
        return np.pad(array, widths, mode=self.mode.decode().lower())

    def input_gradients(self, d_output: Any) -> Any:
        return self.op.MirrorPadGrad(d_output, self.paddings, mode=self.mode), None


class MirrorPadGrad(
    Padding,
    signature="""
        MirrorPadGrad(input: T, paddings: Tpaddings) -> (output: T)
        | T: type; Tpaddings: type in [int32,int64] = int32;
          mode: string in ['REFLECT','SYMMETRIC']
    """,
):
    """Folds the mirrored borders back onto the elements they came from."""

    def infer_shape(self) -> Shape:
        shape, paddings = self.input.shape, self.constant("paddings")
        if shape.rank is None or paddings is None:
            return UNKNOWN if shape.rank is None else Shape([None] * shape.rank)
        return Shape(
            [
                None if d is None else d - int(row[0]) - int(row[1])
                for d, row in zip(shape, paddings, strict=True)
            ]
        )

    def compute(self, input: Any, paddings: Any) -> Any:
        folded = np.array(input)
        spare = 0 if self.mode == b"SYMMETRIC" else 1
        for axis, (before, after) in enumerate(self._widths(input, paddings)):
            moved = np.moveaxis(folded, axis, 0)
            size = moved.shape[0] - before - after
            if size <= 0:
                raise self.invalid(
                    "Total paddings must be less than the input dimension size: "
                    f"{before + after} was not less than {moved.shape[0]}"
                )
            if max(before, after) > size - spare:
                raise self.invalid(
                    f"paddings ({before}, {after}) must be no greater than the "
                    f"output size: {size - spare}"
                )
            inner = moved[before : before + size].copy()
            if before:
                inner[spare : spare + before] += moved[:before][::-1]
            if after:
                stop = size - spare
                inner[stop - after : stop] += moved[before + size :][::-1]
            folded = np.moveaxis(inner, 0, axis)
        return folded

    def input_gradients(self, d_output: Any) -> Any:
        return self.op.MirrorPad(d_output, self.paddings, mode=self.mode), None
