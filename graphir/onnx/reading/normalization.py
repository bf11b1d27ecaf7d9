"""Normalization over batches, instances and neighbours."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import Term


def _by_channel(call: Call, x: Term, vector: Term) -> Term:
    return call.reshape(vector, [1, -1, *[1] * (x.rank - 2)])


@reads("BatchNormalization")
def _batch_normalization(call: Call) -> Any:
    x, scale, bias, mean, variance = (call[i] for i in range(5))
    epsilon = call.attr("epsilon", 1e-5)
    wide = x.dtype if x.dtype.size >= 4 else dtypes.float32
    if call.attr("training_mode", 0):
        return _in_training(call, epsilon)
    given = [call.cast(each, wide) for each in (scale, bias, mean, variance)]
    made = _normalized(call, call.cast(x, wide), given, epsilon)
    return call.cast(made, x.dtype)


def _normalized(call: Call, x: Term, given: list[Term], epsilon: float) -> Term:
    scale, bias, mean, variance = given
    if x.rank == 1:
        made: Term = (x - mean) * call.op.Rsqrt(variance + epsilon) * scale + bias
        return made
    # known weights make one product and one sum of it
    factor = scale * call.op.Rsqrt(variance + epsilon)
    shift = bias - mean * factor
    return x * _by_channel(call, x, factor) + _by_channel(call, x, shift)


def _in_training(call: Call, epsilon: float) -> Any:
    x, scale, bias, mean, variance = (call[i] for i in range(5))
    momentum = call.attr("momentum", 0.9)
    axes = [0, *range(2, x.rank)]
    own_mean = call.reduce("Mean", x, axes)
    apart = call.op.SquaredDifference(x, _by_channel(call, x, own_mean))
    own_variance = call.reduce("Mean", apart, axes)
    made = _normalized(call, x, [scale, bias, own_mean, own_variance], epsilon)
    return (
        made,
        mean * momentum + own_mean * (1.0 - momentum),
        variance * momentum + own_variance * (1.0 - momentum),
    )


@reads("InstanceNormalization")
def _instance_normalization(call: Call) -> Any:
    x, scale, bias = call[0], call[1], call[2]
    axes = list(range(2, x.rank))
    mean = call.reduce("Mean", x, axes, True)
    variance = call.reduce("Mean", call.op.SquaredDifference(x, mean), axes, True)
    scaled = call.op.Rsqrt(variance + call.attr("epsilon", 1e-5))
    scaled = scaled * _by_channel(call, x, scale)
    return (x - mean) * scaled + _by_channel(call, x, bias)


@reads("LRN")
def _lrn(call: Call) -> Any:
    x, size = call[0], call.attr("size")
    alpha, beta, bias = (
        call.attr("alpha", 1e-4),
        call.attr("beta", 0.75),
        call.attr("bias", 1.0),
    )
    before, after = (size - 1) // 2, size - 1 - (size - 1) // 2
    pads = [[0, 0], [before, after], *[[0, 0]] * (x.rank - 2)]
    wide = call.op.Pad(call.op.Square(x), call.const(pads))
    count = call.size(x, 1)
    total = None
    for offset in range(size):
        part = call.slice(wide, {1: offset}, {1: count + offset})
        total = part if total is None else total + part
    if total is None:
        raise call.refuse("a size of zero.")
    return x / call.op.Pow(total * (alpha / size) + bias, beta)
