"""Calls of ops on shapes, order and positions."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from graphir.attributes import TensorValue
from tests.graphir.ops.calls import call, i, n, x, y

SAMPLES = {
    "BroadcastTo": [call(x(2, 1), i(3, 2, 4))],
    "ConcatOffset": [call(n(1), [i(2, 3), i(2, 4)])],
    "ConcatV2": [call([x(2, 3), y(2, 1)], n(1)), call([x(0, 2), y(3, 2)], n(-2))],
    "Const": [call(value=TensorValue(np.float32([1, 2])), dtype=dtypes.float32)],
    "ControlTrigger": [call()],
    "Diag": [call(x(2, 3))],
    "DiagPart": [call(x(2, 3, 2, 3))],
    "ExpandDims": [call(x(2, 3), n(-1))],
    "Fill": [call(i(2, 3), np.float64(4)), call(i(), np.float64(4))],
    "GatherNd": [call(x(3, 2), np.int32([[0, 1], [2, 0]])), call(x(3, 2), i([0], [2]))],
    "GatherV2": [
        call(x(3, 2), np.int32([[0, 2], [2, 1]]), n(0)),
        call(x(2, 3), np.int32([[0, 2], [2, 1]]), n(1), batch_dims=1),
    ],
    "Relayout": [call(x(2, 3), layout="")],
    "RelayoutLike": [call(x(2, 3), i(4))],
    "IdentityN": [call([x(2), i(1)])],
    "InvertPermutation": [call(i(2, 0, 1))],
    "LinSpace": [call(np.float64(1), np.float64(2), n(5))],
    "ListDiff": [call(i(1, 2, 3), i(2))],
    "LowerBound": [call(np.sort(x(2, 4)), y(2, 3))],
    "UpperBound": [call(np.sort(x(2, 4)), y(2, 3))],
    "MatrixBandPart": [call(x(2, 3, 4), n(1), n(0))],
    "MatrixDiagPartV3": [call(x(2, 3, 4), i(0, 1), np.float64(0))],
    "MatrixDiagV3": [call(x(2, 3), i(1), n(-1), n(-1), np.float64(0))],
    "MatrixSetDiagV3": [call(x(2, 3, 3), y(2, 3), i(0))],
    "MirrorPad": [call(x(3, 3), np.int32([[1, 2], [0, 1]]), mode=b"REFLECT")],
    "MirrorPadGrad": [call(x(6, 4), np.int32([[1, 2], [0, 1]]), mode=b"SYMMETRIC")],
    "NoOp": [call()],
    "OneHot": [call(i(0, 2, -1), n(3), np.float64(1), np.float64(0), axis=0)],
    "Pack": [call([x(2, 3), y(2, 3)], axis=-1)],
    "Pad": [call(x(2, 3), np.int32([[1, 0], [0, 2]]))],
    "PadV2": [call(x(2, 3), np.int32([[1, 0], [0, 2]]), np.float64(5))],
    "Range": [
        call(n(1), n(9), n(3)),
        call(np.float64(1), np.float64(0), np.float64(-0.4)),
    ],
    "Rank": [call(x(2, 3))],
    "Reshape": [call(x(2, 3), i(3, -1)), call(x(1), i())],
    "ReverseSequence": [call(x(2, 4), i(1, 3), seq_dim=1, batch_dim=0)],
    "ReverseV2": [call(x(2, 3), i(-1))],
    "Roll": [call(x(2, 3), i(1, -1), i(0, 1))],
    "ScatterNd": [call(i([0], [2], [0]), x(3, 2), i(4, 2))],
    "Shape": [call(x(2, 3)), call(x(), out_type=dtypes.int64)],
    "ShapeN": [call([x(2, 3), x()])],
    "Size": [call(x(2, 3))],
    "Slice": [call(x(3, 4), i(1, 0), i(-1, 2))],
    "Split": [call(n(1), x(2, 4), num_split=2)],
    "SplitV": [call(x(2, 4), i(1, -1), n(1), num_split=2)],
    "Squeeze": [call(x(1, 2, 1), squeeze_dims=[0]), call(x(1, 2, 1))],
    "StridedSlice": [
        call(x(4, 5), i(0, 3), i(4, 0), i(2, -1), shrink_axis_mask=0),
        call(x(4, 5), i(1, 1), i(2, 9), i(1, 2), shrink_axis_mask=1, end_mask=2),
    ],
    "StridedSliceGrad": [call(i(4, 5), i(0, 3), i(4, 0), i(2, -1), x(2, 3))],
    "ScatterNdNonAliasingAdd": [call(x(4, 2), i([0], [3]), y(2, 2))],
    **{
        f"TensorScatter{kind}": [call(x(4, 2), i([0], [3]), y(2, 2))]
        for kind in ("Add", "Max", "Min", "Sub", "Update")
    },
    "TensorStridedSliceUpdate": [call(x(4), i(1), i(3), i(1), y(2))],
    "Tile": [call(x(2, 3), i(2, 1))],
    "Transpose": [call(x(2, 3, 4), i(2, 0, 1))],
    "Unique": [call(i(3, 1, 3))],
    "UniqueV2": [call(np.int32([[1, 2], [1, 2]]), i(0))],
    "UniqueWithCounts": [call(i(3, 1, 3))],
    "UniqueWithCountsV2": [call(np.int32([[1, 2], [1, 2]]), i(0))],
    "Unpack": [call(x(2, 3), num=3, axis=1)],
    "UnravelIndex": [call(i(5, 2), i(2, 3))],
    "Where": [call(np.array([[True, False], [True, True]]))],
}
