"""Functions on images, against a live TensorFlow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.tensorflow_process import TensorFlowError, TensorFlowProcess

METHODS = (
    "bilinear",
    "nearest",
    "bicubic",
    "area",
    "lanczos3",
    "lanczos5",
    "gaussian",
    "mitchellcubic",
)
RESIZES = [
    f"image.resize(x, {size}, '{method}', antialias={antialias})"
    for method in METHODS
    for size in ([3, 2], [9, 7], [6, 5], [1, 12])
    for antialias in (False, True)
]
GEOMETRY = [
    "image.resize(x, [9, 20], preserve_aspect_ratio=True)",
    "image.resize_with_pad(x, 4, 9)",
    "image.resize_with_pad(x, 9, 4, method='nearest')",
    "image.resize_with_crop_or_pad(x, 4, 9)",
    "image.crop_to_bounding_box(x, 1, 2, 3, 2)",
    "image.pad_to_bounding_box(x, 1, 2, 9, 8)",
    "image.central_crop(x, 0.6)",
    "image.flip_left_right(x)",
    "image.flip_up_down(x)",
    "image.transpose(x)",
    "image.rot90(x, 3)",
    "image.crop_and_resize(x, [[0.1, -0.2, 0.8, 1.1]], [1], [3, 4])",
    "image.crop_and_resize(x, [[0, 0, 1, 1]], [0], [1, 2], 'nearest', 7.0)",
    "image.extract_patches(x, [1, 3, 2, 1], [1, 2, 1, 1], [1, 1, 2, 1], 'SAME')",
]
COLORS = [
    "image.adjust_brightness(x, 0.3)",
    "image.adjust_contrast(x, 1.7)",
    "image.adjust_gamma(x, 2.0, 0.5)",
    "image.adjust_hue(x, 0.3)",
    "image.adjust_saturation(x, 1.7)",
    "image.rgb_to_hsv(x)",
    "image.hsv_to_rgb(x)",
    "image.rgb_to_yiq(x)",
    "image.yiq_to_rgb(x)",
    "image.rgb_to_yuv(x)",
    "image.yuv_to_rgb(x)",
    "image.rgb_to_grayscale(x)",
    "image.grayscale_to_rgb(x[..., :1])",
    "image.per_image_standardization(x)",
    "image.convert_image_dtype(x, 'uint8', saturate=True)",
    "image.convert_image_dtype(tf.cast(x * 9, 'uint8'), 'int16')",
    "image.convert_image_dtype(tf.cast(x * 9, 'int32'), 'uint8')",
]
MEASURES = [
    "image.psnr(x, x * 0.9, 1.0)",
    "image.ssim(x, x * 0.9, 1.0, filter_size=3)",
    "image.ssim(x, x * 0.9, 1.0, filter_size=2, return_index_map=True)",
    "image.ssim_multiscale(x, x * 0.9, 1.0, (0.4, 0.6), filter_size=2)",
    "image.total_variation(x)",
    "image.image_gradients(x)[1]",
    "image.sobel_edges(x)",
]
CHANCE = [
    "image.stateless_random_flip_left_right(x, (1, 2))",
    "image.stateless_random_brightness(x, 0.3, (1, 2))",
    "image.stateless_random_contrast(x, 0.3, 0.9, (1, 2))",
    "image.stateless_random_hue(x, 0.3, (1, 2))",
    "image.stateless_random_saturation(x, 0.3, 0.9, (1, 2))",
    "image.stateless_random_crop(x, [1, 3, 2, 3], (1, 2))",
]
BOXES = [
    "image.non_max_suppression(b, s, 5, 0.3)",
    "image.non_max_suppression_with_scores(b, s, 9, 0.9, 0.1, 0.4)[1]",
    "image.non_max_suppression_padded(b, s, 9, 0.3, pad_to_max_output_size=True)[0]",
    "image.combined_non_max_suppression(b[None, :, None], s[None, :, None], 3, 5)[0]",
    "image.draw_bounding_boxes(x, tf.stack([b, b]), None)",
    "image.draw_bounding_boxes(x, tf.stack([b, b]), [[0.1, 0.2, 0.3]])",
]
REFUSED = [
    "image.resize(x, [3])",
    "image.resize(x, [0, 3])",
    "image.resize(x, [3, 3], method='unheard')",
    "image.resize(x[0, 0], [3, 3])",
    "image.central_crop(x, 1.5)",
    "image.crop_to_bounding_box(x, 0, 0, 99, 1)",
    "image.crop_to_bounding_box(x, tf.constant(9), 0, 2, 1)",
    "image.pad_to_bounding_box(x, 0, 0, 1, 1)",
    "image.resize_with_crop_or_pad(x, 0, 1)",
    "image.rgb_to_hsv(x[..., :2])",
    "image.adjust_hue(x[..., :2], 0.1)",
    "image.rgb_to_grayscale(x[..., :1])",
    "image.grayscale_to_rgb(x)",
    "image.adjust_gamma(x, -1.0)",
    "image.psnr(x, x[:, :2], 1.0)",
    "image.ssim(x, x, 1.0, filter_size=30)",
    "image.total_variation(x[0, 0])",
    "image.random_hue(x, 0.7)",
    "image.random_contrast(x, 0.9, 0.1)",
    "image.crop_and_resize(x, [[0.0, 0, 1, 1]], [7], [2, 2])",
    "image.crop_and_resize(x, [[0.0, 0, 1, 1]], [0], [0, 2])",
    "image.non_max_suppression(b, s, 5, 1.5)",
    "image.non_max_suppression(b, s[:2], 5)",
    "image.stateless_random_crop(x, [9, 9, 9, 9], (1, 2))",
]
ARGUMENTS = """
x = tf.constant(x, "float32", [2, 6, 5, 3])
b = tf.constant(b, "float32", [12, 4])
s = tf.constant(s, "float32", [12])
"""


def values() -> dict[str, list[float]]:
    """Images, boxes and scores, flat."""
    rng = np.random.default_rng(5)
    corners = rng.uniform(0, 1, (12, 2))
    boxes = np.concatenate([corners, corners + rng.uniform(0.1, 0.6, (12, 2))], 1)
    found = {"x": rng.uniform(-0.1, 1.1, 180), "b": boxes, "s": rng.uniform(0, 1, 12)}
    return {key: np.ravel(value).round(3).tolist() for key, value in found.items()}


@pytest.mark.parametrize(
    "call", [*RESIZES, *GEOMETRY, *COLORS, *MEASURES, *CHANCE, *BOXES]
)
def test_values_are_those_of_tensorflow(
    tensorflow_python: TensorFlowProcess, call: str
) -> None:
    code = f"{ARGUMENTS}y = tf.{call}\n"
    code += "result = [y.dtype.name, list(y.shape), y.numpy().ravel().tolist()]"
    dtype, shape, wanted = tensorflow_python.run(code, **values())
    names: dict[str, Any] = {"tf": tf, **values()}
    exec(f"{ARGUMENTS}y = tf.{call}", names)
    found = names["y"]
    assert (found.dtype.name, list(found.shape)) == (dtype, shape)
    np.testing.assert_allclose(
        found.numpy().ravel().astype(float), wanted, rtol=1e-4, atol=2e-5
    )


@pytest.mark.parametrize("call", REFUSED)
def test_refused_with_the_class_of_tensorflow(
    tensorflow_python: TensorFlowProcess, call: str
) -> None:
    code = f"{ARGUMENTS}result = str(tf.{call})"
    with pytest.raises(TensorFlowError) as theirs:
        tensorflow_python.run(code, **values())
    with pytest.raises(Exception) as ours:  # noqa: PT011 - the class is compared
        exec(code, {"tf": tf, **values()})
    assert theirs.value.kind in [each.__name__ for each in type(ours.value).__mro__]
