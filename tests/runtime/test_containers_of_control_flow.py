"""What containers branches and loops give, and what loops hand to their functions."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

Pair = namedtuple("Pair", "first second")

SHAPES: list[Callable[[Any], Any]] = [
    lambda x: [x],
    lambda x: (x,),
    lambda x: [[x]],
    lambda x: ([x], x),
    lambda x: {"a": [x]},
    lambda x: Pair([x], x),
    lambda x: [],
]


def run(function: Callable[[], Any], mode: str) -> Any:
    return tf.function(function)() if mode == "traced" else function()


def plain(value: Any) -> Any:
    """A nest with numbers for tensors."""
    return tf.nest.map_structure(lambda x: float(x), value)


@pytest.mark.parametrize("mode", ["eager", "traced"])
@pytest.mark.parametrize("shape", SHAPES)
def test_cond_and_switch_case_keep_containers(
    shape: Callable[[Any], Any], mode: str
) -> None:
    x, y = tf.constant(1.0), tf.constant(2.0)
    yes, number = tf.constant(True), tf.constant(1)
    branches = [lambda: shape(x), lambda: shape(y)]
    chosen = run(lambda: tf.cond(yes, *branches), mode)
    switched = run(lambda: tf.switch_case(number, branches), mode)
    assert plain(chosen) == shape(1.0)
    assert plain(switched) == shape(2.0)
    assert type(chosen) is type(shape(1.0))


@pytest.mark.parametrize("mode", ["eager", "traced"])
def test_cond_in_a_branch_gives_a_list_of_one(mode: str) -> None:
    x, yes = tf.constant(1.0), tf.constant(True)
    found = run(
        lambda: tf.cond(
            yes, lambda: tf.cond(yes, lambda: [x], lambda: [-x]), lambda: [x]
        ),
        mode,
    )
    assert plain(found) == [1.0]


def test_traced_case_keeps_containers() -> None:
    x, yes = tf.constant(1.0), tf.constant(True)
    pairs = [(tf.logical_not(yes), lambda: [-x]), (yes, lambda: [x])]
    found = run(lambda: tf.case(pairs, default=lambda: [x + 1]), "traced")
    assert plain(found) == [1.0]


@pytest.mark.parametrize("shape", [lambda x: [x], lambda x: (x,)])
def test_eager_case_takes_a_sequence_of_one_apart(shape: Callable[[Any], Any]) -> None:
    """As TensorFlow does, by the cond of version 1."""
    x, yes = tf.constant(1.0), tf.constant(True)
    found = tf.case([(yes, lambda: shape(x))], default=lambda: shape(-x))
    assert plain(found) == 1.0


def test_eager_loop_hands_over_what_it_was_given() -> None:
    seen: list[Any] = []

    def test(*values: Any) -> bool:
        seen.append(values)
        return bool(values[0] < 2)

    array = np.ones(2)
    tf.while_loop(test, lambda i, a, s: (i + 1, a, s), (0, array, "s"))
    assert [values[0] for values in seen] == [0, 1, 2]
    assert all(type(values[0]) is int for values in seen)
    assert all(values[1] is array and values[2] == "s" for values in seen)


def test_eager_loop_may_change_numbers_to_floats() -> None:
    (found,) = tf.while_loop(lambda i: i < 3, lambda i: [i + 1.5], [0])
    assert found.dtype == tf.float32
    assert float(found) == 3.0


@pytest.mark.parametrize("limit", [None, 5])
def test_eager_loop_gives_tensors_in_the_containers_of_its_body(limit: Any) -> None:
    found = tf.while_loop(
        lambda i, d: i < 3,
        lambda i, d: [i + 1, {"a": d["a"]}],
        (0, {"a": 1}),
        maximum_iterations=limit,
    )
    assert isinstance(found, list)
    assert all(tf.is_tensor(each) for each in tf.nest.flatten(found))
    assert plain(found) == [3.0, {"a": 1.0}]


def test_eager_loop_that_never_runs_gives_tensors() -> None:
    found = tf.while_loop(lambda i: False, lambda i: (i,), (1,))
    assert isinstance(found, tuple)
    assert found[0].dtype == tf.int32


@pytest.mark.parametrize("body", [lambda i, j: (i + 1,), lambda i, j: (i + 1, (j,))])
def test_eager_body_must_return_the_structure(body: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="same nested structure"):
        tf.while_loop(lambda i, j: i < 3, body, (0, 1))


def test_eager_loop_reads_a_variable_given_to_it() -> None:
    counter = tf.Variable(0)
    (found,) = tf.while_loop(lambda i: i < 3, lambda i: [i + 1], [counter])
    assert tf.is_tensor(found)
    assert int(found) == 3
