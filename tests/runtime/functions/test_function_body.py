"""Placeholders for arguments, and results as the function returns them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import runtime as tf


class Pair(NamedTuple):
    first: Any
    second: Any


def counted(function: Any) -> Any:
    """The function traced, with how often that happened."""
    traced = tf.function(function)
    return traced, traced.experimental_get_tracing_count


def test_structures_are_traced_by_their_parts() -> None:
    total, count = counted(lambda d: d["a"] + d["b"][0])
    one = tf.constant(1)
    assert total({"a": one, "b": [one]}).numpy() == 2
    assert total({"b": [one], "a": one}).numpy() == 2
    assert count() == 1
    total({"a": one, "b": (one,)})
    assert count() == 2


@pytest.mark.parametrize(
    "structure",
    [
        lambda x: x,
        lambda x: [x, (x, {"k": x})],
        lambda x: {"b": x, "a": [x]},
        lambda x: Pair(x, None),
        lambda x: None,
        lambda x: (),
    ],
)
def test_results_nest_as_the_function_returns_them(structure: Any) -> None:
    eager = structure(tf.constant(1))
    traced = tf.function(structure)(tf.constant(1))
    assert repr(traced) == repr(eager)


def test_dataclasses_are_traced_by_their_fields() -> None:
    @dataclass
    class State:
        values: Any
        scale: int = 2

    @dataclass(frozen=True)
    class Step:
        state: State
        weight: tf.Variable

    step, count = counted(
        lambda step: step.state.values * step.state.scale + step.weight
    )
    weight = tf.Variable(10.0)
    assert step(Step(State(tf.constant(1.0)), weight)).numpy() == 12
    assert step(Step(State(tf.constant(2.0)), weight)).numpy() == 14
    assert step(Step(State(np.float32(3.0)), weight)).numpy() == 16
    assert count() == 1
    assert step(Step(State(tf.constant(1.0), 3), weight)).numpy() == 13
    assert count() == 2
    assert step.explain_retrace(Step(State(tf.constant(1.0), 4), weight)) == (
        "argument 'step.state.scale' is Literal[4], it was Literal[3]"
    )


def test_results_that_are_no_tensors_are_refused() -> None:
    with pytest.raises(TypeError, match="must return zero or more Tensors"):
        tf.function(lambda: object())()
