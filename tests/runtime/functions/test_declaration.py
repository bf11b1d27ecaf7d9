"""What a function was declared with, and how libraries change it."""

from __future__ import annotations

import pytest

import runtime as tf


def test_function_is_decorated_before_its_first_trace_alone() -> None:
    half = tf.function(lambda x: x / 2.0, input_signature=[tf.TensorSpec([])])
    half._decorate(lambda inner: lambda x: inner(x) + 1.0)
    assert float(half(tf.constant(4.0))) == 3.0
    assert half.input_signature == (tf.TensorSpec([]),)
    assert half.experimental_get_tracing_count() == 1
    with pytest.raises(ValueError, match="after they have been traced"):
        half._decorate(lambda inner: inner)
    assert float(half(tf.constant(4.0))) == 3.0


def test_traced_method_of_an_object_is_traced_again() -> None:
    class Scaled(tf.Module):
        def __init__(self) -> None:
            self.factor = tf.Variable(2.0)

        @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
        def __call__(self, x):
            return x * self.factor

        @tf.function
        def twice(self, x):
            return 2 * x

    scaled = Scaled()
    again = tf.function(scaled.twice)
    assert again(tf.constant(3.0)).numpy() == 6.0
    assert scaled.twice(tf.constant(3.0)).numpy() == 6.0
    assert tf.function(scaled.__call__)(3).numpy() == 6.0
