"""Floats rounded to a quantized grid (fake quantization), for training."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.compute.block_sums import sum_over
from graphir.ops.contract.bounds import require_between
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.ops.contract.ranks import integer_of
from graphir.shapes import SCALAR, Shape

_BITS = "num_bits: int = 8; narrow_range: bool = False"
_RANGE = "min: float = -6.0; max: float = 6.0"


class FakeQuantization(Op):
    """Steps between a least and a greatest number, moved so that 0 is a step."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.inputs.shape
        return shape

    def _nudged(self, low: Any, high: Any) -> tuple[Any, Any, Any]:
        """The least and the greatest step, and the size of a step."""
        if not 2 <= self.num_bits <= 16:
            raise self.invalid(
                f"num_bits must be between 2 and 16, not {self.num_bits}"
            )
        first, last = (
            np.float32(bool(self.narrow_range)),
            np.float32(2**self.num_bits - 1),
        )
        low, high = np.asarray(low, np.float32), np.asarray(high, np.float32)
        size = (high - low) / (last - first)
        zero = np.clip(first - low / size, first, last)
        zero = np.floor(zero + np.float32(0.5))
        return (first - zero) * size, (last - zero) * size, size

    def _require_range(self) -> None:
        """Does nothing if the fixed range is not empty.

        Raises:
          InvalidArgumentError: otherwise.
        """
        if self.min >= self.max:
            raise self.invalid(
                f"min has to be smaller than max, was: {self.min} >= {self.max}"
            )

    def _quantized(self, inputs: Any, low: Any, high: Any) -> Any:
        least, greatest, size = self._nudged(low, high)
        inverse = np.float32(1) / size
        # in this order: a range that is upside down gives its start
        bounded = np.maximum(np.minimum(inputs, greatest), least)
        steps = np.floor((bounded - least) * inverse + np.float32(0.5))
        found = (steps * size + least).astype(np.float32)
        is_empty = (np.asarray(low) == 0) & (np.asarray(high) == 0)
        return np.where(is_empty, np.float32(0), found)

    def _inside(self, inputs: Any, low: Any, high: Any) -> tuple[Any, Any]:
        """Where inputs are below the least, and above the greatest step."""
        least, greatest, _ = self._nudged(low, high)
        is_empty = (np.asarray(low) == 0) & (np.asarray(high) == 0)
        return (inputs < least) & ~is_empty, (inputs > greatest) & ~is_empty

    def _bits(self) -> dict[str, Any]:
        return {"num_bits": self.num_bits, "narrow_range": self.narrow_range}


class FakeQuantWithMinMaxArgs(
    FakeQuantization,
    signature=f"""
        FakeQuantWithMinMaxArgs(inputs: float) -> (outputs: float) | {_RANGE}; {_BITS}
    """,
):
    """With a fixed range."""

    def compute(self, inputs: Any) -> Any:
        self._require_range()
        return self._quantized(inputs, self.min, self.max)

    def input_gradients(self, d_outputs: Any) -> Any:
        attrs = {"min": self.min, "max": self.max, **self._bits()}
        return (
            self.op.FakeQuantWithMinMaxArgsGradient(d_outputs, self.inputs, **attrs),
        )


class FakeQuantWithMinMaxArgsGradient(
    FakeQuantization,
    signature=f"""
        FakeQuantWithMinMaxArgsGradient(gradients: float, inputs: float)
        -> (backprops: float) | {_RANGE}; {_BITS}
    """,
):
    """The gradient where inputs are in the range, 0 elsewhere."""

    input_gradients = not_differentiable

    def compute(self, gradients: Any, inputs: Any) -> Any:
        if np.shape(gradients) != np.shape(inputs):
            raise self.invalid("gradient and input must be the same size")
        self._require_range()
        below, above = self._inside(inputs, self.min, self.max)
        return np.where(below | above, np.float32(0), gradients)


class FakeQuantWithMinMaxVars(
    FakeQuantization,
    signature=f"""
        FakeQuantWithMinMaxVars(inputs: float, min: float, max: float)
        -> (outputs: float) | {_BITS}
    """,
):
    """With a range that is learned."""

    def compute(self, inputs: Any, min: Any, max: Any) -> Any:
        if np.ndim(min) or np.ndim(max):
            raise self.invalid("`min` and `max` must be scalars.")
        return self._quantized(inputs, min, max)

    def input_gradients(self, d_outputs: Any) -> Any:
        return self.op.FakeQuantWithMinMaxVarsGradient(
            d_outputs, self.inputs, self.min, self.max, **self._bits()
        )


