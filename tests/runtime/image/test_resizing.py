"""Resizing: what holds for every method, and sizes that are not known while tracing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

METHODS = [
    "bilinear",
    "nearest",
    "bicubic",
    "area",
    "lanczos3",
    "lanczos5",
    "gaussian",
    "mitchellcubic",
]
SIZES = [(3, 2), (9, 7), (1, 1)]
IMAGE = tf.constant(np.random.default_rng(2).random((2, 6, 5, 3)), tf.float32)
OPEN = tf.TensorSpec([None, None, None, 3])


@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("method", METHODS)
def test_one_color_stays_that_color(
    method: str, size: tuple[int, int], antialias: bool
) -> None:
    found = tf.image.resize(tf.fill([6, 5, 2], 0.75), size, method, antialias=antialias)
    np.testing.assert_allclose(found.numpy(), np.full((*size, 2), 0.75), rtol=1e-5)


@pytest.mark.parametrize("method", ["bilinear", "nearest", "bicubic", "area"])
def test_same_size_is_the_same_image(method: str) -> None:
    found = tf.image.resize(IMAGE, [6, 5], method)
    np.testing.assert_allclose(found.numpy(), IMAGE.numpy(), atol=1e-6)


def test_area_is_the_mean_of_what_is_covered() -> None:
    found = tf.image.resize(IMAGE[:, :, :4], [3, 2], "area")
    blocks = IMAGE.numpy()[:, :, :4].reshape(2, 3, 2, 2, 2, 3)
    np.testing.assert_allclose(found.numpy(), blocks.mean((2, 4)), rtol=1e-5)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "float16", "float64", "bfloat16"])
def test_nearest_neighbor_keeps_the_dtype(dtype: str) -> None:
    image = tf.cast(IMAGE * 9, dtype)
    assert tf.image.resize(image, [3, 4], "nearest").dtype == dtype
    assert tf.image.resize(image, [3, 4]).dtype == tf.float32


def test_an_infinite_element_stays_where_it_is() -> None:
    row = tf.constant([[[1.0], [float("inf")], [1.0], [1.0], [1.0]]])
    found = tf.image.resize(row, [1, 10]).numpy().ravel()
    assert np.isfinite(found[5:]).all()


@pytest.mark.parametrize(
    "function",
    [
        lambda x: tf.image.resize(x, [3, 9], preserve_aspect_ratio=True),
        lambda x: tf.image.resize(x, [3, 9], "lanczos3", antialias=True),
        lambda x: tf.image.resize_with_pad(x, 8, 9),
        lambda x: tf.image.resize_with_crop_or_pad(x, 8, 3),
        lambda x: tf.image.central_crop(x, 0.5),
        lambda x: tf.image.crop_to_bounding_box(x, 1, 1, 2, 2),
        lambda x: tf.image.pad_to_bounding_box(x, 1, 1, 9, 9),
        lambda x: tf.image.stateless_random_flip_left_right(x, (1, 2)),
        lambda x: tf.image.per_image_standardization(x),
        lambda x: tf.image.rgb_to_grayscale(x),
        lambda x: tf.image.rgb_to_yuv(x),
        lambda x: tf.image.sobel_edges(x),
        lambda x: tf.image.ssim(x, x * 0.9, 1.0, filter_size=3),
        lambda x: tf.image.ssim_multiscale(x, x, 1.0, (0.5, 0.5), filter_size=2),
        lambda x: tf.image.total_variation(x),
    ],
)
def test_sizes_that_are_not_known_while_tracing(function: Any) -> None:
    traced = tf.function(function, input_signature=[OPEN])
    wanted = function(IMAGE).numpy()
    np.testing.assert_allclose(traced(IMAGE).numpy(), wanted, rtol=1e-5, atol=1e-6)


def test_turns_that_are_not_known_while_tracing() -> None:
    traced = tf.function(tf.image.rot90)
    for count in range(-1, 5):
        found = traced(IMAGE, tf.constant(count)).numpy()
        np.testing.assert_array_equal(found, np.rot90(IMAGE.numpy(), count, (1, 2)))
