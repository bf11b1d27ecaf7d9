"""Convolution over several batch axes; gradients that take a tensor for its shape."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.ops.nn.convolution import (
    Convolution,
    FilterGradient,
    InputGradient,
    convolved,
)
from graphir.shapes import Shape

_STRIDES_2D = """
    strides: list(int); use_cudnn_on_gpu: bool = True;
    padding: string in ['SAME','VALID','EXPLICIT']; explicit_paddings: list(int) = [];
    data_format: string in ['NHWC','NCHW'] = 'NHWC';
    dilations: list(int) = [1, 1, 1, 1]
"""


class Conv(
    Convolution,
    signature="""
        Conv(input: T, filter: T) -> (output: T)
        | T: type in [half,bfloat16,float,double,int32]; strides: list(int);
        padding: string in ['SAME','VALID','EXPLICIT'];
        explicit_paddings: list(int) = [];
        data_format: string in ['CHANNELS_FIRST','CHANNELS_LAST'] = 'CHANNELS_LAST';
        dilations: list(int) = []; batch_dims: int = 1; groups: int = 1
    """,
    traits="precision_narrow makes_new",
):
    """A convolution over the spatial axes behind the batch axes of the input.

    The first ``batch_dims`` axes are batch axes; ``strides`` has a number for the batch
    as a whole, one for each spatial axis and one for the channels.
    """

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        rank, filter = len(self.strides), self.filter.shape
        shape = self.input.shape.with_rank(rank + self.batch_dims - 1)
        dims, filter_dims = shape.as_list(), filter.with_rank(rank).as_list()
        inner = [None, *dims[self.batch_dims :]]
        counts = map(
            self._count,
            range(rank),
            self._spatial(inner),
            filter_dims,
            self._spatial(self.strides),
            self._dilations(rank),
        )
        return Shape(self._ordered(dims[: self.batch_dims], counts, filter_dims[-1]))

    def compute(self, input: Any, filter: Any) -> Any:
        rank = len(self.strides)
        self._check(input, filter, rank)
        batch = input.shape[: self.batch_dims]
        merged = input.reshape(math.prod(batch), *input.shape[self.batch_dims :])
        result = self._as_given(self._convolve(self._channels_last(merged), filter))
        return result.reshape(*batch, *result.shape[1:])

    def _check(self, input: Any, filter: Any, rank: int) -> None:
        if rank not in (4, 5):
            raise self.invalid(
                f"The input must have 2 or 3 spatial dimensions but got {rank - 2}"
            )
        if self.batch_dims < 1:
            raise self.invalid(f"batch_dims must be positive: {self.batch_dims}")
        if input.ndim != rank + self.batch_dims - 1 or filter.ndim != rank:
            raise self.invalid(
                f"input and filter must have {rank + self.batch_dims - 1} and {rank} "
                f"axes: {in_brackets(input.shape)}, {in_brackets(filter.shape)}"
            )

    def _convolve(self, images: Any, filter: Any) -> Any:
        groups = self._check_depth(images.shape[-1], filter.shape)
        if groups != self.groups:
            raise self.invalid(
                f"depths of input and filter make {groups} groups, not {self.groups}"
            )
        spatial = images.shape[1:-1]
        sizes = filter.shape[: len(spatial)]
        windows = self._windows(spatial, sizes, self._dilations(len(self.strides)))
        return convolved(windows, images, filter, groups)

    def _dilations(self, rank: int) -> tuple[int, ...]:
        return self._spatial(self.dilations or [1] * rank)

    def _is_channels_first(self) -> bool:
        return bool(self.data_format == b"CHANNELS_FIRST")

    def _ordered(self, batch: Sequence[Any], spatial: Any, depth: Any) -> list[Any]:
        if self._is_channels_first():
            return [*batch, depth, *spatial]
        return [*batch, *spatial, depth]


class Conv2DBackpropInputV2(
    InputGradient,
    signature=f"""
        Conv2DBackpropInputV2(input: T, filter: T, out_backprop: T) -> (output: T)
        | T: type in [half,bfloat16,float,double,int32]; {_STRIDES_2D}
    """,
    traits="precision_narrow makes_new",
):
    """The gradient of Conv2D by its input, of which only the shape counts."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape.with_rank(len(self.strides))
        return shape

    def compute(self, input: Any, filter: Any, out_backprop: Any) -> Any:
        return super().compute(np.array(input.shape), filter, out_backprop)


class Conv2DBackpropFilterV2(
    FilterGradient,
    signature=f"""
        Conv2DBackpropFilterV2(input: T, filter: T, out_backprop: T) -> (output: T)
        | T: type in [half,bfloat16,float,double]; {_STRIDES_2D}
    """,
    traits="precision_narrow makes_new",
):
    """The gradient of Conv2D by its filter, of which only the shape counts."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.filter.shape.with_rank(len(self.strides))
        return shape

    def compute(self, input: Any, filter: Any, out_backprop: Any) -> Any:
        return super().compute(input, np.array(filter.shape), out_backprop)