class FakeQuantWithMinMaxVarsGradient(
    FakeQuantization,
    signature=f"""
        FakeQuantWithMinMaxVarsGradient(
            gradients: float, inputs: float, min: float, max: float)
        -> (backprops_wrt_input: float, backprop_wrt_min: float,
            backprop_wrt_max: float) | {_BITS}
    """,
):
    """The gradient in the range goes to the inputs, outside of it to the limits."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:  # type: ignore[override]
        return [self.inputs.shape, SCALAR, SCALAR]

    def compute(self, gradients: Any, inputs: Any, min: Any, max: Any) -> Any:
        if np.shape(gradients) != np.shape(inputs):
            raise self.invalid("gradient and input must be the same size")
        below, above = self._inside(inputs, min, max)
        zero = np.float32(0)
        return (
            np.where(below | above, zero, gradients),
            np.where(below, gradients, zero).sum(dtype=np.float32),
            np.where(above, gradients, zero).sum(dtype=np.float32),
        )


class FakeQuantWithMinMaxVarsPerChannel(
    FakeQuantization,
    signature=f"""
        FakeQuantWithMinMaxVarsPerChannel(inputs: float, min: float, max: float)
        -> (outputs: float) | {_BITS}
    """,
):
    """With a range for each entry of the last axis."""

    def compute(self, inputs: Any, min: Any, max: Any) -> Any:
        depth = np.shape(inputs)[-1:]
        if np.shape(min) != depth or np.shape(max) != depth:
            raise self.invalid(
                f"min and max must have shape {in_brackets(depth)}, not "
                f"{in_brackets(np.shape(min))} and {in_brackets(np.shape(max))}"
            )
        return self._quantized(inputs, min, max)

    def input_gradients(self, d_outputs: Any) -> Any:
        return self.op.FakeQuantWithMinMaxVarsPerChannelGradient(
            d_outputs, self.inputs, self.min, self.max, **self._bits()
        )


class FakeQuantWithMinMaxVarsPerChannelGradient(
    FakeQuantization,
    signature=f"""
        FakeQuantWithMinMaxVarsPerChannelGradient(
            gradients: float, inputs: float, min: float, max: float)
        -> (backprops_wrt_input: float, backprop_wrt_min: float,
            backprop_wrt_max: float) | {_BITS}
    """,
):
    """The gradient of FakeQuantWithMinMaxVarsPerChannel."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:  # type: ignore[override]
        shape = self.inputs.shape
        depth = Shape([None if shape.rank is None else shape[-1]])
        return [shape, depth, depth]

    def compute(self, gradients: Any, inputs: Any, min: Any, max: Any) -> Any:
        if np.shape(gradients) != np.shape(inputs):
            raise self.invalid("gradient and input must be the same size")
        below, above = self._inside(inputs, min, max)
        zero, axes = np.float32(0), tuple(range(inputs.ndim - 1))
        return (
            np.where(below | above, zero, gradients),
            sum_over(np.where(below, gradients, zero), axes),
            sum_over(np.where(above, gradients, zero), axes),
        )


