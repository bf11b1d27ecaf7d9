"""Calls of ops that few programs use."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from tests.graphir.ops.calls import call, i, x, y
from tests.graphir.ops.sample_strings import one


def _float(*shape: int) -> np.ndarray:
    return x(*shape).astype(np.float32)


def _complex(*shape: int) -> np.ndarray:
    return x(*shape) + 1j * y(*shape)


_PICKED = (x(2, 3), i(0, 1, 1), i(0, 0, 1), np.int32(3))

SAMPLES = {
    "ApproxTopK": [call(_float(2, 4), k=2), call(_float(3), k=1, is_max_k=False)],
    "BiasAddV1": [call(x(2, 3), y(3))],
    "DataFormatDimMap": [call(i(0, 1, 2, 3, -1))],
    "DataFormatVecPermute": [call(i(1, 2, 3, 4))],
    "FFTND": [call(_complex(2, 3), i(3, 2), i(1, 0))],
    "GRUBlockCell": [
        call(
            _float(2, 3), _float(2, 2), _float(5, 4), _float(5, 2), _float(4), _float(2)
        )
    ],
    "IFFTND": [call(_complex(2, 3), i(4), i(-1))],
    "IRFFTND": [call(_complex(2, 3), i(2, 4), i(0, 1), Treal=dtypes.float64)],
    "LSTMBlockCell": [
        call(
            _float(2, 3),
            _float(2, 2),
            _float(2, 2),
            _float(5, 8),
            _float(2),
            _float(2),
            _float(2),
            _float(8),
        )
    ],
    "NearestNeighbors": [call(_float(3, 2), _float(2, 2), np.int64(1))],
    "RFFTND": [call(x(2, 3), i(2, 4), i(0, 1), Tcomplex=dtypes.complex128)],
    "ShardedFilename": [call(one(b"a"), np.int32(1), np.int32(3))],
    "ShardedFilespec": [call(one(b"a"), np.int32(3))],
    "SparseSegmentMeanGradV2": [call(*_PICKED)],
    "SparseSegmentSqrtNGradV2": [call(*_PICKED)],
    "SparseSegmentSumGradV2": [call(*_PICKED)],
    "ToBool": [call(x(2)), call(np.float64(0))],
}
