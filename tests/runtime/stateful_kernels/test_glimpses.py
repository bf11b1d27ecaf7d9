"""Windows of images, padded with noise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

IMAGE = np.arange(1, 21, dtype=np.float32).reshape(1, 4, 5, 1)


def glimpse(offset: Any, size: Any = (2, 2), **attrs: Any) -> Any:
    given: dict[str, Any] = {"centered": False, "normalized": False, **attrs}
    given.setdefault("uniform_noise", given.get("noise") is None)
    found = tf.raw_ops.ExtractGlimpseV2(
        input=IMAGE, size=list(size), offsets=np.float32([offset]), **given
    )
    return found.numpy()[0, :, :, 0]


def test_windows_within_the_image_are_cut_out() -> None:
    """By their first pixel, or around a point counted from the middle."""
    np.testing.assert_array_equal(glimpse([1, 2]), IMAGE[0, 1:3, 2:4, 0])
    middle = glimpse([0, 0], (4, 4), centered=True, normalized=True)
    np.testing.assert_array_equal(middle, IMAGE[0, :, :4, 0])


def test_what_lies_outside_is_noise() -> None:
    zeros = glimpse([-1, -1], (3, 3), noise="zero")
    np.testing.assert_array_equal(zeros[1:, 1:], IMAGE[0, :2, :2, 0])
    assert not zeros[:1].any()
    assert not zeros[:, :1].any()
    noisy = glimpse([-1, -1], (3, 3), noise="uniform")
    np.testing.assert_array_equal(noisy[1:, 1:], IMAGE[0, :2, :2, 0])
    assert ((noisy[:1] >= 0) & (noisy[:1] < 1)).all()
    assert np.isfinite(glimpse([-1, -1], (3, 3), noise="gaussian")).all()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"size": (0, 2)}, "two positive numbers"),
        ({"noise": "loud"}, "uniform, gaussian or zero, not 'loud'"),
        ({"noise": "zero", "uniform_noise": True}, "specified at the same time"),
    ],
)
def test_what_is_refused(given: Any, told: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        glimpse([0, 0], **given)
    with pytest.raises(tf.errors.InvalidArgumentError, match="4-dimensional"):
        tf.raw_ops.ExtractGlimpse(input=[[1.0]], size=[1, 1], offsets=[[0.0, 0.0]])
