"""Biases added along the channel axis, and the L2 loss."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.compute.block_sums import sum_over
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.shapes import SCALAR, UNKNOWN, Shape


def _channel_axis(data_format: bytes, rank: int) -> int:
    # NCHW names the second axis for any rank above 2
    return 1 if data_format == b"NCHW" else rank - 1


class BiasAdd(
    Op,
    signature="""
        BiasAdd(value: T, bias: T) -> (output: T)
        | T: type in numeric; data_format: string in ['NHWC','NCHW'] = 'NHWC'
    """,
    traits="precision_following",
):
    """A vector added along the channels."""

    def infer_shape(self) -> Shape:
        value = self.value.shape.with_rank_at_least(2)
        bias = self.bias.shape.with_rank(1)
        if value.rank is None:
            return UNKNOWN
        axis = _channel_axis(self.data_format, value.rank)
        dims = value.as_list()
        merged = Shape([dims[axis]]).merge_with(bias)
        return Shape([*dims[:axis], merged[0], *dims[axis + 1 :]])

    def compute(self, value: Any, bias: Any) -> Any:
        if value.ndim < 2:
            raise self.invalid(
                f"Input tensor must be at least 2D: {in_brackets(value.shape)}"
            )
        if np.ndim(bias) != 1:
            raise self.invalid(f"Biases must be 1D: {in_brackets(np.shape(bias))}")
        axis = _channel_axis(self.data_format, value.ndim)
        if len(bias) != value.shape[axis]:
            raise self.invalid(
                f"Must provide as many biases as the last dimension of the input "
                "tensor: "
                f"{in_brackets(bias.shape)} vs. {in_brackets(value.shape)}"
            )
        return np.add(value, bias.reshape(-1, *[1] * (value.ndim - 1 - axis)))

    def input_gradients(self, d_output: Any) -> Any:
        return d_output, self.op.BiasAddGrad(d_output, data_format=self.data_format)


class BiasAddV1(
    Op,
    signature="BiasAddV1(value: T, bias: T) -> (output: T) | T: type in numeric",
    onnx_name="Add",
):
    """A vector added along the last axis; of graphs made long ago."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.value.shape.with_rank_at_least(2)
        return shape

    def compute(self, value: Any, bias: Any) -> Any:
        if value.ndim < 2 or np.shape(bias) != value.shape[-1:]:
            raise self.invalid(
                "Must provide as many biases as the last dimension of the input "
                f"tensor: {in_brackets(np.shape(bias))} vs. {in_brackets(value.shape)}"
            )
        return np.add(value, bias)

    def input_gradients(self, d_output: Any) -> Any:
        return d_output, self.op.BiasAddGrad(d_output)


class BiasAddGrad(
    Op,
    signature="""
        BiasAddGrad(out_backprop: T) -> (output: T)
        | T: type in numeric; data_format: string in ['NHWC','NCHW'] = 'NHWC'
    """,
    traits="precision_following",
):
    """The sum over all axes but the channels."""

    def infer_shape(self) -> Shape:
        shape = self.out_backprop.shape.with_rank_at_least(2)
        if shape.rank is None:
            return Shape([None])
        return Shape([shape[_channel_axis(self.data_format, shape.rank)]])

    def compute(self, out_backprop: Any) -> Any:
        if out_backprop.ndim < 2:
            raise self.invalid(
                f"Input tensor must be at least 2D: {in_brackets(out_backprop.shape)}"
            )
        channel = _channel_axis(self.data_format, out_backprop.ndim)
        axes = tuple(axis for axis in range(out_backprop.ndim) if axis != channel)
        return sum_over(out_backprop, axes)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        rank = self.out_backprop.shape.rank
        if rank is None:
            raise LookupError("The gradient of BiasAddGrad needs a known rank.")
        channel = _channel_axis(self.data_format, rank)
        sizes = [-1 if axis == channel else 1 for axis in range(rank)]
        spread = op.Reshape(d_output, np.array(sizes, np.int32))
        return (op.BroadcastTo(spread, op.Shape(self.out_backprop)),)


class L2Loss(
    Op,
    signature="L2Loss(t: T) -> (output: T) | T: type in [half,bfloat16,float,double]",
    traits="precision_wide",
):
    """Half the sum of the squares."""

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self, t: Any) -> Any:
        wide = t.astype(np.float32) if t.dtype.itemsize <= 2 else t
        return (np.square(wide).sum() / 2).astype(t.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        return (self.op.Mul(self.t, d_output),)
