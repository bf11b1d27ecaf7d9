"""Calls of array ops of earlier versions, and of those that deal slices out."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from graphir.shapes import Shape
from tests.graphir.ops.calls import call, i, n, x, y

_ZERO = np.float64(0)

SAMPLES = {
    "BatchMatMul": [call(x(2, 3, 4), y(2, 4, 2)), call(x(4, 3), y(4, 2), adj_x=True)],
    "BatchMatMulV3": [call(x(2, 3, 4), y(4, 2), Tout=dtypes.float64)],
    "Concat": [call(n(1), [x(2, 3), y(2, 1)])],
    "ConjugateTranspose": [call(x(2, 3) + 1j * y(2, 3), i(1, 0))],
    "DynamicPartition": [call(x(3, 2), i(1, 0, 1), num_partitions=2)],
    "DynamicStitch": [call([i(0, 2), n(1)], [x(2, 3), y(3)])],
    "Empty": [call(i(2, 3), dtype=dtypes.float32)],
    "EnsureShape": [call(x(2, 3), shape=Shape([None, 3]))],
    "PlaceholderWithDefault": [call(x(2, 3), shape=Shape([2, 3]))],
    "Gather": [call(x(3, 2), np.int32([[0, 2], [2, 1]]))],
    "InTopK": [call(np.float32(x(2, 3)), i(0, 2), k=1)],
    "InplaceAdd": [call(x(3, 2), i(0, 2), y(2, 2))],
    "InplaceSub": [call(x(3, 2), i(0, 0), y(2, 2))],
    "InplaceUpdate": [call(x(3, 2), n(1), y(2))],
    "MatrixDiag": [call(x(2, 3))],
    "MatrixDiagPart": [call(x(2, 3, 4))],
    "MatrixDiagPartV2": [call(x(2, 3, 4), i(0, 1), _ZERO)],
    "MatrixDiagV2": [call(x(2, 3), i(1), n(-1), n(-1), _ZERO)],
    "MatrixSetDiag": [call(x(2, 3, 3), y(2, 3))],
    "MatrixSetDiagV2": [call(x(2, 3, 3), y(2, 3), i(0))],
    "ParallelConcat": [call([x(1, 2), y(1, 2)], shape=Shape([2, 2]))],
    "ParallelDynamicStitch": [call([i(0, 2), n(1)], [x(2, 3), y(3)])],
    "Reverse": [call(x(2, 3), np.array([True, False]))],
}
