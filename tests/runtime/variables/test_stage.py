"""Python's statements over variables while a graph is traced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from runtime.variables.stage import VariableStage


def branch(v: Any) -> Any:
    if v:
        return 1
    return 0


def choice(v: Any) -> Any:
    return 1 if v else 0


def negation(v: Any) -> Any:
    return 0 if not v else 1


def both(v: Any) -> Any:
    return 1 if v and v else 0


def either(v: Any) -> Any:
    return 1 if v or v else 0


def repeated(v: Any) -> Any:
    n = 0
    while v:
        n += 1
        v.assign(False)
    return n


@pytest.mark.parametrize(
    "function",
    [branch, choice, negation, both, either, repeated],
    ids=lambda f: f.__name__,
)
def test_a_condition_reads_the_variable_each_time(
    function: Callable[[Any], Any],
) -> None:
    variable = tf.Variable(False)
    traced = tf.function(lambda: function(variable))
    assert int(traced()) == 0
    variable.assign(True)
    assert int(traced()) == 1


def test_loops_over_rows_and_membership() -> None:
    rows = tf.Variable([1, 2, 3])

    @tf.function
    def total() -> Any:
        found = 0
        for each in rows:
            found += each
        return found, 3 in rows

    assert [int(each) for each in total()] == [6, 1]
    rows.assign([5, 5, 5])
    assert [int(each) for each in total()] == [15, 0]


def test_eagerly_python_decides() -> None:
    assert not VariableStage().owns(tf.Variable(True))
    assert branch(tf.Variable(True)) == 1
