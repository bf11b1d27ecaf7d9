"""Ops on the colors of images: color spaces, contrast, hue, saturation."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import FailedPreconditionError, OpError
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.ops.images.resizing import without_gradient
from graphir.shapes import Shape

_FLOATS = "T: type in [half,bfloat16,float,double] = float"
_SMALL_FLOATS = "T: type in [half,float] = float"


class Coloring(Op):
    """``images`` with red, green and blue (or the like) in the last axis."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.images.shape.with_rank_at_least(self._least_rank)
        if shape.rank is not None and shape[-1] not in (None, 3):
            raise ValueError(f"The last axis must have size 3: {shape}")
        return shape

    _least_rank = 1

    def _wrong_depth(self, depth: int) -> OpError:
        return FailedPreconditionError(
            None,
            type(self).__name__,
            f"input must have 3 channels but input only has {depth} channels.",
        )

    def _checked(self, images: Any) -> Any:
        """The three channels, in a dtype to compute in."""
        if images.ndim < self._least_rank:
            raise self.invalid(
                f"input must be at least {self._least_rank}D: "
                f"{in_brackets(images.shape)}"
            )
        if images.shape[-1] != 3:
            raise self._wrong_depth(images.shape[-1])
        wide = images.astype(np.float32) if images.dtype.itemsize == 2 else images
        return wide[..., 0], wide[..., 1], wide[..., 2]


def to_hue_saturation_value(red: Any, green: Any, blue: Any) -> tuple[Any, Any, Any]:
    """Hue and saturation from 0 to 1, and the value: the largest channel."""
    value = np.maximum(np.maximum(red, green), blue)
    spread = value - np.minimum(np.minimum(red, green), blue)
    one = value.dtype.type(1)
    saturation = np.where(value > 0, spread / value, 0 * one)
    scale = one / (6 * spread)
    hue = np.where(
        red == value,
        scale * (green - blue),
        np.where(
            green == value,
            scale * (blue - red) + one * 2 / 6,
            scale * (red - green) + one * 4 / 6,
        ),
    )
    hue = np.where(spread > 0, hue, 0 * one)
    return np.where(hue < 0, hue + one, hue), saturation, value


def from_hue_saturation_value(hue: Any, saturation: Any, value: Any) -> Any:
    """Red, green and blue in a new last axis."""
    sixth = hue * 6
    shares = (
        np.clip(np.abs(sixth - 3) - 1, 0, 1),
        np.clip(2 - np.abs(sixth - 2), 0, 1),
        np.clip(2 - np.abs(sixth - 4), 0, 1),
    )
    return np.stack(
        [((1 - saturation) + share * saturation) * value for share in shares], -1
    )


class RGBToHSV(Coloring, signature=f"RGBToHSV(images: T) -> (output: T) | {_FLOATS}"):
    """Red, green and blue to hue, saturation and value."""

    def compute(self, images: Any) -> Any:
        channels = to_hue_saturation_value(*self._checked(images))
        return np.stack(channels, -1).astype(images.dtype)

    def input_gradients(self, d_output: Any) -> Any:
        """The gradient depends on which channels are the largest and the smallest."""
        op, dtype = self.op, self.T
        red, green, blue = op.Unpack(self.images, num=3, axis=-1)
        d_hue, d_saturation, d_value = op.Unpack(d_output, num=3, axis=-1)
        _, saturation, value = op.Unpack(self.output, num=3, axis=-1)
        least = op.Minimum(op.Minimum(red, green), blue)
        spread = op.Sub(value, least)

        def is_at(extreme: Any, channels: Any) -> list[Any]:
            """Which channel is the extreme; the first of equal ones."""
            masks: list[Any] = []
            free = op.OnesLike(extreme)
            for channel in channels:
                hit = op.Mul(free, op.Cast(op.Equal(channel, extreme), DstT=dtype))
                free = op.Sub(free, hit)
                masks.append(hit)
            return masks

        largest = is_at(value, (red, green, blue))
        smallest = is_at(least, (red, green, blue))
        # saturation = 1 - least / value
        d_least = op.Neg(op.DivNoNan(d_saturation, value))
        d_most = op.AddV2(
            d_value,
            op.Mul(d_saturation, op.DivNoNan(op.Sub(1, saturation), value)),
        )
        d_ratio = op.DivNoNan(d_hue, op.Mul(6, spread))
        ratio = self._signed_ratio(largest, (red, green, blue), spread)
        d_spread = op.Neg(op.Mul(d_ratio, ratio))
        gradients = []
        for index in range(3):
            # hue = offset + (next - after next) / (6 spread), by the largest channel
            plus, minus = largest[index - 1], largest[(index + 1) % 3]
            d_channel = op.Mul(d_ratio, op.Sub(plus, minus))
            d_channel = op.AddV2(
                d_channel, op.Mul(op.AddV2(d_most, d_spread), largest[index])
            )
            d_channel = op.AddV2(
                d_channel, op.Mul(op.Sub(d_least, d_spread), smallest[index])
            )
            gradients.append(d_channel)
        return (op.Pack(gradients, axis=-1),)

    def _signed_ratio(self, largest: Any, channels: Any, spread: Any) -> Any:
        """(next - after next) / spread for the largest channel."""
        op = self.op
        terms = [
            op.Mul(
                largest[index],
                op.Sub(channels[(index + 1) % 3], channels[(index + 2) % 3]),
            )
            for index in range(3)
        ]
        return op.DivNoNan(op.AddN(terms), spread)


