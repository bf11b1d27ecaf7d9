"""Calls of ops on windows, blocks and channels of images, and on label sequences."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from tests.graphir.ops.calls import call, i, x, y

_WINDOW = {"strides": [1, 2, 1, 1], "padding": b"SAME"}
_MORPHOLOGY = {"strides": [1, 1, 1, 1], "rates": [1, 2, 1, 1], "padding": b"SAME"}
_POOL = {"ksize": [1, 2, 2, 1], **_WINDOW}
_ARGMAX = np.int64([[[[0], [3]]]])
_BATCH = (np.float32(x(2, 2, 2, 3)), *[np.float32(x(3))] * 4)
_GRADIENT = (np.float32(x(2, 2, 2, 3)), np.float32(y(2, 2, 2, 3)))
_THREE = [np.float32(x(3))] * 3
_IMAGE = np.float32(x(1, 2, 2, 4))
_LABELS = np.int64([[0, 0], [0, 1], [1, 0]]), i(1, 1, 0), i(4, 3)
_RANGE = (np.float32(0.3), np.float32(0.7))
_RANGES = np.float32([0.3, 0.2, 0.4]), np.float32([0.7, 0.8, 0.6])
_UNIT = (np.float64(-1), np.float64(1))
_PADS = np.int32([[1, 0], [0, 1]])

SAMPLES = {
    "BatchToSpace": [call(x(4, 1, 2, 3), np.int32([[0, 1], [1, 0]]), block_size=2)],
    "BatchToSpaceND": [call(x(6, 2, 1, 2), i(2, 3), _PADS)],
    "CTCBeamSearchDecoder": [
        call(np.float32(x(4, 2, 3)), i(4, 3), beam_width=4, top_paths=2)
    ],
    "CTCGreedyDecoder": [call(np.float32(x(4, 2, 3)), i(4, 3), merge_repeated=True)],
    "CTCLoss": [call(x(4, 2, 3), *_LABELS)],
    "CTCLossV2": [call(np.float32(x(4, 2, 3)), _LABELS[0], i(1, 1, 2), i(4, 3))],
    "DepthToSpace": [call(x(1, 2, 1, 8), block_size=2)],
    "DepthwiseConv2dNative": [call(x(1, 4, 3, 2), y(2, 2, 2, 3), **_WINDOW)],
    "DepthwiseConv2dNativeBackpropFilter": [
        call(x(1, 4, 3, 2), i(2, 2, 2, 3), y(1, 2, 3, 6), **_WINDOW)
    ],
    "DepthwiseConv2dNativeBackpropInput": [
        call(i(1, 4, 3, 2), x(2, 2, 2, 3), y(1, 2, 3, 6), **_WINDOW)
    ],
    "Dilation2D": [call(x(1, 4, 3, 2), 0.37 * y(2, 2, 2), **_MORPHOLOGY)],
    "Dilation2DBackpropFilter": [
        call(x(1, 4, 3, 2), y(2, 2, 2), x(1, 4, 3, 2), **_MORPHOLOGY)
    ],
    "Dilation2DBackpropInput": [
        call(x(1, 4, 3, 2), y(2, 2, 2), x(1, 4, 3, 2), **_MORPHOLOGY)
    ],
    "ExtractImagePatches": [
        call(x(1, 4, 3, 2), ksizes=[1, 2, 2, 1], rates=[1, 1, 2, 1], **_WINDOW)
    ],
    "ExtractVolumePatches": [
        call(
            x(1, 3, 2, 2, 1),
            ksizes=[1, 2, 2, 1, 1],
            strides=[1, 1, 2, 1, 1],
            padding=b"VALID",
        )
    ],
    "FakeQuantWithMinMaxArgs": [call(np.float32(x(2, 3)), min=0.3, max=0.7)],
    "FakeQuantWithMinMaxArgsGradient": [
        call(np.float32(x(2, 3)), np.float32(y(2, 3)), min=0.3, max=0.7)
    ],
    "FakeQuantWithMinMaxVars": [call(np.float32(x(2, 3)), *_RANGE)],
    "FakeQuantWithMinMaxVarsGradient": [
        call(np.float32(x(2, 3)), np.float32(y(2, 3)), *_RANGE)
    ],
    "FakeQuantWithMinMaxVarsPerChannel": [call(np.float32(x(2, 3)), *_RANGES)],
    "FakeQuantWithMinMaxVarsPerChannelGradient": [
        call(np.float32(x(2, 3)), np.float32(y(2, 3)), *_RANGES)
    ],
    "FusedBatchNorm": [call(*_BATCH)],
    "FusedBatchNormV2": [call(*_BATCH, is_training=False)],
    "FusedBatchNormV3": [
        call(np.float32(x(2, 3, 2, 2)), *_BATCH[1:], data_format=b"NCHW")
    ],
    "FusedBatchNormGrad": [call(*_GRADIENT, *_THREE)],
    "FusedBatchNormGradV2": [call(*_GRADIENT, *_THREE)],
    "FusedBatchNormGradV3": [
        call(*_GRADIENT, *_THREE, np.float32([]), is_training=False)
    ],
    "IsotonicRegression": [call(x(2, 4) ** 3, output_dtype=dtypes.float64)],
    "LRN": [call(_IMAGE, depth_radius=1)],
    "LRNGrad": [call(_IMAGE, _IMAGE, _IMAGE, depth_radius=1)],
    "MaxPoolWithArgmax": [call(x(2, 4, 3, 2), **_POOL)],
    "MaxPoolGradWithArgmax": [call(x(1, 2, 2, 1), y(1, 1, 2, 1), _ARGMAX, **_POOL)],
    "MaxPoolGradGradWithArgmax": [call(x(1, 2, 2, 1), y(1, 2, 2, 1), _ARGMAX, **_POOL)],
    "QuantizeAndDequantizeV2": [call(np.float32(x(2, 3)), *map(np.float32, _UNIT))],
    "QuantizeAndDequantizeV3": [
        call(np.float32(x(2, 3)), *map(np.float32, _UNIT), np.int32(8))
    ],
    "QuantizeAndDequantizeV4": [
        call(np.float32(x(2, 3)), *map(np.float32, _UNIT), range_given=True)
    ],
    "QuantizeAndDequantizeV4Grad": [call(x(2, 3), y(2, 3), *_UNIT)],
    "SpaceToBatch": [call(x(1, 1, 3, 2), np.int32([[1, 0], [0, 1]]), block_size=2)],
    "SpaceToBatchND": [call(x(1, 3, 2, 2), i(2, 3), _PADS)],
    "SpaceToDepth": [
        call(x(1, 4, 2, 3), block_size=2),
        call(x(1, 3, 4, 2), block_size=2, data_format=b"NCHW"),
    ],
}
