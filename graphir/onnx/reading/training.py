"""Steps of training, and random tensors."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import Term

TRAINING = "ai.onnx.preview.training"


def _groups(call: Call, states: int) -> list[list[Term]]:
    """Tensor, gradient and states of each tensor that is trained."""
    count = (len(call) - 2) // (2 + states)
    return [
        [call[2 + part * count + i] for part in range(2 + states)] for i in range(count)
    ]


def _results(groups: list[list[Term]]) -> tuple[Term, ...]:
    return tuple(each for parts in zip(*groups, strict=True) for each in parts)


@reads("Adagrad", TRAINING)
def _adagrad(call: Call) -> Any:
    rate, step = call[0], call.cast(call[1], dtypes.float32)
    rate = rate / (step * call.attr("decay_factor", 0.0) + 1.0)
    made = []
    for x, gradient, history in _groups(call, 1):
        gradient = x * call.attr("norm_coefficient", 0.0) + gradient
        total = history + call.op.Square(gradient)
        scale = call.op.Sqrt(total) + call.attr("epsilon", 1e-6)
        made.append([x - rate * gradient / scale, total])
    return _results(made)


@reads("Momentum", TRAINING)
def _momentum(call: Call) -> Any:
    rate, step = call[0], call[1]
    alpha, beta = call.attr("alpha"), call.attr("beta")
    share = call.where(step > 0, call.const(beta), call.const(1.0))
    made = []
    for x, gradient, velocity in _groups(call, 1):
        gradient = x * call.attr("norm_coefficient") + gradient
        moved = velocity * alpha + gradient * share
        used = moved
        if call.attr("mode") == "nesterov":
            used = gradient + moved * alpha
        made.append([x - rate * used, moved])
    return _results(made)


@reads("Adam", TRAINING)
def _adam(call: Call) -> Any:
    rate, step = call[0], call.cast(call[1], dtypes.float32)
    alpha, beta = call.attr("alpha", 0.9), call.attr("beta", 0.999)
    one = call.const(1.0)
    grown = call.op.Sqrt(one - call.op.Pow(call.const(beta), step))
    grown = rate * grown / (one - call.op.Pow(call.const(alpha), step))
    used = call.where(step > 0.0, grown, rate)
    made = []
    for x, gradient, first, second in _groups(call, 2):
        gradient = x * call.attr("norm_coefficient", 0.0) + gradient
        first = first * alpha + gradient * (1.0 - alpha)
        second = second * beta + call.op.Square(gradient) * (1.0 - beta)
        root = call.op.Sqrt(second) + call.attr("epsilon", 1e-6)
        moved = x - used * first / root
        moved = moved * (1.0 - call.attr("norm_coefficient_post", 0.0))
        made.append([moved, first, second])
    return _results(made)


def _drawn(call: Call, sizes: Term, dtype: dtypes.DType, normal: bool) -> Any:
    seed = int(call.attr("seed", 0))
    wide = dtype if dtype.is_floating else dtypes.float32
    if normal:
        drawn = call.op.RandomStandardNormal(sizes, dtype=wide, seed=seed)
        return drawn * call.attr("scale", 1.0) + call.attr("mean", 0.0)
    low, high = call.attr("low", 0.0), call.attr("high", 1.0)
    drawn = call.op.RandomUniform(sizes, dtype=wide, seed=seed)
    return drawn * (high - low) + low


@reads("RandomNormal")
def _random_normal(call: Call) -> Any:
    return _drawn(call, call.vector(call.attr("shape")), call.dtype_attr("dtype"), True)


@reads("RandomUniform")
def _random_uniform(call: Call) -> Any:
    sizes = call.vector(call.attr("shape"))
    return _drawn(call, sizes, call.dtype_attr("dtype"), False)


@reads("RandomNormalLike")
def _random_normal_like(call: Call) -> Any:
    dtype = call.dtype_attr("dtype", call[0].dtype)
    return _drawn(call, call.shape(call[0]), dtype, True)


@reads("RandomUniformLike")
def _random_uniform_like(call: Call) -> Any:
    dtype = call.dtype_attr("dtype", call[0].dtype)
    return _drawn(call, call.shape(call[0]), dtype, False)