class HSVToRGB(Coloring, signature=f"HSVToRGB(images: T) -> (output: T) | {_FLOATS}"):
    """Hue, saturation and value to red, green and blue."""

    input_gradients = not_differentiable

    def compute(self, images: Any) -> Any:
        return from_hue_saturation_value(*self._checked(images)).astype(images.dtype)


class AdjustContrastv2(
    Op,
    signature=f"""
        AdjustContrastv2(images: T, contrast_factor: float) -> (output: T)
        | {_SMALL_FLOATS}
    """,
):
    """Each channel of an image moved away from its mean, or nearer."""

    input_gradients = without_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.images.shape.with_rank_at_least(3)
        self.contrast_factor.shape.with_rank(0)
        return shape

    def compute(self, images: Any, contrast_factor: Any) -> Any:
        if images.ndim < 3:
            raise self.invalid(
                f"input must be at least 3-D, got shape{in_brackets(images.shape)}"
            )
        if contrast_factor.ndim:
            raise self.invalid(
                f"contrast_factor must be scalar: {in_brackets(contrast_factor.shape)}"
            )
        wide = images.astype(np.float32)
        if not wide.size:
            return images
        # float64 sums: a mean of many equal elements is that element
        mean = wide.mean((-3, -2), np.float64, keepdims=True).astype(np.float32)
        return ((wide - mean) * contrast_factor + mean).astype(images.dtype)


class AdjustContrast(
    Op,
    signature="""
        AdjustContrast(images: T, contrast_factor: float, min_value: float,
        max_value: float) -> (output: float)
        | T: type in [uint8,int8,int16,int32,int64,float,double]
    """,
):
    """AdjustContrastv2 with limits of the result."""

    input_gradients = without_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.images.shape.with_rank_at_least(3)
        return shape

    def compute(
        self, images: Any, contrast_factor: Any, min_value: Any, max_value: Any
    ) -> Any:
        call = AdjustContrastv2((), self._attrs)
        moved = call.compute(images.astype(np.float32), contrast_factor)
        return np.clip(moved, min_value, max_value)


class ColorAdjustment(Coloring):
    """One number changes hue or saturation."""

    _least_rank = 3
    input_gradients = without_gradient

    def _wrong_depth(self, depth: int) -> OpError:
        return self.invalid(
            f"input must have 3 channels but instead has {depth} channels."
        )

    def _channels(self, images: Any, number: Any, label: str) -> Any:
        if number.ndim:
            raise self.invalid(f"{label} must be scalar: {in_brackets(number.shape)}")
        return to_hue_saturation_value(*self._checked(images))


class AdjustHue(
    ColorAdjustment,
    signature=f"AdjustHue(images: T, delta: float) -> (output: T) | {_SMALL_FLOATS}",
):
    """The hue turned by a part of the circle."""

    def compute(self, images: Any, delta: Any) -> Any:
        hue, _, most = self._channels(images, delta, "delta")
        least = images.min(-1).astype(np.float32)
        turned = np.mod(hue + delta, np.float32(1))
        # negative colors have no saturation: keep the extremes instead
        shares = from_hue_saturation_value(turned, np.float32(1), np.float32(1))
        span = (most - least)[..., None]
        return (least[..., None] + shares * span).astype(images.dtype)


class AdjustSaturation(
    ColorAdjustment,
    signature=f"""
        AdjustSaturation(images: T, scale: float) -> (output: T) | {_SMALL_FLOATS}
    """,
):
    """The saturation times a number, kept from 0 to 1."""

    def compute(self, images: Any, scale: Any) -> Any:
        hue, saturation, value = self._channels(images, scale, "scale")
        scaled = np.clip(saturation * scale, 0, 1)
        return from_hue_saturation_value(hue, scaled, value).astype(images.dtype)
