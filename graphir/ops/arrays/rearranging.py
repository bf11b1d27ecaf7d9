"""Ops that permute elements along an axis: reverse, roll."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import Unary
from graphir.shapes import Shape


class ReverseV2(
    Unary,
    signature="""
        ReverseV2(tensor: T, axis: Tidx) -> (output: T)
        | Tidx: type in [int32,int64] = int32;
          T: type in [uint8,int8,uint16,int16,int32,uint32,int64,uint64,bool,bfloat16,
          half,float,double,complex64,complex128,string]
    """,
    traits="precision_neutral function_without_scope",
):
    """The tensor with the named axes running backwards."""

    # one result element for each input element, but not at the same place
    traits = frozenset({"numbers_axes"})

    def compute(self, tensor: Any, axis: Any) -> Any:
        array = np.asarray(tensor)
        if np.ndim(axis) != 1:
            raise self.invalid(f"'dims' must be 1-dimension, not {np.ndim(axis)}")
        if not array.ndim:
            return array  # whatever the axes are
        axes = [self._axis(int(each), array.ndim) for each in np.ravel(axis)]
        if len(set(axes)) < len(axes):
            repeated = next(each for each in axes if axes.count(each) > 1)
            raise self.invalid(f"axis {repeated} specified more than once.")
        return np.flip(array, tuple(axes))

    def _axis(self, axis: int, rank: int) -> int:
        if not -rank <= axis < rank:
            raise self.invalid(
                f"'axis'[0] = {axis} is out of valid range [0, {rank - 1}]"
            )
        return axis % rank

    def input_gradients(self, d_output: Any) -> Any:
        return self.op.ReverseV2(d_output, self.axis), None


class ReverseSequence(
    Op,
    signature="""
        ReverseSequence(input: T, seq_lengths: Tlen) -> (output: T)
        | seq_dim: int; batch_dim: int = 0; T: type; Tlen: type in [int32,int64] = int64
    """,
):
    """Each batch entry's first ``seq_lengths`` elements reversed, others unchanged."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def compute(self, input: Any, seq_lengths: Any) -> Any:
        array = np.asarray(input)
        moved = np.moveaxis(array, (self.batch_dim, self.seq_dim), (0, 1))
        if len(seq_lengths) != moved.shape[0]:
            raise self.invalid(
                f"Length of seq_lengths != input.dims({self.batch_dim}), "
                f"({len(seq_lengths)} vs. {moved.shape[0]})"
            )
        if (np.asarray(seq_lengths) > moved.shape[1]).any():
            raise self.invalid(f"Not all seq_lengths <= input.dims({self.seq_dim})")
        result = moved.copy()
        for row, length in enumerate(np.asarray(seq_lengths).tolist()):
            result[row, :length] = moved[row, :length][::-1]
        return np.moveaxis(result, (0, 1), (self.batch_dim, self.seq_dim))

    def input_gradients(self, d_output: Any) -> Any:
        reversed_back = self.op.ReverseSequence(
            d_output, self.seq_lengths, seq_dim=self.seq_dim, batch_dim=self.batch_dim
        )
        return reversed_back, None


class Roll(
    Op,
    signature="""
        Roll(input: T, shift: Tshift, axis: Taxis) -> (output: T)
        | T: type; Tshift: type in [int32,int64]; Taxis: type in [int32,int64]
    """,
    traits="function_without_scope",
):
    """Shifts a tensor along axes; elements pushed over one end return at the other."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def compute(self, input: Any, shift: Any, axis: Any) -> Any:
        if np.shape(shift) != np.shape(axis):
            raise self.invalid("shift and axis must have the same size")
        rank = np.ndim(input)
        axes = np.ravel(axis).tolist()
        if rank < 1:
            raise self.invalid("input must be 1-D or higher")
        for each in axes:
            if not -rank <= each < rank:
                raise self.invalid("axis is out of range")
        return np.roll(input, np.ravel(shift).tolist(), axes)

    def input_gradients(self, d_output: Any) -> Any:
        return self.op.Roll(d_output, self.op.Neg(self.shift), self.axis), None, None
