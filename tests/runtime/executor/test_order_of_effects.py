"""Effects of a traced function happen in the order of its lines.

A branch that changes a variable and prints is ordered with what touches the variable;
TensorFlow lets a print after it come first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf


def in_a_branch(x: Any, v: Any) -> None:
    if x > 0.0:
        tf.print("first", output_stream="file://out")
        v.assign_add(x)
    tf.print("second", output_stream="file://out")


def in_a_loop(x: Any, v: Any) -> None:
    for each in tf.stack([x]):
        tf.print("first", output_stream="file://out")
        v.assign_add(each)
    tf.print("second", output_stream="file://out")


@tf.function
def change(x: Any, v: Any) -> Any:
    tf.print("first", output_stream="file://out")
    return v.assign_add(x)


def in_a_function(x: Any, v: Any) -> None:
    change(x, v)
    tf.print("second", output_stream="file://out")


def with_arithmetic_between(x: Any, v: Any) -> None:
    tf.print("first", x * 1.0 + 0.0 * x + x, output_stream="file://out")
    if x > 0.0:
        v.assign_add(x * 1.0)
    tf.print("second", output_stream="file://out")


@pytest.mark.parametrize(
    "function", [in_a_branch, in_a_loop, in_a_function, with_arithmetic_between]
)
@pytest.mark.parametrize("jit", [None, False, True])
def test_prints_stand_in_the_order_of_the_lines(
    function: Callable[..., None],
    jit: bool | None,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    v = tf.Variable(1.0)
    traced = tf.function(lambda x: function(x, v), jit_compile=jit)
    traced(tf.constant(2.0))
    with tf.GradientTape():  # what is kept for gradients is made after all lines
        traced(tf.Variable(2.0) + 0.0)
    words = [line.split()[0] for line in (tmp_path / "out").read_text().splitlines()]
    assert words == ["first", "second"] * 2
    np.testing.assert_array_equal(v.numpy(), 5.0)
