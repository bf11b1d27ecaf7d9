"""Which trace serves a call, and when there is a new one."""

from __future__ import annotations

from typing import Any

import runtime as tf


def counted(function: Any) -> Any:
    """The function traced, with how often that happened."""
    traced = tf.function(function)
    return traced, traced.experimental_get_tracing_count


def test_tensors_share_a_trace_by_dtype_and_shape() -> None:
    double, count = counted(lambda x: x + x)
    for value in (1, 2, tf.constant(3)):
        double(tf.constant(int(value)))
    assert count() == 1
    double(tf.constant(1.0))
    double(tf.constant([1]))
    assert count() == 3


def test_python_values_of_different_types_do_not_share_a_trace() -> None:
    identity, count = counted(lambda x: x)
    found = [identity(x).numpy().item() for x in (1, True, 1.0, 0.0, -0.0)]
    assert list(map(repr, found)) == ["1", "True", "1.0", "0.0", "-0.0"]
    assert count() == 5


def test_unknown_dimensions_serve_several_lengths() -> None:
    spec = tf.TensorSpec([None], tf.int32)
    double = tf.function(lambda x: x + x)
    general = double.get_concrete_function(spec)
    assert general.structured_outputs.shape.as_list() == [None]
    assert double(tf.constant([1, 2, 3])).numpy().tolist() == [2, 4, 6]
    assert double.experimental_get_tracing_count() == 1


def test_most_specific_trace_is_chosen() -> None:
    traced = tf.function(lambda x: tf.constant(x.shape.as_list()[0] is None))
    traced.get_concrete_function(tf.TensorSpec([1, None]))
    traced.get_concrete_function(tf.TensorSpec([None, None]))
    assert not bool(traced(tf.ones([1, 2])))
    assert bool(traced(tf.ones([2, 2])))
    assert traced.experimental_get_tracing_count() == 2


def test_narrower_spec_is_served_by_a_wider_trace() -> None:
    traced = tf.function(lambda x: x)
    wide = traced.get_concrete_function(tf.TensorSpec([None]))
    assert traced.get_concrete_function(tf.TensorSpec([3])) is wide
    assert traced.get_concrete_function(tf.ones([2])) is wide
    named = traced.get_concrete_function(tf.TensorSpec([None], name="given"))
    assert named is not wide
    assert named(given=tf.ones([1])).numpy().tolist() == [1.0]


def test_reduce_retracing_generalizes_shapes() -> None:
    double = tf.function(lambda x: x + x, reduce_retracing=True)
    for length in range(1, 5):
        assert double(tf.ones([length])).shape == [length]
    assert double.experimental_get_tracing_count() == 2


def test_explain_retrace_names_the_argument() -> None:
    double = tf.function(lambda x, y: x + y)
    assert double.explain_retrace(1, 2) == "the function has not been traced yet"
    double(tf.constant(1), 2)
    assert double.explain_retrace(tf.constant(5), 2) == "a trace for this call exists"
    assert double.explain_retrace(tf.constant(5), 3) == (
        "argument 'y' is Literal[3], it was Literal[2]"
    )
