"""Flags of the converter are told by their role, not by how they are called."""

from __future__ import annotations

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
