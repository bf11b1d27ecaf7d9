"""Checks of values: texts of errors as TensorFlow writes them, and traced checks."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

check = tf.debugging


def message_of(call: Any) -> str:
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        call()
    return str(caught.value)


def test_report_of_differing_elements() -> None:
    text = message_of(lambda: check.assert_equal([1, 2, 5, 6], [1, 3, 6, 7]))
    assert text == (
        "Condition x == y did not hold.\n"
        "Indices of first 3 different values:\n[[1]\n [2]\n [3]]\n"
        "Corresponding x values:\n[2 5 6]\n"
        "Corresponding y values:\n[3 6 7]\n"
        "First 3 elements of x:\n[1 2 5]\n"
        "First 3 elements of y:\n[1 3 6]"
    )


def test_report_of_scalars_and_a_message() -> None:
    assert message_of(lambda: check.assert_equal(1, 2, message="hey")) == (
        "hey\nCondition x == y did not hold.\n"
        "First 1 elements of x:\n[1]\nFirst 1 elements of y:\n[2]"
    )


def test_report_of_a_sign() -> None:
    assert message_of(lambda: check.assert_positive([1, 0], message="P")) == (
        "P.  \nCondition x > 0 did not hold element-wise:\n"
        "x (shape=(2,) dtype=int32) = \n['1', '0']"
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda: check.assert_equal(tf.zeros([2, 3]).shape, [2, 3]),
        lambda: check.assert_equal([], []),
        lambda: check.assert_none_equal([1, 2], [2, 3]),
        lambda: check.assert_less([1, 2], 3),
        lambda: check.assert_less_equal([1, 3], 3),
        lambda: check.assert_greater([4, 5], 3),
        lambda: check.assert_greater_equal([3, 5], 3),
        lambda: check.assert_near(1.0, 1.0 + 1e-7),
        lambda: check.assert_near(1.0, 1.05, rtol=0.1),
        lambda: check.assert_negative([-1.0]),
        lambda: check.assert_non_negative([0, 1]),
        lambda: check.assert_non_positive([0, -1]),
    ],
)
def test_nothing_where_it_holds(call: Any) -> None:
    assert call() is None


@pytest.mark.parametrize(
    "call",
    [
        lambda: check.assert_equal(tf.zeros([2, 3]).shape, [2, 4]),
        lambda: check.assert_equal([1, 2], [1, 2, 3]),
        lambda: check.assert_none_equal([1, 2], 2),
        lambda: check.assert_less([1, 3], 3),
        lambda: check.assert_less_equal([1, 4], 3),
        lambda: check.assert_greater([3, 5], 3),
        lambda: check.assert_greater_equal([2, 5], 3),
        lambda: check.assert_near(1.0, 1.1),
        lambda: check.assert_negative([0]),
        lambda: check.assert_non_negative([-1]),
        lambda: check.assert_non_positive([1]),
        lambda: check.check_numerics([float("nan")], "here"),
        lambda: check.assert_all_finite([float("inf")], "here"),
    ],
)
def test_fails_where_it_does_not_hold(call: Any) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError):
        call()


def test_tolerance_of_integers_is_refused() -> None:
    with pytest.raises(ValueError, match="floats"):
        check.assert_near(1, 2)


@tf.function
def checked(x: Any) -> Any:
    check.assert_less(x, 3, message="too much")
    check.assert_positive(x)
    check.assert_near(x * 2.0, x + x)
    return x + 1


def test_graph_checks_when_it_runs() -> None:
    assert checked(tf.constant(2.0)).numpy() == 3.0
    with pytest.raises(tf.errors.InvalidArgumentError, match="too much"):
        checked(tf.constant(4.0))
    with pytest.raises(tf.errors.InvalidArgumentError, match="x > 0"):
        checked(tf.constant(-4.0))


def test_what_is_known_to_be_wrong_is_refused_while_tracing() -> None:
    @tf.function
    def wrong() -> None:
        check.assert_equal(1, 2)

    with pytest.raises(tf.errors.InvalidArgumentError, match="x == y"):
        wrong.get_concrete_function()


def test_op_that_gives_nan_fails_while_enabled() -> None:
    check.enable_check_numerics()
    try:
        text = message_of(lambda: tf.math.log(tf.constant(-1.0)))
    finally:
        check.disable_check_numerics()
    assert 'output 0 of eagerly-executing op "Log"' in text
    assert tf.math.is_nan(tf.math.log(tf.constant(-1.0)))


def test_report_of_a_sign_is_summarized() -> None:
    condition = "\nCondition x > 0 did not hold element-wise:\n"
    assert message_of(lambda: check.assert_positive([0, 1, 2, 3, 4])) == (
        f"{condition}x (shape=(5,) dtype=int32) = \n['0', '1', '2', '...']"
    )
    assert message_of(lambda: check.assert_positive(-1)) == (
        f"{condition}x (shape=() dtype=int32) = \n-1"
    )


def test_sign_that_is_known_to_be_wrong_is_refused_while_tracing() -> None:
    with (
        tf.Graph().as_default(),
        pytest.raises(
            tf.errors.InvalidArgumentError, match=r"x \(assert_positive/x:0\)"
        ),
    ):
        check.assert_positive([-1, 3])


def test_data_of_assert_is_summarized() -> None:
    text = message_of(lambda: tf.Assert(tf.constant(False), [[1, 2, 3, 4], "x", 5]))
    assert text == (
        "Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. "
        "Summarized data: 1, 2, 3, ...\nb'x'\n5"
    )
