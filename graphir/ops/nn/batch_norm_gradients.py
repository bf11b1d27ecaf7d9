"""First and second gradients of fused batch normalization."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.compute.block_sums import sum_over
from graphir.ops.contract.ranks import require_same_shapes
from graphir.ops.nn.batch_norm import (
    ATTRS,
    FORMAT_2D,
    FORMATS,
    TRAINING,
    Normalization,
)
from graphir.shapes import Shape


class NormalizationGradient(Normalization):
    """The gradients for x, scale and offset."""

    def inputs_of_statistics(self) -> tuple[Any, Any]:
        """The mean and the variance that are used."""
        return self.reserve_space_1, self.reserve_space_2

    def infer_shape(self) -> list[Shape]:
        x = self.x.shape.merge_with(self.y_backprop.shape)
        channels = None if x.rank is None else x[self._channel_axis(x.rank)]
        vector = Shape([channels])
        return [x, vector, vector, Shape([0]), Shape([0])]

    def compute(
        self, y_backprop: Any, x: Any, scale: Any, mean: Any, variance: Any, *_: Any
    ) -> Any:
        self._check(x, scale)
        require_same_shapes("y_backprop, x", y_backprop, x)
        axes, rank = self.axes(x.ndim), x.ndim
        wide = np.asarray(x, np.float32)
        d_y = np.asarray(y_backprop, np.float32)
        inverse = 1 / np.sqrt(variance + np.float32(self.epsilon))
        centred = wide - self._spread(mean, rank)
        d_offset = sum_over(d_y, axes)
        d_scale = sum_over(d_y * centred, axes) * inverse
        factor = self._spread(scale * inverse, rank)
        if self.is_training and d_y.size:
            count = np.float32(wide.size // scale.size)
            # what moving x does to the mean and to the variance
            along = centred * self._spread(inverse * d_scale / count, rank)
            d_y = d_y - self._spread(d_offset / count, rank) - along
        d_x = (d_y * factor).astype(x.dtype)
        empty = np.empty(0, np.float32)
        return d_x, d_scale, d_offset, empty, empty

    def input_gradients(
        self, d_d_x: Any, d_d_scale: Any, d_d_offset: Any, *_: Any
    ) -> Any:
        """Gradients by y_backprop, x and scale; the statistics count as functions of x.

        With N(x) = (x - mean) / sqrt(variance + epsilon) and the projection P(v) = v -
        mean(v) - N mean(v N), in training

            x_backprop = scale / sqrt(variance + epsilon) P(y_backprop)
            scale_backprop = sum(y_backprop N), offset_backprop = sum(y_backprop)
        """
        back = _SecondDerivative(self, d_d_x, d_d_scale, d_d_offset)
        found = back.training() if self.is_training else back.inference()
        others = [None] * (len(self._inputs) - 3)
        return (*found, *others)


class _SecondDerivative:
    """The gradients of the gradient of a normalization, made of ops."""

    def __init__(
        self, call: NormalizationGradient, d_d_x: Any, d_d_scale: Any, d_d_offset: Any
    ) -> None:
        self.op = op = call.op
        self.rank = len(call.data_format)
        self.is_last = call.data_format.endswith(b"C")
        self.axes = list(call.axes(self.rank))
        self.given = call.x
        x, self.d_y = self._wide(call.x), self._wide(call.y_backprop)
        mean, variance = call.inputs_of_statistics()
        self.scale = self._spread(call.scale)
        self.inverse = op.Rsqrt(op.AddV2(self._spread(variance), call.epsilon))
        self.normal = op.Mul(op.Sub(x, self._spread(mean)), self.inverse)
        self.a = self._zeros_or(d_d_x, x)
        self.b = self._spread(self._zeros_or(d_d_scale, call.scale))
        self.c = self._spread(self._zeros_or(d_d_offset, call.scale))

    def _wide(self, tensor: Any) -> Any:
        if tensor.dtype is dtypes.float32:
            return tensor
        return self.op.Cast(tensor, DstT=dtypes.float32)

    def _zeros_or(self, gradient: Any, like: Any) -> Any:
        wide = self.op.ZerosLike(like) if gradient is None else gradient
        return self._wide(wide)

    def _spread(self, vector: Any) -> Any:
        """A vector over the channels, to be broadcast over the other axes."""
        vector = self._wide(vector)
        if self.is_last:
            return vector
        return self.op.Reshape(vector, [-1, *[1] * (self.rank - 2)])

    def _sum(self, tensor: Any) -> Any:
        return self.op.Sum(tensor, self.axes, keep_dims=True)

    def _mean(self, tensor: Any) -> Any:
        return self.op.Mean(tensor, self.axes, keep_dims=True)

    def _by_channel(self, tensor: Any) -> Any:
        return self.op.Sum(tensor, self.axes)

    def _projected(self, tensor: Any) -> Any:
        op = self.op
        along = op.Mul(self.normal, self._mean(op.Mul(tensor, self.normal)))
        return op.Sub(op.Sub(tensor, self._mean(tensor)), along)

    def _d_y(self, d_centred: Any) -> Any:
        """Through all three results, the first one given without its factor."""
        op = self.op
        through_x = op.Mul(op.Mul(self.scale, self.inverse), d_centred)
        through_scale = op.Mul(self.b, self.normal)
        return op.AddV2(op.AddV2(through_x, through_scale), self.c)

    def _finished(self, d_y: Any, d_x: Any, d_scale: Any) -> list[Any]:
        op, dtype = self.op, self.given.dtype
        if dtype is not dtypes.float32:
            d_y, d_x = op.Cast(d_y, DstT=dtype), op.Cast(d_x, DstT=dtype)
        return [d_y, d_x, d_scale]

    def inference(self) -> list[Any]:
        """The gradients in inference, where the statistics do not depend on x."""
        op = self.op
        d_x = op.Mul(op.Mul(self.b, self.d_y), self.inverse)
        d_scale = self._by_channel(op.Mul(op.Mul(self.a, self.d_y), self.inverse))
        return self._finished(self._d_y(self.a), d_x, d_scale)

    def training(self) -> list[Any]:
        """Where moving x also moves the mean and the variance."""
        op, factor = self.op, self.op.Mul(self.scale, self.inverse)
        centred = self._projected(self.a)
        product = op.Mul(centred, self.d_y)
        d_scale = self._by_channel(op.Mul(product, self.inverse))
        # x moves N in both projections and in scale_backprop, ...
        crossed = op.AddV2(
            op.Mul(self.a, self._mean(op.Mul(self.d_y, self.normal))),
            op.Mul(self.d_y, self._mean(op.Mul(self.a, self.normal))),
        )
        d_normal = op.Sub(op.Mul(self.b, self.d_y), op.Mul(factor, crossed))
        through_normal = op.Mul(self.inverse, self._projected(d_normal))
        # ... and the factor in front, by way of the variance
        weight = op.Mul(op.Mul(factor, self.inverse), self._mean(product))
        d_x = op.Sub(through_normal, op.Mul(weight, self.normal))
        return self._finished(self._d_y(centred), d_x, d_scale)


class FusedBatchNormGrad(
    NormalizationGradient,
    signature=f"""
        FusedBatchNormGrad(y_backprop: T, x: T, scale: T, reserve_space_1: T,
                           reserve_space_2: T)
        -> (x_backprop: T, scale_backprop: T, offset_backprop: T, reserve_space_3: T,
            reserve_space_4: T)
        | T: type in [float]; {ATTRS}; {FORMAT_2D}; {TRAINING}
    """,
):
    """The gradient of FusedBatchNorm."""


class FusedBatchNormGradV2(
    NormalizationGradient,
    signature=f"""
        FusedBatchNormGradV2(y_backprop: T, x: T, scale: float, reserve_space_1: U,
                             reserve_space_2: U)
        -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_3: U,
            reserve_space_4: U)
        | T: type in [half,bfloat16,float]; U: type in [float];
          {ATTRS}; {FORMAT_2D}; {TRAINING}
    """,
):
    """The gradient of FusedBatchNormV2."""


class FusedBatchNormGradV3(
    NormalizationGradient,
    signature=f"""
        FusedBatchNormGradV3(y_backprop: T, x: T, scale: float, reserve_space_1: U,
                             reserve_space_2: U, reserve_space_3: U)
        -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U,
            reserve_space_5: U)
        | T: type in [half,bfloat16,float]; U: type in [float];
          {ATTRS}; {FORMATS}; {TRAINING}
    """,
):
    """The gradient of FusedBatchNormV3."""
