"""Calls of ops that few programs use."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from graphir.shapes import Shape
from tests.graphir.ops.calls import call, i, x, y
from tests.graphir.ops.sample_strings import one


def _float(*shape: int) -> np.ndarray:
    return x(*shape).astype(np.float32)


def _complex(*shape: int) -> np.ndarray:
    return x(*shape) + 1j * y(*shape)


def _floats(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    return [_float(*shape) for shape in shapes]


_LSTM = (
    np.int64(2),
    *_floats((3, 1, 2), (1, 2), (1, 2), (4, 8), (2,), (2,), (2,), (8,)),
)
_LSTM_RESULTS = _floats(*[(3, 1, 2)] * 9)
_2D = {"strides": [1, 2, 1, 1], "padding": b"SAME"}

_PICKED = (x(2, 3), i(0, 1, 1), i(0, 0, 1), np.int32(3))

SAMPLES = {
    "DebugIdentityV2": [call(x(2))],
    "DebugIdentityV3": [call(x(2, 3))],
    "DebugNumericSummary": [call(x(2, 3))],
    "DebugNumericSummaryV2": [
        call(x(2, 3), tensor_debug_mode=mode, output_dtype=dtypes.float64)
        for mode in (2, 3, 4, 5, 8)
    ],
    "FakeParam": [call(dtype=dtypes.float32, shape=Shape([2, 3]))],
    "KMC2ChainInitialization": [call(_float(4), np.int64(3))],
    "KmeansPlusPlusInitialization": [
        call(_float(4, 2), np.int64(2), np.int64(3), np.int64(1))
    ],
    "BlockLSTM": [call(*_LSTM), call(*_LSTM, use_peephole=True, cell_clip=0.5)],
    "BlockLSTMGrad": [call(*_LSTM, *_LSTM_RESULTS, use_peephole=False)],
    "BlockLSTMGradV2": [call(*_LSTM, *_LSTM_RESULTS, use_peephole=True)],
    "BlockLSTMV2": [call(*_LSTM)],
    "Conv": [
        call(x(1, 4, 3, 2), y(2, 2, 2, 3), **_2D),
        call(x(2, 1, 4, 3, 2), y(2, 2, 2, 3), batch_dims=2, **_2D),
    ],
    "Conv2DBackpropFilterV2": [
        call(x(1, 4, 3, 2), y(2, 2, 2, 3), y(1, 2, 3, 3), **_2D)
    ],
    "Conv2DBackpropInputV2": [call(x(1, 4, 3, 2), x(2, 2, 2, 3), y(1, 2, 3, 3), **_2D)],
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
