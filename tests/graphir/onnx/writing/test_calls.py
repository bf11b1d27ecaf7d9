"""Calls as calls of functions of the model, or written out where they must be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphir.onnx
import runtime as tf

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")

X = np.arange(6, dtype=np.float32).reshape(2, 3)


@tf.function
def _scaled(x: Any, factor: Any) -> Any:
    return x * factor + 1.0


@tf.function
def _summed(x: Any, axis: Any) -> Any:
    return tf.reshape(tf.reduce_prod(_scaled(x, 2.0), axis), [3])


@tf.function
def _two(x: Any) -> Any:
    return tf.unstack(_scaled(x, 3.0), 2)


def _model(program: Any, keeps_calls: bool = True) -> Any:
    specs = [tf.TensorSpec([2, 3], tf.float32)]
    model = graphir.onnx.to_model(program, args=specs, functions=keeps_calls)
    onnx.checker.check_model(model, full_check=True)
    graph = graphir.onnx.load(model)
    names = [f"{each.node.name}:{each.index}" for each in graph.outputs]
    found = tf.run_graph(graph, {graph.inputs[0].name: X}, names)
    wanted = tf.nest.flatten(program(tf.constant(X)))
    for ours, theirs in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    return model


def _names(model: Any) -> list[str]:
    return [function.name.split("_")[-2] for function in model.functions]


def test_a_function_is_written_once_for_all_its_calls() -> None:
    program = tf.function(lambda x: _scaled(_scaled(x, x), x))
    model = _model(program)
    assert _names(model) == ["scaled"]
    assert [each.domain for each in model.graph.node].count("local") == 2


def test_calls_are_written_out_unless_functions_are_asked_for() -> None:
    model = _model(tf.function(lambda x: _scaled(x, 2.0)), keeps_calls=False)
    assert not model.functions


def test_several_results_and_functions_in_functions() -> None:
    model = _model(tf.function(lambda x: _two(x)))
    assert _names(model) == ["scaled", "two"]


def test_an_argument_that_onnx_takes_at_run_time_keeps_the_call() -> None:
    model = _model(tf.function(lambda x: _summed(x, tf.constant([0]))))
    assert "scaled" in _names(model)


def test_what_has_no_counterpart_is_told_of_the_body() -> None:
    inner = tf.function(lambda x: tf.linalg.inv(x @ tf.transpose(x)))
    with pytest.raises(graphir.onnx.UnsupportedOpError, match="MatrixInverse"):
        _model(tf.function(lambda x: inner(x)))
