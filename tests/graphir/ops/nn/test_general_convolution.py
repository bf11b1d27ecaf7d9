"""Conv over batch axes, against the convolutions with one; gradients by a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


def _random(*shape: int) -> Any:
    return tf.constant(np.random.default_rng(sum(shape)).normal(size=shape), tf.float32)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("rank", [2, 3])
@pytest.mark.parametrize("batch", [(2,), (2, 3)])
def test_it_is_the_convolution_of_the_merged_batch(
    batch: tuple[int, ...], rank: int, padding: str
) -> None:
    spatial = (5, 4, 3)[:rank]
    images, kernel = _random(*batch, *spatial, 2), _random(*[2] * rank, 2, 3)
    strides = [1, *[2] * rank, 1]
    found = tf.conv(images, kernel, strides, padding, batch_dims=len(batch))
    merged = tf.reshape(images, [-1, *spatial, 2])
    expected = tf.nn.convolution(merged, kernel, strides[1:-1], padding)
    np.testing.assert_array_equal(
        found, tf.reshape(expected, [*batch, *expected.shape[1:]])
    )
    traced = tf.function(lambda x: tf.conv(x, kernel, strides, padding, batch_dims=1))
    if len(batch) == 1:
        assert traced.get_concrete_function(images).output_shapes == found.shape


def test_channels_first_groups_and_dilations() -> None:
    images, kernel = _random(2, 6, 6, 4), _random(2, 2, 2, 6)
    options: dict[str, Any] = {"dilations": [1, 2, 2, 1], "groups": 2}
    last = tf.conv(images, kernel, [1, 1, 1, 1], "VALID", **options)
    first = tf.conv(
        tf.transpose(images, [0, 3, 1, 2]),
        kernel,
        [1, 1, 1, 1],
        "VALID",
        data_format="CHANNELS_FIRST",
        groups=2,
        dilations=[1, 1, 2, 2],
    )
    np.testing.assert_array_equal(tf.transpose(first, [0, 2, 3, 1]), last)
    parts = [
        tf.nn.conv2d(part, filters, 1, "VALID", dilations=2)
        for part, filters in zip(tf.split(images, 2, -1), tf.split(kernel, 2, -1))
    ]
    np.testing.assert_allclose(tf.concat(parts, -1), last, rtol=1e-6)


def test_gradients_take_a_tensor_for_its_shape() -> None:
    images, kernel = _random(2, 5, 5, 2), _random(3, 3, 2, 4)
    change = _random(2, 3, 3, 4)
    rest = {"strides": [1, 1, 1, 1], "padding": "VALID"}
    np.testing.assert_array_equal(
        tf.conv2d_backprop_input_v2(images, kernel, change, **rest),
        tf.raw_ops.Conv2DBackpropInput(
            input_sizes=[2, 5, 5, 2], filter=kernel, out_backprop=change, **rest
        ),
    )
    np.testing.assert_array_equal(
        tf.conv2d_backprop_filter_v2(images, kernel, change, **rest),
        tf.raw_ops.Conv2DBackpropFilter(
            input=images, filter_sizes=[3, 3, 2, 4], out_backprop=change, **rest
        ),
    )


@pytest.mark.parametrize(
    ("kernel", "options", "message"),
    [
        ((2, 2, 2, 3), {"strides": [1, 1]}, "2 or 3 spatial dimensions"),
        ((2, 2, 1, 2), {}, "make 2 groups, not 1"),
        ((2, 2, 2, 3), {"batch_dims": 0}, "batch_dims must be positive"),
    ],
)
def test_misuse_is_refused(
    kernel: tuple[int, ...], options: dict[str, Any], message: str
) -> None:
    given = {"strides": [1, 1, 1, 1], "padding": "VALID", **options}
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        tf.conv(_random(2, 4, 4, 2), _random(*kernel), **given)
