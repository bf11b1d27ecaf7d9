"""Arguments of sliding windows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.nn.windows import (
    channels_first,
    check_steps,
    format_of,
    padding_attrs,
    per_axis,
    with_flat_batch,
)


@pytest.mark.parametrize(
    ("value", "data_format", "expected"),
    [
        (None, "NHWC", [1, 1, 1, 1]),
        (3, "NHWC", [1, 3, 3, 1]),
        ([2, 3], "NHWC", [1, 2, 3, 1]),
        ([2, 3], "NCHW", [1, 1, 2, 3]),
        ([1, 2, 3, 4], "NCHW", [1, 2, 3, 4]),
        (np.array([5]), "NHWC", [1, 5, 5, 1]),
        (tf.constant([2, 3]), "NHWC", [1, 2, 3, 1]),
    ],
)
def test_one_entry_for_each_axis(value: Any, data_format: str, expected: Any) -> None:
    assert per_axis(value, 2, data_format, "strides") == expected


@pytest.mark.parametrize(
    ("value", "error", "told"),
    [
        ([1, 2, 3], ValueError, "should be of length 1, 2 or 4.*of length 3"),
        ([], ValueError, "of length 0"),
        ("ab", TypeError, "`strides` takes integers, not 'ab'"),
    ],
)
def test_other_numbers_of_entries(value: Any, error: Any, told: str) -> None:
    with pytest.raises(error, match=told):
        per_axis(value, 2, "NHWC", "strides")


def test_formats() -> None:
    assert [format_of(n, None) for n in (1, 2, 3)] == ["NWC", "NHWC", "NDHWC"]
    assert [channels_first(each) for each in (None, "NHWC", "NCHW")] == [
        False,
        False,
        True,
    ]
    with pytest.raises(ValueError, match="must be 'NWC' or 'NCW'. Received: data_form"):
        format_of(1, "NHWC")


def test_steps_and_dilations() -> None:
    check_steps([1, 2, 2, 1], [1, 1, 1, 1])
    check_steps([1, 1], [1, 3])
    with pytest.raises(ValueError, match="not supported in conjunction"):
        check_steps([1, 2], [2, 1])
    with pytest.raises(ValueError, match="must be positive"):
        check_steps([1], [0])


def test_paddings() -> None:
    assert padding_attrs("SAME") == {"padding": b"SAME"}
    assert padding_attrs([[0, 0], [1, 2]]) == {
        "padding": b"EXPLICIT",
        "explicit_paddings": [0, 0, 1, 2],
    }
    with pytest.raises(ValueError, match="list/tuple of size 2"):
        padding_attrs([[1], [2]])


@pytest.mark.parametrize("batch", [[], [2], [2, 3], [0, 3]])
def test_any_number_of_batch_axes(batch: list[int]) -> None:
    value = tf.ones([*batch, 4, 5])
    seen: list[Any] = []

    def transpose(x: Any) -> Any:
        seen.append(x.shape.rank)
        return tf.linalg.matrix_transpose(x)

    assert with_flat_batch(value, 2, transpose).shape == [*batch, 5, 4]
    assert seen == [min(3, 2 + len(batch))]
