"""Boxes for random crops: within the image, and with a share of an object."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

SIZE = [20, 30, 3]
OBJECT = [[[0.25, 0.2, 0.75, 0.8]]]


def crop(op: str, covered: float, **attrs: Any) -> Any:
    given: dict[str, Any] = {"seed": 3, "seed2": 4, "max_attempts": 200, **attrs}
    if op.endswith("V2"):
        return getattr(tf.raw_ops, op)(
            image_size=SIZE,
            bounding_boxes=OBJECT,
            min_object_covered=covered,
            **given,
        )
    return getattr(tf.raw_ops, op)(
        image_size=SIZE, bounding_boxes=OBJECT, min_object_covered=covered, **given
    )


OPS = ["SampleDistortedBoundingBox", "SampleDistortedBoundingBoxV2"]


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("covered", [0.1, 0.5, 1.0])
def test_enough_of_the_object_is_in_the_crop(op: str, covered: float) -> None:
    begin, size, box = crop(op, covered)
    top, left = begin.numpy()[:2]
    height, width = size.numpy()[:2]
    assert 0 <= top <= top + height <= 20
    assert 0 <= left <= left + width <= 30
    assert (int(begin[2]), int(size[2])) == (0, -1)
    found = np.array([top / 20, left / 30, (top + height) / 20, (left + width) / 30])
    np.testing.assert_allclose(box.numpy()[0, 0], found, rtol=1e-6)
    low = np.maximum(found[:2], [0.25, 0.2])
    high = np.minimum(found[2:], [0.75, 0.8])
    share = np.prod(np.maximum(high - low, 0)) / (0.5 * 0.6)
    assert share >= covered - 0.1


@pytest.mark.parametrize("op", OPS)
def test_seeds_say_which(op: str) -> None:
    def crops(seed: int) -> list[Any]:
        tf.random.set_seed(None)  # begins the sequences of all seeds anew
        found = [crop(op, 0.1, seed=seed) for _ in range(5)]
        return [[each.numpy().tolist() for each in box] for box in found]

    first = crops(5)
    assert crops(5) == first
    assert crops(6) != first
