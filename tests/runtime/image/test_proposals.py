"""Random crops: those of TensorFlow, recorded; and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

BOXES = [[[0.1, 0.2, 0.5, 0.6], [0.0, 0.0, 1.0, 1.0]]]
CROPS = [
    ([1, 2], [1, 32, 0], [90, 82, -1], [0.01, 0.16, 0.91, 0.57]),
    ([3, 4], [26, 72, 0], [66, 59, -1], [0.26, 0.36, 0.92, 0.655]),
    ([-5, 6], [18, 30, 0], [76, 92, -1], [0.18, 0.15, 0.94, 0.61]),
]


@pytest.mark.parametrize(("seed", "begin", "size", "box"), CROPS)
def test_the_seed_determines_the_crop(
    seed: list[int], begin: list[int], size: list[int], box: list[float]
) -> None:
    draw = tf.image.stateless_sample_distorted_bounding_box
    crop = draw([100, 200, 3], BOXES, seed)
    assert (crop[0].numpy().tolist(), crop[1].numpy().tolist()) == (begin, size)
    np.testing.assert_allclose(crop.bboxes.numpy(), [[box]], rtol=1e-6)


def test_ranges_and_cover_are_kept() -> None:
    draw = tf.image.stateless_sample_distorted_bounding_box
    box = np.float32([[[0.2, 0.2, 0.6, 0.6]]])
    for seed in range(20):
        begin, size, _ = draw(
            [100, 100, 1], box, [seed, 1], 0.5, (0.5, 2.0), (0.2, 0.4), 1000
        )
        (top, left, _), (height, width, _) = begin.numpy(), size.numpy()
        assert 0.2 <= height * width / 10_000 <= 0.4
        assert 0.45 <= width / height <= 2.1
        rows = min(top + height, 60) - max(top, 20)
        columns = min(left + width, 60) - max(left, 20)
        assert min(rows, columns) > 0
        assert rows * columns / 1600 >= 0.5


def test_seeded_crops_repeat_after_the_global_seed_is_set() -> None:
    def crops() -> list[Any]:
        tf.random.set_seed(5)
        draw = tf.image.sample_distorted_bounding_box
        return [draw([100, 200, 3], BOXES, 3).begin.numpy().tolist() for _ in range(2)]

    assert crops() == crops() == [[2, 4, 0], [0, 73, 0]]


def test_the_whole_image_where_nothing_fits() -> None:
    draw = tf.image.stateless_sample_distorted_bounding_box
    crop = draw([10, 7, 4], BOXES, [1, 2], area_range=[0.5, 0.2])
    assert crop.size.numpy().tolist() == [10, 7, -1]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"image_size": [10, 7]}, "must contain 3 elements"),
        ({"image_size": [[10, 7, 3]]}, "must be 1-dimensional"),
        ({"image_size": [10, -7, 3]}, "image width"),
        ({"bounding_boxes": [[0.0, 0.0, 1.0, 1.0]]}, "3-dimensional"),
        ({"bounding_boxes": [[[0.0, 0.0, 1.0]]]}, r"must have shape \[4\]"),
        ({"bounding_boxes": [[[0.0, 0.0, 1.5, 1.0]]]}, "1.5"),
        ({"bounding_boxes": np.zeros([0, 0, 4])}, "No bounding boxes provided"),
        ({"seed": [1, 2, 3]}, r"seed must have shape \[2\]"),
        ({"min_object_covered": -1.0}, "must be non-negative: -1"),
        ({"area_range": [0.5]}, "must specify 2 dimensions"),
        ({"area_range": [0.1, 1.5]}, "less then or equal to 1.0"),
        ({"aspect_ratio_range": [-3.0, 1.0]}, "Aspect ratio range"),
        ({"max_attempts": 0}, "Max attempts"),
    ],
)
def test_refused(given: dict[str, Any], message: str) -> None:
    call = {"image_size": [10, 7, 3], "bounding_boxes": BOXES, "seed": [1, 2], **given}
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        tf.image.stateless_sample_distorted_bounding_box(**call)
