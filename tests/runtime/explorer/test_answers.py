"""Results compared after each pass."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.explorer.answers import AnswerCheck, can_check


def graph_of(function: Any, *specs: Any) -> Any:
    traced = tf.function(function, input_signature=specs, autograph=False)
    return traced.get_concrete_function().graph.ir


FLOATS = tf.TensorSpec([2], tf.float32)
INPUT = np.float32([1, 3])


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (lambda x: x + x, ""),
        (lambda x: x * 2 + 0.5, "result 0 differs by up to 0.5"),
        (lambda x: tf.cast(x * 2, tf.float64), "result 0 has another type"),
    ],
)
def test_a_changed_bit_is_told(other: Any, told: str) -> None:
    check = AnswerCheck(graph_of(lambda x: x * 2, FLOATS), [INPUT])
    assert check.change(graph_of(other, FLOATS), is_kept=False) == told


def test_the_last_answers_are_kept_if_asked() -> None:
    first, second = (graph_of(lambda x, n=n: x * n, FLOATS) for n in (2, 3))
    check = AnswerCheck(first, [INPUT])
    assert check.change(second, is_kept=False) == "result 0 differs by up to 3"
    assert check.change(second) == "result 0 differs by up to 3"
    assert check.change(second) == ""


def test_texts_and_bools_only_differ() -> None:
    spec = tf.TensorSpec([], tf.string)
    same, other = (
        graph_of(lambda s, e=end: tf.strings.join([s, e]), spec) for end in ("", "x")
    )
    check = AnswerCheck(same, [b"a"])
    assert check.change(same, is_kept=False) == ""
    assert check.change(other, is_kept=False) == "result 0 differs"


def test_graphs_that_run_again_have_no_effects() -> None:
    assert can_check(graph_of(lambda x: x + 1, FLOATS))
    variable = tf.Variable(1.0)
    assert not can_check(graph_of(lambda: variable.assign_add(1.0)))
    assert not can_check(graph_of(lambda: tf.random.uniform([])))
