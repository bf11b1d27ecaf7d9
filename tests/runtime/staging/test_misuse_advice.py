"""Errors about tensors used like values say what to write."""

from __future__ import annotations

import pytest

import runtime as tf


def asserting(x):
    assert x > 0
    return x


def walrus(x):
    return [y for _ in range(2) if (y := x) > 0]


def filtering(x):
    return [v for v in (1, 2) if x > 0]


def plain(x):
    return not list(filter(None, [x]))


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (asserting, "An `assert` is checked while tracing"),
        (filtering, "A comprehension cannot filter by a tensor"),
    ],
)
def test_advice_is_of_the_construct(function, text: str) -> None:
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError, match=text):
        tf.function(function)(tf.constant(1))


def test_a_text_that_looks_like_a_filter_is_none() -> None:
    def bool_of(x):
        name = "sum for x if y"  # noqa: F841 - the text is what is tried
        return [x].index(tf.constant(2))

    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError) as told:
        tf.function(bool_of, autograph=False)(tf.constant(1))
    assert "cannot filter" not in str(told.value)


def test_iteration_over_an_unknown_number_of_rows() -> None:
    def pairs(x):
        return {a: b for a in x for b in x}

    spec = tf.TensorSpec([None], tf.int32)
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError) as told:
        tf.function(pairs).get_concrete_function(spec)
    assert "Write a `for` statement that appends to a list" in str(told.value)
