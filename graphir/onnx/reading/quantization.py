"""Quantized numbers, and products of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.elements import dtype_of
from graphir.onnx.contract.terms import Term
from graphir.onnx.reading.convolutions import convolved
from graphir.onnx.reading.linear_algebra import product


def _along(call: Call, x: Term, factor: Term) -> Term:
    """A scale or zero point in a shape that broadcasts with x."""
    if not factor.rank:
        return factor
    axis = call.attr("axis", 1) % x.rank
    block = call.attr("block_size", 0)
    if block:
        repeated = call.op.GatherV2(
            factor, call.range(call.size(x, axis)) // block, call.const(axis)
        )
        found: Term = repeated
        return found
    if factor.rank != 1:
        return factor
    if factor.dims[0] == 1:
        return call.reshape(factor, [])
    form = [1] * x.rank
    form[axis] = -1
    return call.reshape(factor, form)


@reads("DequantizeLinear")
def _dequantize(call: Call) -> Any:
    x, scale, zero = call[0], call[1], call.maybe(2)
    dtype = call.dtype_attr("output_dtype", scale.dtype)
    wide = dtypes.float32 if dtype.size < 4 else dtype
    value = call.cast(x, wide)
    if zero is not None:
        value = value - call.cast(_along(call, x, zero), wide)
    return call.cast(value * call.cast(_along(call, x, scale), wide), dtype)


@reads("QuantizeLinear")
def _quantize(call: Call) -> Any:
    x, scale, zero = call[0], call[1], call.maybe(2)
    dtype = dtypes.uint8 if zero is None else zero.dtype
    if call.attr("output_dtype", 0):
        dtype = dtype_of(call.attr("output_dtype"))
    precision = call.attr("precision", 0)
    wide = dtype_of(precision) if precision else dtypes.float32
    scaled = call.cast(x, wide) / call.cast(_along(call, x, scale), wide)
    shift = None if zero is None else call.cast(_along(call, x, zero), dtypes.float32)
    return saturated(call, call.cast(scaled, dtypes.float32), shift, dtype)


def saturated(call: Call, x: Term, zero: Term | None, dtype: DType) -> Term:
    """x rounded, shifted and clipped to the range of a dtype."""
    if not dtype.is_integer:
        moved = x if zero is None else x + zero
        end = float(np.asarray(dtype.max, np.float64))
        held = call.op.Minimum(call.op.Maximum(moved, -end), end)
        return call.cast(held, dtype)
    rounded = call.op.Rint(x)
    moved = rounded if zero is None else rounded + zero
    low, high = float(dtype.min), float(dtype.max)
    held = call.op.Minimum(call.op.Maximum(moved, low), high)
    return call.cast(call.cast(held, dtypes.int32), dtype)


@reads("DynamicQuantizeLinear")
def _dynamic_quantize(call: Call) -> Any:
    x = call[0]
    axes = list(range(x.rank))
    low = call.op.Minimum(call.reduce("Min", x, axes), 0.0)
    high = call.op.Maximum(call.reduce("Max", x, axes), 0.0)
    scale = (high - low) / 255.0
    zero = call.op.Rint(call.op.Minimum(call.op.Maximum(-low / scale, 0.0), 255.0))
    made = saturated(call, x / scale, zero, dtypes.uint8)
    return made, scale, call.cast(zero, dtypes.uint8)


def _shifted(call: Call, x: Term, zero: Term | None, axis: int) -> Term:
    wide = call.cast(x, dtypes.int32)
    if zero is None:
        return wide
    shift = call.cast(zero, dtypes.int32)
    if zero.rank == 1 and zero.dims[0] != 1 and x.rank > 1:
        form = [1] * x.rank
        form[axis] = -1
        shift = call.reshape(shift, form)
    elif zero.rank == 1:
        shift = call.reshape(shift, [])
    return wide - shift


@reads("MatMulInteger")
def _mat_mul_integer(call: Call) -> Any:
    a = _shifted(call, call[0], call.maybe(2), -2)
    b = _shifted(call, call[1], call.maybe(3), -1)
    return product(call, a, b)


@reads("QLinearMatMul")
def _q_linear_mat_mul(call: Call) -> Any:
    a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero = (
        call[i] for i in range(8)
    )
    wide = product(call, _shifted(call, a, a_zero, -2), _shifted(call, b, b_zero, -1))
    scales = [call.cast(each, dtypes.float32) for each in (a_scale, b_scale, y_scale)]
    factor = scales[0] * scales[1] / scales[2]
    zero = call.cast(y_zero, dtypes.float32)
    scaled = call.cast(wide, dtypes.float32) * factor
    return saturated(call, scaled, zero, y_zero.dtype)


@reads("QLinearConv")
def _q_linear_conv(call: Call) -> Any:
    x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero = (
        call[i] for i in range(8)
    )
    left = call.cast(_shifted(call, x, x_zero, 1), dtypes.float64)
    right = call.cast(_shifted(call, w, w_zero, 0), dtypes.float64)
    wide = convolved(call, left, right)
    if call.maybe(8) is not None:
        form = [1, -1, *[1] * (x.rank - 2)]
        wide = wide + call.cast(call.reshape(call[8], form), dtypes.float64)
    scale = x_scale * w_scale / y_scale
    if scale.rank == 1 and scale.dims[0] != 1:
        scale = call.reshape(scale, [1, -1, *[1] * (x.rank - 2)])
    scaled = call.cast(wide, dtypes.float32) * scale
    return saturated(call, scaled, call.cast(y_zero, dtypes.float32), y_zero.dtype)
