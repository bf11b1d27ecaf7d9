"""Calls of products of matrices, convolutions and pools."""

from __future__ import annotations

import numpy as np

from tests.graphir.ops.calls import call, i, x, y

_2D = {"strides": [1, 2, 1, 1], "padding": b"SAME"}
_3D = {"strides": [1, 1, 2, 1, 1], "padding": b"VALID"}
_POOL_2D = {"ksize": [1, 2, 2, 1], **_2D}
_POOL_3D = {"ksize": [1, 2, 1, 2, 1], **_3D}
_IDENTITY_POOL = {"ksize": [1] * 4, "strides": [1] * 4, "padding": b"VALID"}
_IDENTITY_POOL_3D = {"ksize": [1] * 5, "strides": [1] * 5, "padding": b"VALID"}

SAMPLES = {
    "BatchMatMulV2": [
        call(x(2, 1, 3, 4), y(5, 4, 2)),
        call(x(4, 3), y(2, 4), adj_x=True, adj_y=True),
    ],
    "MatMul": [
        call(x(2, 3), y(3, 4)),
        call(x(3, 2), y(4, 3), transpose_a=True, transpose_b=True),
    ],
    "BiasAdd": [call(x(2, 3), y(3)), call(x(2, 3, 2, 1), y(3), data_format=b"NCHW")],
    "BiasAddGrad": [call(x(2, 3))],
    "Conv2D": [call(x(1, 4, 3, 2), y(2, 2, 2, 3), **_2D)],
    "Conv2DBackpropFilter": [call(x(1, 4, 3, 2), i(2, 2, 2, 3), y(1, 2, 3, 3), **_2D)],
    "Conv2DBackpropInput": [call(i(1, 4, 3, 2), x(2, 2, 2, 3), y(1, 2, 3, 3), **_2D)],
    "Conv3D": [call(x(1, 2, 3, 2, 1), y(1, 2, 2, 1, 2), **_3D)],
    "Conv3DBackpropFilterV2": [
        call(x(1, 2, 3, 2, 1), i(1, 2, 2, 1, 2), y(1, 2, 1, 1, 2), **_3D)
    ],
    "Conv3DBackpropInputV2": [
        call(i(1, 2, 3, 2, 1), x(1, 2, 2, 1, 2), y(1, 2, 1, 1, 2), **_3D)
    ],
    "AvgPool": [call(x(1, 4, 3, 2), **_POOL_2D)],
    "AvgPoolGrad": [call(i(1, 4, 3, 2), x(1, 2, 3, 2), **_POOL_2D)],
    "AvgPool3D": [call(x(1, 2, 3, 2, 1), **_POOL_3D)],
    "AvgPool3DGrad": [call(i(1, 2, 3, 2, 1), x(1, 1, 2, 1, 1), **_POOL_3D)],
    "FractionalAvgPoolGrad": [
        call(
            np.int64([1, 4, 3, 2]), x(1, 2, 1, 2), np.int64([0, 1, 4]), np.int64([0, 3])
        )
    ],
    "FractionalMaxPoolGrad": [
        call(
            x(1, 4, 3, 2),
            x(1, 2, 1, 2),
            y(1, 2, 1, 2),
            np.int64([0, 1, 4]),
            np.int64([0, 3]),
            overlapping=True,
        )
    ],
    "MaxPool": [call(x(1, 4, 3, 2), **_POOL_2D)],
    "MaxPoolGrad": [
        call(x(1, 2, 1, 1), x(1, 2, 1, 1), y(1, 2, 1, 1), **_IDENTITY_POOL)
    ],
    "MaxPoolGradGrad": [
        call(x(1, 2, 1, 1), x(1, 2, 1, 1), y(1, 2, 1, 1), **_IDENTITY_POOL)
    ],
    "MaxPool3D": [call(np.float32(x(1, 2, 3, 2, 1)), **_POOL_3D)],
    "MaxPool3DGrad": [call(*[np.float32(x(1, 2, 3, 2, 1))] * 3, **_IDENTITY_POOL_3D)],
    "MaxPool3DGradGrad": [
        call(*[np.float32(x(1, 2, 3, 2, 1))] * 3, **_IDENTITY_POOL_3D)
    ],
}
