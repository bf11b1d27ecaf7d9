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
