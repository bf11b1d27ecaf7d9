"""Ops on each element: arithmetic, comparisons, logic, bits, functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import BOOL, Term


def read_same(theirs: str, ours: str) -> None:
    """Registers a rule for an ONNX op that does what an op of ours does."""

    @reads(theirs)
    def applied(call: Call) -> Any:
        return getattr(call.op, ours)(*[call[i] for i in range(len(call))])


@reads("Identity")
def _identity(call: Call) -> Any:
    return call.op.Identity(call[0])


@reads("Xor")
def _xor(call: Call) -> Any:
    return call.op.NotEqual(call[0], call[1])


@reads("Round")
def _round(call: Call) -> Any:
    return call.op.Rint(call[0])


@reads("Reciprocal")
def _reciprocal(call: Call) -> Any:
    return call.op.Reciprocal(call[0])


@reads("Add")
def _add(call: Call) -> Any:
    return call[0] + call[1]


@reads("Div")
def _div(call: Call) -> Any:
    if call[0].dtype.is_integer:
        return call.op.TruncateDiv(call[0], call[1])
    return call[0] / call[1]


@reads("Mod")
def _mod(call: Call) -> Any:
    by = call.op.TruncateMod if call.attr("fmod", 0) else call.op.FloorMod
    return by(call[0], call[1])


@reads("Pow")
def _pow(call: Call) -> Any:
    x, y = call[0], call[1]
    if x.dtype is y.dtype:
        return call.op.Pow(x, y)
    if x.dtype.is_integer:
        wide = dtypes.float64 if y.dtype.is_floating else dtypes.int64
        raised = call.op.Pow(call.cast(x, wide), call.cast(y, wide))
        return call.cast(raised, x.dtype)
    return call.op.Pow(x, call.cast(y, x.dtype))


def _folded(theirs: str, combine: Callable[[Call, Term, Term], Term]) -> None:
    """An op of any number of arguments, by twos."""

    @reads(theirs)
    def _applied(call: Call) -> Any:
        terms = [call[i] for i in range(len(call))]
        return reduce(lambda x, y: combine(call, x, y), terms)


def _maximum(call: Call, x: Term, y: Term) -> Term:
    return _extreme(call, call.op.Maximum, x, y)


def _minimum(call: Call, x: Term, y: Term) -> Term:
    return _extreme(call, call.op.Minimum, x, y)


def _extreme(call: Call, by: Any, x: Term, y: Term) -> Term:
    found: Term = by(x, y)
    return found


_folded("Max", _maximum)
_folded("Min", _minimum)
_folded("Sum", lambda call, x, y: x + y)


@reads("Mean")
def _mean(call: Call) -> Any:
    total = reduce(lambda x, y: x + y, [call[i] for i in range(len(call))])
    return total / float(len(call))


@reads("IsInf")
def _is_inf(call: Call) -> Any:
    x = call[0]
    infinite = call.op.IsInf(x)
    if not call.attr("detect_negative", 1):
        return infinite & (x > 0.0)
    if not call.attr("detect_positive", 1):
        return infinite & (x < 0.0)
    return infinite


@reads("Clip")
def _clip(call: Call) -> Any:
    x = call[0]
    if call.version < 11:
        low, high = call.attr("min"), call.attr("max")
    else:
        low, high = call.maybe(1), call.maybe(2)
    if low is not None:
        x = call.op.Maximum(x, low)
    if high is not None:
        x = call.op.Minimum(x, high)
    return x if x is not call[0] else call.op.Identity(x)


@reads("LeakyRelu")
def _leaky_relu(call: Call) -> Any:
    return call.op.LeakyRelu(call[0], alpha=call.attr("alpha", 0.01))


@reads("PRelu")
def _prelu(call: Call) -> Any:
    x = call[0]
    slope = call[1]
    if call.version < 7 and slope.rank == 1 and slope.dims[0] != 1:
        slope = call.reshape(slope, [-1, *[1] * (x.rank - 2)])
    zero = call.const(0, x.dtype)
    return call.where(x < zero, slope * x, x)


@reads("Elu")
def _elu(call: Call) -> Any:
    x = call[0]
    alpha = call.attr("alpha", 1.0)
    if alpha == 1.0:
        return call.op.Elu(x)
    return call.where(x > 0.0, x, call.op.Expm1(call.op.Minimum(x, 0.0)) * alpha)


@reads("Selu")
def _selu(call: Call) -> Any:
    x = call[0]
    alpha = call.attr("alpha", 1.6732632423543772)
    gamma = call.attr("gamma", 1.0507009873554805)
    below = call.op.Expm1(call.op.Minimum(x, 0.0)) * alpha
    return call.where(x > 0.0, x, below) * gamma


@reads("HardSigmoid")
def _hard_sigmoid(call: Call) -> Any:
    line = call[0] * call.attr("alpha", 0.2) + call.attr("beta", 0.5)
    return call.op.Minimum(call.op.Maximum(line, 0.0), 1.0)


@reads("Celu")
def _celu(call: Call) -> Any:
    x, alpha = call[0], call.attr("alpha", 1.0)
    return (
        call.op.Maximum(x, 0.0) + call.op.Expm1(call.op.Minimum(x, 0.0) / alpha) * alpha
    )


@reads("ThresholdedRelu")
def _thresholded_relu(call: Call) -> Any:
    x = call[0]
    return call.where(x > call.attr("alpha", 1.0), x, call.op.ZerosLike(x))


@reads("BitShift")
def _bit_shift(call: Call) -> Any:
    x, by = call[0], call[1]
    width = x.dtype.size * 8
    # a shift by the width or more, or by less than nothing, leaves only the sign
    outside = by >= width if x.dtype.is_unsigned else (by >= width) | (by < 0)
    held = call.where(outside, call.const(width - 1, by.dtype), by)
    if call.attr("direction") == "RIGHT":
        shifted = call.op.RightShift(x, held)
        if x.dtype.is_unsigned:
            return call.where(outside, call.op.ZerosLike(shifted), shifted)
        return shifted
    shifted = call.op.LeftShift(x, held)
    return call.where(outside, call.op.ZerosLike(shifted), shifted)


@reads("Cast")
def _cast(call: Call) -> Any:
    return _converted(call, call[0], call.dtype_attr("to"))


@reads("CastLike")
def _cast_like(call: Call) -> Any:
    return _converted(call, call[0], call[1].dtype)


def _converted(call: Call, x: Term, dtype: dtypes.DType) -> Any:
    if x.dtype is dtype:
        return call.op.Identity(x)
    if x.dtype is dtypes.string:
        return _parsed(call, x, dtype)
    if dtype is dtypes.string:
        if x.dtype.is_floating:
            x = call.cast(x, dtypes.float32) if x.dtype.size < 4 else x
            return call.op.AsString(x, shortest=True)
        return call.op.AsString(x)
    if x.dtype.is_floating and _is_tiny_float(dtype) and call.attr("saturate", 1):
        return call.cast(_saturated(call, x, dtype), dtype)
    if x.dtype.is_floating and dtype.is_integer and dtype.itemsize_bits < 8:
        x = call.cast(x, dtypes.float32)
    return call.cast(x, dtype)


def _parsed(call: Call, x: Term, dtype: dtypes.DType) -> Any:
    through = dtype if dtype in (dtypes.int32, dtypes.int64) else dtypes.float32
    if dtype is dtypes.float64:
        through = dtype
    return call.cast(call.op.StringToNumber(x, out_type=through), dtype)


def _is_tiny_float(dtype: dtypes.DType) -> bool:
    return dtype.is_floating and dtype.size == 1


def _saturated(call: Call, x: Term, dtype: dtypes.DType) -> Term:
    """What lies outside the range becomes its end; NaN stays."""
    end = float(np.asarray(dtype.max, np.float64))
    wide = x if x.dtype.size > 1 else call.cast(x, dtypes.float32)
    held = call.op.Minimum(call.op.Maximum(wide, -end), end)
    return call.where(call.op.IsNan(wide), wide, held)


@reads("BitCast")
def _bit_cast(call: Call) -> Any:
    x, dtype = call[0], call.dtype_attr("to")
    if x.dtype is BOOL:
        x = call.cast(x, dtypes.uint8)
    if dtype is BOOL:
        return call.cast(call.op.Bitcast(x, type=dtypes.uint8), dtype)
    return call.op.Bitcast(x, type=dtype)


@reads("Dropout")
def _dropout(call: Call) -> Any:
    x = call[0]
    training = call.maybe(2)
    known = None if training is None else training.static
    ratio = call.attr("ratio", 0.5) if call.version < 12 else call.maybe(1)
    rate = 0.5 if ratio is None else ratio
    known_rate = rate.static if isinstance(rate, Term) else rate
    off = training is None or (known is not None and not known)
    if off or (known_rate is not None and not known_rate):
        sizes = call.shape(x)
        return call.op.Identity(x), call.op.Fill(sizes, call.const(True))
    return _random_dropout(call, x, rate, training)


def _random_dropout(call: Call, x: Term, rate: Any, training: Term) -> Any:
    seed = int(call.attr("seed", 0))
    drawn = call.op.RandomUniform(call.shape(x), dtype=dtypes.float32, seed=seed)
    share = call.cast(rate, dtypes.float32)
    kept = (drawn >= share) | ~training
    scale = call.where(
        training, call.const(1.0) / (call.const(1.0) - share), call.const(1.0)
    )
    dropped = call.where(kept, x, call.op.ZerosLike(x)) * call.cast(scale, x.dtype)
    return dropped, kept
