"""Sums and extremes of the rows with one number, in ONNX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("onnx", reason="the extra onnx is not installed")

from tests.graphir.onnx.writing.checked import check_out_and_in

X = np.array([[-2.0, -0.5, 0.0], [0.25, 3.0, 7.0]], np.float32)
INFINITE = np.array([[np.inf, 1.0], [np.inf, np.inf]], np.float32)
IDS = np.array([0, 2], np.int32)
BOXES = np.array([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 2, 1, 3]], np.float32)

CASES: dict[str, tuple[Callable[..., Any], list[Any]]] = {
    "segment_sum": (tf.math.segment_sum, [X, IDS]),
    "segment_mean": (tf.math.segment_mean, [X, IDS]),
    "segment_max": (tf.math.segment_max, [X, IDS]),
    "segment_min": (tf.math.segment_min, [X, IDS]),
    "segment_prod": (tf.math.segment_prod, [X, IDS]),
    **{
        f.__name__: (lambda x, i, f=f: f(x, i, 4), [X, np.array([1, -1], np.int32)])
        for f in (
            *(tf.math.unsorted_segment_sum, tf.math.unsorted_segment_prod),
            *(tf.math.unsorted_segment_max, tf.math.unsorted_segment_min),
        )
    },
    "infinite_max": (tf.math.segment_max, [-INFINITE, IDS]),
    "infinite_min": (tf.math.segment_min, [INFINITE, IDS]),
    "whole_max": (tf.math.segment_max, [np.array([-128, 5], np.int8), IDS]),
    "unsorted_infinite_max": (
        lambda x, i: tf.math.unsorted_segment_max(x, i, 4),
        [-INFINITE, IDS],
    ),
    "non_max_suppression": (
        lambda b, s: tf.image.non_max_suppression(b, s, 3, 0.5, 0.2),
        [BOXES, np.array([0.5, 0.9, 0.3], np.float32)],
    ),
}


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_out_and_in_again(name: str, is_open: bool) -> None:
    function, args = CASES[name]
    check_out_and_in(function, args, is_open=is_open)
