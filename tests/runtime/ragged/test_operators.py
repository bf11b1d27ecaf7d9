"""Operators of ragged tensors, on either side."""

from __future__ import annotations

import operator
from typing import Any

import pytest

import runtime as tf

NUMBERS = tf.ragged.constant([[6, 7], [-3]])
BOOLS = tf.ragged.constant([[True, False], [True]])
BINARY = ["add", "sub", "mul", "truediv", "floordiv", "mod", "lt", "le", "gt", "ge"]


@pytest.mark.parametrize("name", [*BINARY, "pow"])
@pytest.mark.parametrize("is_reflected", [False, True])
def test_numbers(name: str, is_reflected: bool) -> None:
    function = getattr(operator, name)
    base = tf.cast(NUMBERS, tf.float32) if name == "pow" else NUMBERS
    other = 2.0 if name == "pow" else 4

    def of(x: Any) -> Any:
        return function(other, x) if is_reflected else function(x, other)

    assert of(base).row_lengths().numpy().tolist() == [2, 1]
    assert of(base).values.numpy().tolist() == pytest.approx([of(6), of(7), of(-3)])


@pytest.mark.parametrize("name", ["and_", "or_", "xor"])
def test_bools(name: str) -> None:
    function = getattr(operator, name)
    other = tf.ragged.constant([[False, True], [True]])
    expected = [[function(True, False), function(False, True)], [function(True, True)]]
    assert function(BOOLS, other).to_list() == expected
    assert function(True, BOOLS).to_list() == [
        [function(True, True), function(True, False)],
        [function(True, True)],
    ]


def test_single_operands() -> None:
    assert (-NUMBERS).to_list() == [[-6, -7], [3]]
    assert abs(NUMBERS).to_list() == [[6, 7], [3]]
    assert (~BOOLS).to_list() == [[False, True], [False]]


def test_equality_is_by_element_and_none_is_no_tensor() -> None:
    assert (NUMBERS == 7).to_list() == [[False, True], [False]]
    assert (NUMBERS != 7).to_list() == [[True, False], [True]]
    assert (NUMBERS == None) is False  # noqa: E711
    assert (NUMBERS != None) is True  # noqa: E711
