"""Fused batch normalization."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.compute.block_sums import sum_over
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.ops.contract.ranks import require_same_shapes
from graphir.shapes import Shape

ATTRS = "epsilon: float = 9.999999747378752e-05"
_FACTOR = "exponential_avg_factor: float = 1.0"
FORMAT_2D = "data_format: string in ['NHWC','NCHW'] = 'NHWC'"
FORMATS = "data_format: string in ['NHWC','NCHW','NDHWC','NCDHW'] = 'NHWC'"
TRAINING = "is_training: bool = True"


class Normalization(Op):
    """The base class of the op and its gradient: the position of the channel axis."""

    def _channel_axis(self, rank: int) -> int:
        return 1 if self.data_format.startswith(b"NC") else rank - 1

    def _rank(self) -> int:
        return len(self.data_format)

    def axes(self, rank: int) -> tuple[int, ...]:
        channel = self._channel_axis(rank)
        return tuple(axis for axis in range(rank) if axis != channel)

    def _spread(self, vector: Any, rank: int) -> Any:
        """A vector over the channels, to be broadcast over the other axes."""
        if self._channel_axis(rank) == rank - 1:
            return vector
        return vector.reshape(-1, *[1] * (rank - 2))

    def _check(self, x: Any, scale: Any) -> None:
        if x.ndim not in (4, 5):
            raise self.invalid(
                f"input must be 4 or 5-dimensional{in_brackets(x.shape)}"
            )
        channels = x.shape[self._channel_axis(x.ndim)]
        if np.ndim(scale) != 1:
            raise self.invalid(f"scale must be 1-dimensional{in_brackets(scale.shape)}")
        if scale.shape != (channels,):
            raise self.invalid(
                "scale must have the same number of elements as the channels of x, got "
                f"{scale.size} and {channels}"
            )


class FusedNormalization(Normalization):
    """The normalized x, its statistics, and the values that the gradient needs."""

    saves_third = False

    def infer_shape(self) -> list[Shape]:
        x = self.x.shape
        if x.rank is not None and x.rank not in (4, 5):
            raise ValueError(f"Shape must be rank 4 or 5 but is rank {x.rank}")
        channels = None if x.rank is None else x[self._channel_axis(x.rank)]
        vector = Shape([channels])
        for each in (self.scale, self.offset):
            vector = vector.merge_with(each.shape.with_rank(1))
        third = [Shape([0])] if self.saves_third else []
        return [x, *[vector] * 4, *third]

    def compute(self, x: Any, scale: Any, offset: Any, mean: Any, variance: Any) -> Any:
        self._check(x, scale)
        if self.is_training:
            require_same_shapes("scale, offset", scale, offset)
        else:
            require_same_shapes(
                "scale, offset, mean, variance", scale, offset, mean, variance
            )
        wide = np.asarray(x, np.float32)
        if self.is_training:
            used, spread, kept = self._batch_statistics(wide, mean, variance)
        else:
            used, spread, kept = mean, variance, (mean, variance)
        epsilon = np.float32(self.epsilon)
        factor = scale / np.sqrt(spread + epsilon)
        shift = offset - used * factor
        rank = x.ndim
        y = wide * self._spread(factor, rank) + self._spread(shift, rank)
        third = [np.empty(0, np.float32)] if self.saves_third else []
        return (y.astype(x.dtype), *kept, used, spread, *third)

    def _batch_statistics(
        self, x: Any, mean: Any, variance: Any
    ) -> tuple[Any, Any, Any]:
        axes = self.axes(x.ndim)
        channels = x.shape[self._channel_axis(x.ndim)]
        count = x.size // channels if channels else 0
        if not count:
            nan = np.full(channels, np.nan, np.float32)
            return nan, nan, (nan, nan)
        size = np.float32(count)
        found = sum_over(x, axes) / size
        centred = x - self._spread(found, x.ndim)
        spread = sum_over(np.square(centred), axes) / size
        unbiased = spread * np.float32(count / max(count - 1, 1))
        factor = np.float32(self.exponential_avg_factor)
        if factor == 1:
            return found, spread, (found, unbiased)
        moved = (
            (1 - factor) * mean + factor * found,
            (1 - factor) * variance + factor * unbiased,
        )
        return found, spread, moved

    def _gradient(self, op: str, d_y: Any, *more: Any) -> Any:
        names = ("epsilon", "data_format", "is_training")
        attrs = {name: self._attrs[name] for name in names}
        statistics = (self.reserve_space_1, self.reserve_space_2, *more)
        if not self.is_training:
            statistics = (self.mean, self.variance, *more)
        applied = getattr(self.op, op)
        d_x, d_scale, d_offset, _, _ = applied(
            d_y, self.x, self.scale, *statistics, **attrs
        )
        return d_x, d_scale, d_offset, None, None


class FusedBatchNorm(
    FusedNormalization,
    signature=f"""
        FusedBatchNorm(x: T, scale: T, offset: T, mean: T, variance: T)
        -> (y: T, batch_mean: T, batch_variance: T, reserve_space_1: T,
            reserve_space_2: T)
        | T: type in [float]; {ATTRS}; {_FACTOR}; {FORMAT_2D}; {TRAINING}
    """,
):
    """Batch normalization of float32."""

    def input_gradients(self, d_y: Any, *others: Any) -> Any:
        return self._gradient("FusedBatchNormGrad", d_y)


class FusedBatchNormV2(
    FusedNormalization,
    signature=f"""
        FusedBatchNormV2(x: T, scale: U, offset: U, mean: U, variance: U)
        -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U,
            reserve_space_2: U)
        | T: type in [half,bfloat16,float]; U: type in [float];
          {ATTRS}; {_FACTOR}; {FORMAT_2D}; {TRAINING}
    """,
):
    """Batch normalization with statistics in float32."""

    def input_gradients(self, d_y: Any, *others: Any) -> Any:
        return self._gradient("FusedBatchNormGradV2", d_y)


class FusedBatchNormV3(
    FusedNormalization,
    signature=f"""
        FusedBatchNormV3(x: T, scale: U, offset: U, mean: U, variance: U)
        -> (y: T, batch_mean: U, batch_variance: U, reserve_space_1: U,
            reserve_space_2: U, reserve_space_3: U)
        | T: type in [half,bfloat16,float]; U: type in [bfloat16,float];
          {ATTRS}; {_FACTOR}; {FORMATS}; {TRAINING}
    """,
):
    """Batch normalization over two or three spatial axes."""

    saves_third = True

    def input_gradients(self, d_y: Any, *others: Any) -> Any:
        return self._gradient("FusedBatchNormGradV3", d_y, self.reserve_space_3)
