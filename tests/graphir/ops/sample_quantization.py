"""Calls of ops on steps and hashes."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from tests.graphir.ops.calls import call

_X = np.linspace(-1.3, 2.2, 6, dtype=np.float32).reshape(2, 3)
_LOW, _HIGH = np.float32(-1), np.float32(2)
_LOWS, _HIGHS = np.float32([-1, -2]), np.float32([1, 3])
_NAME = np.array(b"farmhash64", object)
_EVEN = {"mode": b"SCALED", "round_mode": b"HALF_TO_EVEN"}

_STEPS = np.array([[3, 200]], np.uint8), np.array([[5, 0]], np.uint8)

SAMPLES = {
    "QuantizedConcat": [
        call(np.int32(1), list(_STEPS), [_LOW, _LOW], [_HIGH, np.float32(4)]),
        call(np.int32(0), list(_STEPS), [_LOW, _LOW], [_HIGH, _HIGH]),
    ],
    "QuantizeV2": [
        call(_X, _LOW, _HIGH, T=dtypes.quint8),
        call(_X, _LOW, _HIGH, T=dtypes.qint8, mode=b"MIN_FIRST"),
        call(_X, _LOW, _HIGH, T=dtypes.qint16, narrow_range=True, mode=b"SCALED"),
        call(_X, _LOWS, _HIGHS, T=dtypes.qint8, axis=0, **_EVEN),
    ],
    "Fingerprint": [
        call(np.arange(6).reshape(2, 3), _NAME),
        call(np.array([b"a", b"", b"bc"], object), _NAME),
        call(np.array([[b"a", b"bc"]], object), _NAME),
        call(np.array([[b"a"], [b""]], object), _NAME),
    ],
}
