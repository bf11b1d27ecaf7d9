"""Flags of the converter are told by their role, not by how they are called."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

import runtime as tf
from runtime.staging.partial_values import UndefinedInBranchError


def reading_after_a_users_flag(x: Any) -> Any:
    if x > 0:
        break_even, do_return_later = True, x
        y = x
    else:
        break_even, do_return_later = False, x
    return y, break_even, do_return_later


def reading_after_return(x: Any) -> Any:
    do_return = x + 1
    if x < 0:
        return do_return
    if x > 5:
        y = x
    else:
        return x + 20
    return y + do_return


def retval_(x: Any) -> Any:
    if x > 0:
        retval_ = 1
    else:
        retval_ = "text"
    return retval_


def test_a_variable_named_like_a_flag_is_no_flag() -> None:
    with pytest.raises(UndefinedInBranchError, match="'y' must also be initialized"):
        tf.function(reading_after_a_users_flag)(tf.constant(1))


def test_a_flag_of_another_name_is_a_flag() -> None:
    traced = tf.function(reading_after_return)

    assert [int(traced(tf.constant(each))) for each in (-3, 2, 7)] == [-2, 22, 15]


def test_a_variable_named_like_the_result_is_called_by_its_name() -> None:
    with pytest.raises(TypeError, match="'retval_' has dtype"):
        tf.function(retval_)(tf.constant(1))


def adds_after_continue(a: Any, b: Any) -> Any:
    for item in [5, b]:
        if item == 1:
            z = 3
        else:
            continue
        a += z
    return a


def never_assigned_before(a: Any, b: Any) -> Any:
    for item in [5, b]:
        if item == 1:
            pass
        else:
            continue
        z += item  # noqa: F821, F841
    return a


def asked_in_an_operand(a: Any, b: Any) -> Any:
    for item in [5, b]:
        if item == 1:
            z = 7
        else:
            if a > -2:
                continue
            continue
        if a > 5 or (b > 0 and z >= 2):
            a += z
    return a


@pytest.mark.parametrize(
    "function", [adds_after_continue, never_assigned_before, asked_in_an_operand]
)
@pytest.mark.parametrize("b", [0, 1])
def test_what_a_jump_leaves_out_is_read_only_where_it_is_reached(
    function: Any, b: int
) -> None:
    traced = tf.function(function)
    arguments = tf.constant(0), tf.constant(b)
    try:
        expected = function(0, b)
    except UnboundLocalError:
        with pytest.raises(UnboundLocalError, match="'z'"):
            traced(*arguments)
    else:
        assert int(traced(*arguments)) == expected


def adds_without_a_value(a: Any) -> Any:
    if a > 0:
        a += z  # noqa: F821
        z = 1  # noqa: F841
    return a


def test_a_value_that_is_added_must_be_there() -> None:
    with pytest.raises(UnboundLocalError, match="'z' is used before assignment"):
        tf.function(adds_without_a_value)(tf.constant(1))


def test_what_a_with_leaves_half_way_is_carried() -> None:
    @tf.function
    def branch(x: Any) -> Any:
        d = x
        if x > 0:
            d = x * 2
        with contextlib.suppress(ValueError):
            int("x")
            d = x + 1
        return d

    @tf.function
    def loop(n: Any) -> Any:
        k = out = tf.constant(0)
        for i in tf.range(n):
            with contextlib.suppress(ValueError):
                int("x")
                k = i
            out += k
            k = k + 10
        return out

    assert [int(branch(tf.constant(x))) for x in (1, -1)] == [2, -1]
    assert int(loop(tf.constant(3))) == 30
