"""A recorded exception belongs to its graph: nothing else keeps or finds it."""

from __future__ import annotations

import gc
import traceback
from typing import Any

import pytest

import runtime as tf


class OwnError(ValueError):
    """An exception of the user's, with more than its arguments."""


def function_that_raises(text: str) -> Any:
    error = OwnError(text)

    @tf.function
    def checked(x: Any) -> Any:
        if x > 5:
            raise error
        return x

    return checked


def test_the_exception_of_each_function_is_its_own() -> None:
    first = function_that_raises("first")
    second = function_that_raises("second")
    for function, told in ((first, "first"), (second, "second"), (first, "first")):
        with pytest.raises(OwnError, match=told):
            function(tf.constant(9))


def test_an_inner_function_that_is_gone_raises_still() -> None:
    @tf.function
    def outer(x: Any) -> Any:
        inner = function_that_raises("inner")
        return inner(x) + 1

    assert int(outer(tf.constant(1))) == 2
    gc.collect()
    with pytest.raises(OwnError, match="inner"):
        outer(tf.constant(9))


def test_nothing_keeps_the_exception_of_a_function_that_is_gone() -> None:
    function = function_that_raises("gone")
    assert int(function(tf.constant(1))) == 1
    del function
    gc.collect()

    assert not any(
        type(each).__name__ == "RaisedError" and str(each.error) == "gone"
        for each in gc.get_objects()
    )


def test_a_graph_that_was_read_tells_no_exception_of_this_process() -> None:
    function = function_that_raises("recorded")
    definition = function.get_concrete_function(tf.constant(1)).graph.as_graph_def()
    del function
    gc.collect()
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.int32, [])
        found = tf.import_graph_def(definition, {"x": x}, ["Identity:0"])
    with (
        tf.compat.v1.Session(graph=graph) as session,
        pytest.raises(tf.errors.InvalidArgumentError, match="raise statement"),
    ):
        session.run(found, {x: 9})


def checked_sum(x: Any) -> Any:
    if tf.reduce_sum(x) > 10:
        raise ValueError("too large")
    return x


@tf.function
def grown(x: Any) -> Any:
    while tf.reduce_sum(x) < 100:
        x = checked_sum(x + 1)
    return x


@pytest.mark.parametrize("calls", [1, 3])
def test_a_traceback_shows_the_lines_that_raised_as_python_does(calls: int) -> None:
    for _ in range(calls):
        with pytest.raises(ValueError, match="too large") as caught:
            grown(tf.constant([5.0]))
    shown = [
        (each.name, each.line)
        for each in traceback.extract_tb(caught.value.__traceback__)
        if each.filename == __file__
    ]
    assert shown[1:] == [
        ("grown", "x = checked_sum(x + 1)"),
        ("checked_sum", 'raise ValueError("too large")'),
    ]
    told = "".join(traceback.format_exception(caught.value))
    assert "<graph" not in told
    assert "^" not in told.partition("in grown")[2]
