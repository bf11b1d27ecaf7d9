"""Tensors of one value: sizes that need int64."""

from __future__ import annotations

import runtime as tf


def test_sizes_beyond_int32() -> None:
    assert tf.fill([0, 2_300_000_000], 1.0).shape == [0, 2_300_000_000]
    with tf.Graph().as_default():
        assert tf.fill([2_300_000_000], 1.0).shape == [2_300_000_000]