class Requantization(Op):
    """Floats as integers of few bits and back, with a scale that keeps 0 exact."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def _round_trip(self, input: Any, low: Any, high: Any, bits: int) -> Any:
        require_between(bits, 1, 61 if self.signed_input else 62, "num_bits")
        wide = np.asarray(
            input, np.float64 if input.dtype.itemsize == 8 else np.float32
        )
        least, greatest = self._limits(wide, low, high)
        first, last = self._integers(bits)
        kind = wide.dtype.type
        huge = np.finfo(wide.dtype).max
        from_low = np.where(first * least > 0, first / least, huge)
        from_high = np.where(last * greatest > 0, last / greatest, huge)
        is_low = from_low < from_high
        scale = np.where(is_low, from_low, from_high).astype(kind)
        inverse = np.where(is_low, least / (first or 1), greatest / last).astype(kind)
        if self.range_given:
            low_end = np.where(is_low, least, first * inverse)
            high_end = np.where(is_low, last * inverse, greatest)
            wide = np.clip(wide, low_end, high_end)
        steps = wide * scale
        if self._attrs.get("round_mode") == b"HALF_UP":
            steps = np.floor(steps + kind(0.5))
        else:
            steps = np.rint(steps)
        return (steps * inverse).astype(input.dtype)

    def _integers(self, bits: int) -> tuple[int, int]:
        if not self.signed_input:
            return 0, 2**bits - 1
        first = -(2 ** (bits - 1)) + int(bool(self.narrow_range))
        return first, 2 ** (bits - 1) - 1

    def _limits(self, input: Any, low: Any, high: Any) -> tuple[Any, Any]:
        axis = int(self._attrs.get("axis", -1))
        if self.range_given:
            low, high = np.asarray(low, input.dtype), np.asarray(high, input.dtype)
            if (low > high).any():
                raise self.invalid(f"Invalid range: input_min {low} > input_max {high}")
        elif axis == -1:
            low = input.min(initial=0) if not input.size else input.min()
            high = input.max(initial=0) if not input.size else input.max()
        else:
            others = tuple(each for each in range(input.ndim) if each != axis)
            low, high = input.min(others), input.max(others)
        if axis == -1:
            return low, high
        shape = [-1 if each == axis else 1 for each in range(input.ndim)]
        return np.reshape(low, shape), np.reshape(high, shape)


_ROUND = "round_mode: string in ['HALF_TO_EVEN','HALF_UP'] = 'HALF_TO_EVEN'"


class QuantizeAndDequantizeV2(
    Requantization,
    signature=f"""
        QuantizeAndDequantizeV2(input: T, input_min: T, input_max: T) -> (output: T)
        | signed_input: bool = True; num_bits: int = 8; range_given: bool = False;
          T: type in [bfloat16,half,float,double]; {_ROUND};
          narrow_range: bool = False; axis: int = -1
    """,
):
    """Rounded to the steps; the gradient goes through unchanged."""

    def compute(self, input: Any, input_min: Any, input_max: Any) -> Any:
        return self._round_trip(input, input_min, input_max, int(self.num_bits))

    def input_gradients(self, d_output: Any) -> Any:
        return d_output, None, None


class QuantizeAndDequantizeV3(
    Requantization,
    signature="""
        QuantizeAndDequantizeV3(input: T, input_min: T, input_max: T, num_bits: int32)
        -> (output: T)
        | signed_input: bool = True; range_given: bool = True;
          T: type in [bfloat16,half,float,double]; narrow_range: bool = False;
          axis: int = -1
    """,
):
    """QuantizeAndDequantizeV2 with the number of bits as an input."""

    def compute(self, input: Any, input_min: Any, input_max: Any, num_bits: Any) -> Any:
        return self._round_trip(
            input, input_min, input_max, integer_of(num_bits, "num_bits")
        )

    def input_gradients(self, d_output: Any) -> Any:
        return d_output, None, None, None


class QuantizeAndDequantizeV4(
    Requantization,
    signature=f"""
        QuantizeAndDequantizeV4(input: T, input_min: T, input_max: T) -> (output: T)
        | signed_input: bool = True; num_bits: int = 8; range_given: bool = False;
          T: type in [bfloat16,half,float,double]; {_ROUND};
          narrow_range: bool = False; axis: int = -1
    """,
):
    """QuantizeAndDequantizeV2, with a gradient of 0 for inputs outside the range."""

    def compute(self, input: Any, input_min: Any, input_max: Any) -> Any:
        return self._round_trip(input, input_min, input_max, int(self.num_bits))

    def input_gradients(self, d_output: Any) -> Any:
        return self.op.QuantizeAndDequantizeV4Grad(
            d_output, self.input, self.input_min, self.input_max, axis=self.axis
        )


class QuantizeAndDequantizeV4Grad(
    Op,
    signature="""
        QuantizeAndDequantizeV4Grad(gradients: T, input: T, input_min: T, input_max: T)
        -> (input_backprop: T, input_min_backprop: T, input_max_backprop: T)
        | T: type in [bfloat16,half,float,double]; axis: int = -1
    """,
):
    """The gradient of QuantizeAndDequantizeV4."""

    def input_gradients(self, d_input: Any, d_min: Any, d_max: Any) -> Any:
        # linear in the gradients; those of the range are always 0
        found = self.op.QuantizeAndDequantizeV4Grad(
            d_input, self.input, self.input_min, self.input_max, axis=self.axis
        )
        return found[0], None, None, None

    def infer_shape(self) -> list[Shape]:
        return [self.input.shape, self.input_min.shape, self.input_max.shape]

    def compute(
        self, gradients: Any, input: Any, input_min: Any, input_max: Any
    ) -> Any:
        shape = [1] * input.ndim
        if self.axis != -1:
            shape[self.axis] = -1
        low, high = np.reshape(input_min, shape), np.reshape(input_max, shape)
        inside = (input >= low) & (input <= high)
        kept = np.where(inside, gradients, gradients.dtype.type(0))
        return kept, np.zeros_like(input_min), np.zeros_like(input_max)
