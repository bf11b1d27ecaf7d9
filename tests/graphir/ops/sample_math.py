"""Calls of mathematical ops that the signature alone does not make."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from graphir.shapes import Shape
from tests.graphir.ops.calls import call, i, n, x, y

ELEMENTWISE = {
    "AccumulateNV2": [call([x(2), y(2)], shape=Shape([2]))],
    "AddN": [call([x(2, 3), y(2, 3), x(2, 3)]), call([x(2)])],
    "ApproximateEqual": [call(x(2, 3), y(2, 3))],
    "Bitcast": [call(x(3), type=dtypes.int32), call(i(1, 2), type=dtypes.float32)],
    "Bucketize": [call(x(2, 3), boundaries=[0.3, 0.5])],
    "Cast": [call(x(2, 3), DstT=dtypes.complex128), call(i(1, 2), DstT=dtypes.float64)],
    "CheckNumerics": [call(x(2, 3), message=b"bad")],
    "CheckNumericsV2": [call(x(2, 3), message=b"bad")],
    "ClipByValue": [call(x(2, 3), np.float64(0.3), np.float64(0.7))],
    "Cross": [call(x(2, 3), y(2, 3))],
    "EluGrad": [call(x(2, 3), y(2, 3))],
    "LeakyReluGrad": [call(x(2, 3), y(2, 3))],
    "Relu6Grad": [call(x(2, 3), y(2, 3))],
    "ReluGrad": [call(x(2, 3), y(2, 3))],
    "SeluGrad": [call(x(2, 3), y(2, 3))],
    "SoftplusGrad": [call(x(2, 3), y(2, 3))],
    "SoftsignGrad": [call(x(2, 3), y(2, 3))],
    "RandomGammaGrad": [call(np.float64([0.3, 2, 30]), x(2, 3) * 3 + 0.1)],
    "Polygamma": [call(np.float64([1, 2, 3]), x(2, 3))],
    "Select": [call(np.array([[True, False]]), x(1, 2), y(1, 2))],
    "SelectV2": [call(np.array([True, False]), x(3, 1), y(2))],
}

AXES = {
    "ArgMax": [call(x(2, 3), n(1)), call(x(2, 3), n(-2), output_type=dtypes.int32)],
    "ArgMin": [call(x(2, 3), n(1)), call(x(2, 3), n(-2), output_type=dtypes.int32)],
    "Cumprod": [
        call(x(2, 3), n(0)),
        call(x(2, 3), n(-1), exclusive=True, reverse=True),
        call(x(0, 2), n(0), exclusive=True),
    ],
    "Cumsum": [call(x(2, 3), n(0)), call(x(2, 3), n(1), exclusive=True, reverse=True)],
    "CumulativeLogsumexp": [
        call(x(2, 3), n(0)),
        call(x(2, 3), n(-1), exclusive=True, reverse=True),
    ],
    "NthElement": [call(x(2, 3), n(1)), call(x(2, 3), n(0), reverse=True)],
    "TopK": [call(x(2, 3), k=2)],
    "TopKV2": [call(x(2, 3), n(2))],
    "InTopKV2": [call(np.float32(x(2, 3)), i(0, 5), n(2))],
    "L2Loss": [call(x(2, 3))],
    "LogSoftmax": [call(x(2, 3))],
    "Softmax": [call(x(2, 3))],
    "SoftmaxCrossEntropyWithLogits": [
        # the gradient takes the labels of a row to sum to 1
        call(x(2, 3), np.float64([[0.5, 0.2, 0.3], [0.1, 0.1, 0.8]]))
    ],
    "SparseSoftmaxCrossEntropyWithLogits": [call(x(2, 3), i(0, 2))],
}

SEGMENTS = {
    **{
        f"Segment{kind}": [call(x(4, 2), i(0, 0, 1, 3)), call(x(3), i(0, 1, 1))]
        for kind in ("Max", "Mean", "Min", "Prod", "Sum")
    },
    **{
        f"UnsortedSegment{kind}": [
            call(x(4, 2), i(1, -1, 0, 1), n(2)),
            call(x(2, 2), np.int32([[0, 1], [1, 0]]), n(2)),
        ]
        for kind in ("Max", "Min", "Prod", "Sum")
    },
    **{
        f"SparseSegment{kind}": [call(x(4, 2), i(3, 0, 0), i(0, 0, 2))]
        for kind in ("Mean", "SqrtN", "Sum")
    },
    **{
        f"SparseSegment{kind}WithNumSegments": [
            call(x(4, 2), i(3, 0, 0), i(0, 0, 2), n(5))
        ]
        for kind in ("Mean", "SqrtN", "Sum")
    },
    **{
        f"SparseSegment{kind}Grad": [call(x(3, 2), i(3, 0, 0), i(0, 0, 2), n(5))]
        for kind in ("Mean", "SqrtN", "Sum")
    },
}

COUNTS = {
    "Bincount": [call(i(1, 1, 3), n(5), np.float32([1, 2, 3])), call(i(), n(2), i())],
    "DenseBincount": [
        call(i(1, 1, 3), n(3), np.float32([])),
        call(np.int32([[0, 1], [1, 1]]), n(2), i(), binary_output=True),
    ],
    "SobolSample": [call(n(3), n(5), n(2), dtype=dtypes.float64)],
    "HistogramFixedWidth": [call(x(5), np.float64([0, 1]), n(4))],
    "BroadcastArgs": [call(i(2, 1), i(3))],
    "BroadcastGradientArgs": [call(i(2, 1), i(3)), call(i(), i())],
}

SAMPLES = {**ELEMENTWISE, **AXES, **SEGMENTS, **COUNTS}
"""Calls by op."""
