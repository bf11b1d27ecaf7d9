"""Tests of tensors as text: as TensorFlow's kernels print them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.ops.strings.summaries import first_elements, summarized

# Recorded from TensorFlow 2.21: StringFormat and Assert with `summarize`.
CASES: list[Any] = [
    (np.arange(10), 3, "[0 1 2 ... 7 8 9]", "0 1 2..."),
    (np.arange(7), 3, "[0 1 2 ... 4 5 6]", "0 1 2..."),
    (np.arange(6), 3, "[0 1 2 3 4 5]", "0 1 2..."),
    (np.arange(3), 1, "[0 ... 2]", "0..."),
    (np.arange(4), -1, "[0 1 2 3]", "0 1 2 3"),
    (np.float32(0.1), 3, "0.1", "0.1"),
    (np.array([np.pi, 1e-5, 1e20], np.float32), 3, "[3.14159274 1e-05 1e+20]", None),
    (
        np.array([np.pi, 1 / 3], np.float64),
        3,
        "[3.1415926535897931 0.33333333333333331]",
        None,
    ),
    (np.array([np.nan, -np.inf, -0.0], np.float32), 3, "[nan -inf -0]", None),
    (np.array([True, False]), 3, "[1 0]", "1 0"),
    (np.zeros((0, 2), np.float32), 3, "[]", ""),
    (np.eye(2, dtype=int), 3, "[[1 0]\n [0 1]]", "[1 0][0...]..."),
    (np.zeros((1, 2, 1), int), 3, "[[[0]\n  [0]]]", "[[0][0]]"),
    (np.array([b'a"b\n', b"c"], object), 3, '["a\\"b\\n" "c"]', 'a\\"b\\n c'),
    (np.array("é".encode(), object), 3, '"é"', "é"),
]


@pytest.mark.parametrize(("array", "limit", "text", "start"), CASES)
def test_text_is_that_of_tensorflow(
    array: Any, limit: int, text: str, start: str | None
) -> None:
    assert summarized(array, limit) == text
    if start is not None:
        assert first_elements(array, limit) == start
