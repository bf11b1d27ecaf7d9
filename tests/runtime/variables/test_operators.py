"""Operators of variables are those of their values."""

from __future__ import annotations

import operator
from typing import Any

import pytest

import runtime as tf

BINARY = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow"]
COMPARISONS = ["lt", "le", "gt", "ge"]


@pytest.mark.parametrize("name", [*BINARY, *COMPARISONS])
def test_numbers_on_either_side(name: str) -> None:
    function = getattr(operator, name)
    variable = tf.Variable([7, 2])
    assert function(variable, 3).numpy().tolist() == [function(7, 3), function(2, 3)]
    assert function(3, variable).numpy().tolist() == [function(3, 7), function(3, 2)]


@pytest.mark.parametrize("name", ["and_", "or_", "xor"])
def test_bools(name: str) -> None:
    function = getattr(operator, name)
    variable = tf.Variable([True, False])
    expected = [function(True, True), function(False, True)]
    assert function(variable, True).numpy().tolist() == expected
    assert function(True, variable).numpy().tolist() == expected


def test_products_and_single_operands() -> None:
    matrix = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    one = tf.constant([[1.0], [1.0]])
    assert (matrix @ one).numpy().tolist() == [[3.0], [7.0]]
    assert (tf.transpose(one) @ matrix).numpy().tolist() == [[4.0, 6.0]]
    assert (-tf.Variable(2)).numpy() == -2
    assert abs(tf.Variable(-2)).numpy() == 2
    assert (~tf.Variable(True)).numpy() == False  # noqa: E712


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("iadd", r"variable.assign_add\(value\)"),
        ("isub", r"variable.assign_sub\(value\)"),
        ("imul", r"variable.assign\(variable \* value\)"),
        ("itruediv", r"variable.assign\(variable / value\)"),
        ("ipow", r"variable.assign\(variable \*\* value\)"),
    ],
)
def test_a_change_in_place_says_what_to_write(name: str, instead: Any) -> None:
    with pytest.raises(RuntimeError, match=f"is not supported. Use `{instead}`"):
        getattr(operator, name)(tf.Variable(1.0), 2.0)
