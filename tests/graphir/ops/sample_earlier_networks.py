"""Calls of ops of earlier versions: decompositions, networks, sounds."""

from __future__ import annotations

import numpy as np

from tests.graphir.ops.calls import call, i, x, y

_POSITIVE = np.array([[4.0, 2.0], [2.0, 3.0]])
_LOW, _HIGH = np.float32(-1), np.float32(2)
_IMAGE = np.float32(np.arange(16).reshape(1, 4, 4, 1))
_FILTER = np.float32(np.arange(4).reshape(2, 2, 1, 1))
_PADS = np.int32([[0, 0], [1, 1], [1, 0], [0, 0]])
_POOLED = (i(1, 2, 2, 1), i(1, 2, 2, 1))


def f(*sizes: int) -> np.ndarray:
    return np.float32(x(*sizes))


_NORMAL = {"variance_epsilon": 0.1, "scale_after_normalization": True}
_GRU = [(2, 3), (2, 2), (5, 4), (5, 2), (4,), (2,), *[(2, 2)] * 4]
_LSTM = [(2, 3), (2, 2), (2, 2), (5, 8), (2,), (2,), (2,), (8,), *[(2, 2)] * 8]
_VOLUMES = f(1, 3, 3, 3, 1), f(2, 2, 2, 1, 1), f(1, 2, 2, 2, 1)
_STEP = {"strides": [1] * 5, "padding": b"VALID"}

SAMPLES = {
    "AdjustContrast": [call(f(3, 2, 3), np.float32(2), _LOW, _HIGH)],
    "AudioSpectrogram": [call(f(20, 2), window_size=6, stride=3)],
    "BatchNormWithGlobalNormalization": [
        call(f(1, 2, 2, 2), f(2), f(2) ** 2, f(2), f(2), **_NORMAL)
    ],
    "BatchNormWithGlobalNormalizationGrad": [
        call(f(1, 2, 2, 2), f(2), f(2) ** 2, f(2), f(1, 2, 2, 2), **_NORMAL)
    ],
    "CholeskyGrad": [call(np.tril(_POSITIVE), y(2, 2))],
    "Conv3DBackpropFilter": [call(*_VOLUMES, **_STEP)],
    "Conv3DBackpropInput": [call(*_VOLUMES, **_STEP)],
    "Copy": [call(x(2, 3))],
    "CopyHost": [call(x(2, 3))],
    "DebugGradientIdentity": [call(x(2, 3))],
    "DebugIdentity": [call(x(2, 3))],
    "DebugNanCount": [call(np.float32([1, np.nan]))],
    "FusedPadConv2D": [
        call(_IMAGE, _PADS, _FILTER, mode=b"REFLECT", strides=[1] * 4, padding=b"SAME")
    ],
    "FusedResizeAndPadConv2D": [
        call(
            *(_IMAGE, i(6, 5), _PADS, _FILTER),
            mode=b"SYMMETRIC",
            strides=[1] * 4,
            padding=b"VALID",
        )
    ],
    "GRUBlockCellGrad": [call(*[f(*sizes) for sizes in _GRU])],
    "LSTMBlockCellGrad": [call(*[f(*sizes) for sizes in _LSTM], use_peephole=True)],
    "MatrixExponential": [call(x(2, 2)), call(4 * x(2, 3, 3))],
    "MaxPoolGradGradV2": [
        call(
            *(_IMAGE, _IMAGE[:, 1::2, 1::2], _IMAGE, *_POOLED),
            padding=b"VALID",
        )
    ],
    "MaxPoolGradV2": [
        call(
            *(_IMAGE, _IMAGE[:, 1::2, 1::2], f(1, 2, 2, 1), *_POOLED),
            padding=b"VALID",
        )
    ],
    "MaxPoolV2": [call(x(1, 4, 4, 1), *_POOLED, padding=b"SAME")],
    "Mfcc": [call(np.abs(f(1, 2, 65)), np.int32(8000))],
    "SelfAdjointEig": [call(_POSITIVE)],
    "SparseMatMul": [call(f(2, 3), f(3, 2)), call(f(3, 2), f(3, 2), transpose_a=True)],
}
