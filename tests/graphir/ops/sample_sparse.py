"""Calls of ops on ragged and sparse values."""

from __future__ import annotations

import numpy as np

from tests.graphir.ops.calls import call, x

ENTRIES = np.array([[0, 1], [1, 2], [1, 0]], np.int64)
SIZES = np.array([2, 3], np.int64)

SAMPLES = {
    "RaggedTensorToTensor": [
        call(
            np.array([2, 2], np.int64),
            x(4),
            np.float64(0.5),
            [np.array([0, 3, 4], np.int64)],
            row_partition_types=[b"ROW_SPLITS"],
        ),
        call(
            np.array([3, 2], np.int64),
            x(4),
            np.float64(0.5),
            [np.int64(3), np.array([0, 0, 2, 2], np.int64)],
            row_partition_types=[b"FIRST_DIM_SIZE", b"VALUE_ROWIDS"],
        ),
    ],
    "SparseTensorDenseMatMul": [
        call(ENTRIES, x(3), SIZES, x(3, 2)),
        call(ENTRIES, x(3), SIZES, x(2, 4), adjoint_a=True),
        call(ENTRIES, x(3), SIZES, x(4, 3), adjoint_b=True),
    ],
}
"""Calls by op."""
