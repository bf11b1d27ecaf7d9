"""Ragged tensors as text."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.strings.ragged_text import ragged_text


@pytest.mark.parametrize(
    ("rows", "summarize", "expected"),
    [
        ([[1, 2], []], -1, "[[1, 2], []]"),
        ([[1, 2, 3, 4, 5]], 1, "[[1, ..., 5]]"),
        ([[1], [2], [3]], 1, "[[1], ..., [3]]"),
        ([[1, 2]], 1, "[[1, 2]]"),
        ([[0.5]], -1, "[[0.500000]]"),
        ([["a'b", "\\"]], -1, r"[['a\'b', '\\']]"),
        ([[True]], -1, "[[true]]"),
        ([[[1], [2, 3]]], -1, "[[[1], [2, 3]]]"),
    ],
)
@pytest.mark.parametrize("is_traced", [False, True])
def test_text(rows: Any, summarize: int, expected: str, is_traced: bool) -> None:
    run = tf.function(ragged_text) if is_traced else ragged_text
    found = run(tf.ragged.constant(rows), summarize)
    assert found.numpy().decode() == expected
