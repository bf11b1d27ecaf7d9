"""Errors of a branch are errors of the graph."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.staging.recorded_errors import is_of_branch


def raising(error: Exception):
    def function(x):
        if x > 0:
            raise error
        return x

    return tf.function(function)


@pytest.mark.parametrize("error", [ValueError("no"), KeyError("k"), RuntimeError("r")])
def test_a_raise_happens_when_the_graph_runs(error: Exception) -> None:
    function = raising(error)
    assert int(function(tf.constant(-1))) == -1
    with pytest.raises(type(error), match=str(error.args[0])):
        function(tf.constant(1))


def test_an_error_that_no_statement_raises_is_a_mistake_while_tracing() -> None:
    def function(x):
        if x > 0:
            x = x + len(5)
        return x

    with pytest.raises(TypeError, match="len"):
        tf.function(function)(tf.constant(-1))
    with pytest.raises(TypeError) as told:
        len(5)  # type: ignore[arg-type]
    assert not is_of_branch(told.value)
