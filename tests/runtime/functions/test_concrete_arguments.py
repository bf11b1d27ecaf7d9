"""Calls of concrete functions: with tensors, and with what the trace has fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import runtime as tf


def test_concrete_function_takes_dataclasses() -> None:
    @dataclass
    class Pair2:
        first: Any
        second: Any

    add = tf.function(lambda pair, x: pair.first + pair.second + x)
    spec = tf.TensorSpec([], tf.int32)
    concrete = add.get_concrete_function(Pair2(spec, 3), spec)
    one = tf.constant(1)
    assert concrete(Pair2(one, 3), one).numpy() == 5
    (pair, x), _ = concrete.structured_input_signature
    assert (pair.second, x.dtype) == (3, tf.int32)


def test_bound_object_may_be_left_out_of_a_concrete_call_with_variables() -> None:
    class Descent:
        rate = 0.5

    def step(w, x, optimizer):
        w.assign_sub(optimizer.rate * x)

    w, x, optimizer = tf.Variable(2.0), tf.constant(1.0), Descent()
    concrete = tf.function(step).get_concrete_function(w, x, optimizer)
    concrete(w, x)
    concrete(w, x, optimizer)
    assert w.numpy() == 1.0
    other = tf.Variable(5.0)
    concrete(other, x)
    assert (w.numpy(), other.numpy()) == (1.0, 4.5)
    with pytest.raises(TypeError, match="missing required arguments: x"):
        concrete(x)


def test_concrete_function_takes_tensors_by_position_or_name() -> None:
    double = tf.function(lambda a: a + a)
    concrete = double.get_concrete_function(tf.TensorSpec([], tf.string))
    assert concrete(tf.constant("a")).numpy() == b"aa"
    assert concrete(a=tf.constant("b")).numpy() == b"bb"
    assert concrete.structured_input_signature == (
        (tf.TensorSpec([], tf.string, "a"),),
        {},
    )
    assert str(concrete.structured_outputs) == (
        'Tensor("Identity:0", shape=(), dtype=string)'
    )
    expected = (
        r"cannot compute __inference_<lambda>_\d+ as input #0\(zero-based\) was "
        r"expected to be a string tensor but is a int32 tensor"
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match=expected):
        concrete(tf.constant(1))


def test_bound_python_values_may_be_left_out_or_repeated() -> None:
    power = tf.function(lambda a, b: a**b)
    square = power.get_concrete_function(tf.TensorSpec(None, tf.float32), b=2)
    assert "a (POSITIONAL_OR_KEYWORD): TensorSpec(shape=<unknown>" in str(square)
    assert "b (POSITIONAL_OR_KEYWORD): Literal[2]" in str(square)
    assert square(tf.constant(10.0)).numpy() == 100
    assert square(tf.constant(10.0), b=2).numpy() == 100
    text = "constructed with int value 2 in b, but was called with int value 3"
    with pytest.raises(TypeError, match=text):
        square(tf.constant(10.0), b=3)
    with pytest.raises(TypeError, match="missing a required argument: 'a'"):
        square()
    with pytest.raises(TypeError, match="unexpected keyword argument 'c'"):
        square(tf.constant(10.0), c=1)


def test_leading_python_objects_are_left_out_of_a_concrete_call() -> None:
    class Model:
        bias = 1

    def evaluate(model, x):
        return x + model.bias

    concrete = tf.function(evaluate).get_concrete_function(Model(), tf.constant(1))
    assert concrete(tf.constant(5)).numpy() == 6
