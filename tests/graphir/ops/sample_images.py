"""Calls of ops on images; in float32, since most of them compute in nothing wider."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from tests.graphir.ops.calls import call, i, n, x, y


def _f(array: object) -> np.ndarray:
    return np.asarray(array, np.float32)


_CENTERED = {"align_corners": False, "half_pixel_centers": True}
_CORNERS = {"align_corners": True, "half_pixel_centers": False}
_IMAGE = _f(x(2, 4, 3, 2))
_BOXES = _f([[0, 0, 1, 1], [0, 0, 0.9, 1], [0.5, 0.25, 1.5, 1]])
_SCORES = _f([0.4, 0.9, 0.6])
_HALF = np.float32(0.5)
_COLORS = _f(x(2, 3, 3))
_KERNEL = {"kernel_type": b"keyscubic", "antialias": True}
_SCALE = (_f([0.7, 1.5]), _f([0.5, -1]))

SAMPLES = {
    "ResizeBilinear": [
        call(_IMAGE, i(3, 5), **_CENTERED),
        call(_IMAGE, i(1, 1), **_CORNERS),
        call(np.arange(12, dtype=np.uint8).reshape(1, 3, 4, 1), i(6, 2)),
    ],
    "ResizeBilinearGrad": [call(_f(y(2, 3, 5, 2)), _IMAGE, **_CENTERED)],
    "ResizeBicubic": [
        call(_IMAGE, i(3, 5), **_CENTERED),
        call(_IMAGE, i(7, 2), **_CORNERS),
    ],
    "ResizeBicubicGrad": [call(_f(y(2, 3, 5, 2)), _IMAGE, **_CENTERED)],
    "ResizeArea": [call(_IMAGE, i(3, 5)), call(_IMAGE, i(2, 1), align_corners=True)],
    "ResizeNearestNeighbor": [
        call(x(2, 4, 3, 2), i(3, 5), **_CENTERED),
        call(x(2, 4, 3, 2), i(7, 2), **_CORNERS),
    ],
    "ResizeNearestNeighborGrad": [call(x(2, 3, 5, 2), i(4, 3), **_CENTERED)],
    "ScaleAndTranslate": [call(_IMAGE, i(3, 5), *_SCALE, **_KERNEL)],
    "ScaleAndTranslateGrad": [call(_f(y(2, 3, 5, 2)), _IMAGE, *_SCALE, **_KERNEL)],
    "RGBToHSV": [call(x(2, 2, 3)), call(x(3)), call(x(0, 3))],
    "HSVToRGB": [call(_COLORS), call(_f(x(3)))],
    "AdjustContrastv2": [call(_COLORS, np.float32(1.5))],
    "AdjustHue": [call(_COLORS, np.float32(0.3))],
    "AdjustSaturation": [call(_COLORS, np.float32(1.5))],
    "CropAndResize": [
        call(_IMAGE, _BOXES, i(0, 1, 0), i(2, 4)),
        call(_IMAGE, _BOXES, i(0, 1, 0), i(1, 4), method=b"nearest"),
    ],
    "CropAndResizeGradImage": [
        call(_f(y(3, 2, 4, 2)), _BOXES, i(0, 1, 0), i(2, 4, 3, 2), T=dtypes.float64)
    ],
    "CropAndResizeGradBoxes": [call(_f(y(3, 2, 4, 2)), _IMAGE, _BOXES, i(0, 1, 0))],
    "ImageProjectiveTransformV2": [
        call(
            _IMAGE,
            _f([[0.5, 0.2, -1, 0.1, 1.5, 0.3, 0.01, 0.02]]),
            i(3, 5),
            interpolation=b"NEAREST",
            fill_mode=b"WRAP",
        )
    ],
    "ImageProjectiveTransformV3": [
        call(
            _IMAGE,
            _f([[0.5, 0.2, -1, 0.1, 1.5, 0.3, 0.01, 0.02]] * 2),
            i(3, 5),
            _HALF,
            interpolation=b"BILINEAR",
            fill_mode=b"REFLECT",
        )
    ],
    "DrawBoundingBoxes": [call(_f(x(1, 4, 4, 3)), _BOXES[None])],
    "DrawBoundingBoxesV2": [
        call(_f(x(1, 4, 4, 3)), _BOXES[None], _f([[1, 0, 0], [0, 1, 0]]))
    ],
    "NonMaxSuppression": [call(_BOXES, _SCORES, n(2), iou_threshold=0.5)],
    "NonMaxSuppressionV2": [call(_BOXES, _SCORES, n(2), _HALF)],
    "NonMaxSuppressionV3": [call(_BOXES, _SCORES, n(3), _HALF, _HALF)],
    "NonMaxSuppressionV4": [
        call(_BOXES, _SCORES, n(5), _HALF, _HALF, pad_to_max_output_size=True)
    ],
    "NonMaxSuppressionV5": [
        call(_BOXES, _SCORES, n(5), _HALF, np.float32(0), _HALF),
        call(_BOXES, _SCORES, n(5), _HALF, _HALF, _HALF, pad_to_max_output_size=True),
    ],
    "NonMaxSuppressionWithOverlaps": [
        call(_f(np.eye(3)), _SCORES, n(2), _HALF, np.float32(0))
    ],
    "CombinedNonMaxSuppression": [
        call(
            _BOXES[None, :, None],
            _SCORES[None, :, None],
            n(2),
            n(4),
            _HALF,
            np.float32(0),
        )
    ],
    "CheckNumerics": [call(x(2, 3), message=b"checked"), call(x(0), message=b"")],
    "CheckNumericsV2": [call(x(2, 3), message=b"checked")],
}
