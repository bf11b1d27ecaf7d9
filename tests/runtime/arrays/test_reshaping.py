"""Shapes that are known as a function is traced."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


@pytest.mark.parametrize(
    ("repeats", "axis", "expected"),
    [
        (3, 1, [None, 12]),
        ([3], -1, [None, 12]),
        ([1, 2, 3, 4], 1, [None, 10]),
        (3, 0, [None, 4]),
        (0, 1, [None, 0]),
    ],
)
def test_repeated_axes_have_known_lengths(
    repeats: Any, axis: int, expected: list[int | None]
) -> None:
    seen = []

    @tf.function(input_signature=[tf.TensorSpec([None, 4])])
    def repeated(x: Any) -> Any:
        y = tf.repeat(x, repeats, axis)
        seen.append(y.shape.as_list())
        return y

    result = repeated(tf.ones([2, 4]))
    assert seen == [expected]
    assert result.shape == tf.repeat(tf.ones([2, 4]), repeats, axis).shape
