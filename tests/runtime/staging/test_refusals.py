"""What the user's `except` must not hide while a graph is traced."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.staging.refusals import HandlerNotReachedError


def checked(x):
    if x > 5:
        raise ValueError("too large")
    return x


def swallowing(x):
    try:
        return checked(x)
    except Exception:
        return -1


def replacing(x):
    try:
        return checked(x)
    except ValueError as error:
        raise KeyError("other") from error


@pytest.mark.parametrize("function", [swallowing, replacing])
def test_handler_cannot_hide_the_refusal(function):
    with pytest.raises(HandlerNotReachedError, match="`raise ValueError"):
        tf.function(function)(tf.constant(1))


def test_refusal_inside_an_inner_function_reaches_the_outer_one():
    inner = tf.function(checked)

    @tf.function
    def outer(x):
        try:
            return inner(x)
        except ValueError:
            return -1

    with pytest.raises(HandlerNotReachedError, match=r"except ValueError` in .*line"):
        outer(tf.constant(1))


def test_handler_around_the_call_is_none_of_the_graph():
    staged = tf.function(checked)
    try:
        found = staged(tf.constant(9))
    except ValueError:
        found = staged(tf.constant(1))
    assert found.numpy() == 1


def test_function_can_be_traced_again_after_a_refusal():
    calls = []

    @tf.function
    def sometimes(x, is_caught):
        calls.append(is_caught)
        if is_caught:
            return swallowing(x)
        return checked(x)

    with pytest.raises(HandlerNotReachedError):
        sometimes(tf.constant(1), True)
    assert sometimes(tf.constant(1), False).numpy() == 1
    assert calls == [True, False]


@pytest.mark.parametrize("is_read_only", [True, False])
def test_finally_may_read_a_variable_but_not_change_it(is_read_only):
    counter = tf.Variable(0)

    @tf.function
    def cleaning(x):
        try:
            y = checked(x)
        finally:
            if is_read_only:
                z = counter + 1
            else:
                z = counter.assign_add(1)
        return y + z

    if is_read_only:
        assert cleaning(tf.constant(1)).numpy() == 2
        return
    with pytest.raises(HandlerNotReachedError, match="AssignAddVariableOp"):
        cleaning(tf.constant(1))


@pytest.mark.as_written(reason="functions in converted code are converted already")
def test_truth_taken_for_a_decision_is_warned_of_once(capsys):
    def plain(x):
        return bool(x > 0)

    @tf.function
    def decides(x):
        try:
            return tf.autograph.experimental.do_not_convert(plain)(x)
        except TypeError:
            return False

    for each in (1, 1.0):
        assert not decides(tf.constant(each))
    told = capsys.readouterr().err
    assert told.count("`except TypeError` catches the error") == 1


def test_assert_in_staged_code_with_the_feature_is_refused_in_a_try():
    def asserting(x):
        try:
            assert x > 0, "positive"
        except AssertionError:
            return -1
        return x

    staged = tf.function(
        asserting,
        experimental_autograph_options=(
            tf.autograph.experimental.Feature.ASSERT_STATEMENTS
        ),
    )
    with pytest.raises(HandlerNotReachedError, match="except AssertionError"):
        staged(tf.constant(1))
