"""Calls of the ops that the optimizer makes of several."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from tests.graphir.ops.calls import Call, call, x, y

_2D = {"strides": [1, 2, 1, 1], "padding": b"SAME"}


def _args(count: int, **attrs: Any) -> dict[str, Any]:
    return {"num_args": count, "TArgs": [dtypes.float64] * count, **attrs}


def _product(*fused: bytes) -> Call:
    a, b, bias = map(np.float32, (x(2, 3), y(3, 4), x(4)))
    return call(a, b, [bias], fused_ops=[b"BiasAdd", *fused])


def _convolution(*args: Any, **attrs: Any) -> Call:
    inputs = x(1, 4, 3, 2), y(2, 2, 2, 3)
    return call(*inputs, list(args), [], **_2D, **_args(len(args), **attrs))


SAMPLES = {
    "_FusedMatMul": [_product(), _product(b"Relu"), _product(b"Tanh")],
    "_FusedConv2D": [
        _convolution(x(3), fused_ops=[b"BiasAdd", b"Sigmoid"]),
        _convolution(x(3), fused_ops=[b"BiasAdd", b"Elu"]),
    ],
    "_FusedBatchNormEx": [
        call(
            np.float32(x(2, 2, 2, 3)),
            *[np.float32(x(3))] * 4,
            [np.float32(y(2, 2, 2, 3))],
            activation_mode=b"Relu",
            is_training=False,
        )
    ],
}
