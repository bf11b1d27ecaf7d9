"""Both branches of an `if` are recorded; the variables are merged or refused."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.staging.flattening import DifferentTypesError, NoneValueError
from runtime.staging.partial_values import UndefinedInBranchError


@tf.function
def merged(x):
    if x > 0:
        y, z = x * 2, [x, (x, 1)]
    else:
        y, z = 0, [x, (-x, 2)]
    return y, z


@tf.function
def chosen(x, a, b):
    return (a if x > 0 else b), x > 0 and x < 9, x > 5 or x < -5


@pytest.mark.parametrize("x", [3, -3, 0, 9])
def test_variables_have_the_values_of_the_branch_that_runs(x: int) -> None:
    y, z = merged(tf.constant(x))
    assert int(y) == (x * 2 if x > 0 else 0)
    expected = [x, (x, 1)] if x > 0 else [x, (-x, 2)]
    assert tf.nest.map_structure(int, z) == expected


@pytest.mark.parametrize("x", [3, -3, 7, 9])
def test_expressions_choose(x: int) -> None:
    one, both, either = chosen(tf.constant(x), tf.constant(1.5), 2)
    assert float(one) == (1.5 if x > 0 else 2)
    assert bool(both) is (0 < x < 9)
    assert bool(either) is (x > 5 or x < -5)


def test_the_branch_that_is_not_taken_does_nothing() -> None:
    counter = tf.Variable(0)

    @tf.function
    def counted(x):
        if x > 0:
            counter.assign_add(1)
        return x > 5 and counter.assign_add(10) > 0

    assert not bool(counted(tf.constant(1)))
    assert int(counter) == 1
    assert not bool(counted(tf.constant(-1)))
    assert int(counter) == 1
    assert bool(counted(tf.constant(6)))
    assert int(counter) == 12


def one_sided(x):
    if x > 0:
        only = x
    return only


def of_two_kinds(x):
    return 1.5 if x > 0 else "a"


def of_two_structures(x):
    if x > 0:
        y = [x]
    else:
        y = (x, x)
    return y


def none_or_not(x):
    y = None
    if x > 0:
        y = x
    return y


@pytest.mark.parametrize(
    ("function", "kind", "text"),
    [
        (one_sided, UndefinedInBranchError, "'only' must also be initialized in"),
        (of_two_kinds, DifferentTypesError, "float32 in the main branch"),
        (of_two_structures, DifferentTypesError, "same nested structure"),
        (none_or_not, NoneValueError, "'y' is None at the end of the else branch"),
    ],
)
def test_what_a_graph_cannot_merge_is_refused(function, kind, text: str) -> None:
    with pytest.raises(kind, match=text):
        tf.function(function)(tf.constant(1))


def test_a_raise_in_a_branch_is_one_of_the_graph() -> None:
    @tf.function
    def checked(x):
        if x > 5:
            raise ValueError("too large")
        return x

    assert int(checked(tf.constant(5))) == 5
    with pytest.raises(ValueError, match="too large"):
        checked(tf.constant(6))
