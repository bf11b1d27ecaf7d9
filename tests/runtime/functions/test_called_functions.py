"""Python functions called from graphs: values, gradients, errors, lifetime."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf


def cubed(x: Any) -> Any:
    return x * x * x


@pytest.mark.parametrize("is_traced", [False, True])
def test_gradient_flows_through_a_python_function(is_traced: bool) -> None:
    def call(x: Any) -> Any:
        return tf.py_function(cubed, [x], tf.float32)

    function = tf.function(call) if is_traced else call
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    assert (float(y), float(tape.gradient(y, x))) == (8.0, 12.0)


def test_function_gets_eager_tensors_each_time_the_graph_runs() -> None:
    seen: list[str] = []

    @tf.function
    def call(x: Any) -> Any:
        def note(value: Any) -> Any:
            seen.append(type(value).__name__)
            return value

        return tf.py_function(note, [x], tf.int32)

    assert [int(call(tf.constant(each))) for each in (1, 2)] == [1, 2]
    assert seen == ["EagerTensor", "EagerTensor"]


def test_gradient_in_a_loop_is_that_of_each_call() -> None:
    @tf.function
    def repeated(x: Any) -> Any:
        for _ in tf.range(3):
            x = tf.py_function(lambda value: value * value, [x], tf.float32)
            x = tf.ensure_shape(x, [])
        return x

    x = tf.constant(1.5)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = repeated(x)
    np.testing.assert_allclose(float(tape.gradient(y, x)), 8 * 1.5**7, rtol=1e-6)


def test_integers_have_no_gradient_but_floats_beside_them_have() -> None:
    x, n = tf.constant([1.0, 2.0]), tf.constant(3)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.py_function(
            lambda value, times: [value * float(times), times],
            [x, n],
            [tf.float32, n.dtype],
        )
    assert tape.gradient(y[0], x).numpy().tolist() == [3.0, 3.0]


def raising(error: BaseException) -> Callable[..., Any]:
    def function(*values: Any) -> Any:
        raise error

    return function


@pytest.mark.parametrize("is_traced", [False, True])
@pytest.mark.parametrize(
    ("function", "kind", "message"),
    [
        (lambda x: "text", tf.errors.InvalidArgumentError, "TypeError: Cannot convert"),
        (lambda x: [x, x], tf.errors.InvalidArgumentError, "returns 2 values, but"),
        (lambda x: x[0], tf.errors.UnknownError, "InvalidArgumentError: "),
        (raising(KeyError("k")), tf.errors.UnknownError, "KeyError: 'k'"),
        (raising(ValueError("v")), tf.errors.InvalidArgumentError, "ValueError: v"),
        (raising(MemoryError()), tf.errors.ResourceExhaustedError, "MemoryError"),
        (raising(StopIteration()), tf.errors.OutOfRangeError, "StopIteration"),
        (raising(NotImplementedError()), tf.errors.UnimplementedError, "NotImpl"),
    ],
)
def test_error_of_the_function_is_named(
    function: Any, kind: type, message: str, is_traced: bool
) -> None:
    def call(x: Any) -> Any:
        return tf.py_function(function, [x], tf.float32)

    with pytest.raises(kind, match=message):
        (tf.function(call) if is_traced else call)(tf.constant(1.0))


def test_arrays_for_numpy_functions() -> None:
    @tf.function
    def sums(x: Any) -> Any:
        return tf.numpy_function(lambda a: a.cumsum(), [x], tf.int64)

    assert sums(tf.constant([1, 2, 3], tf.int64)).numpy().tolist() == [1, 3, 6]
    with pytest.raises(tf.errors.InvalidArgumentError, match="0-th value returned by"):
        tf.function(lambda: tf.numpy_function(np.float32, [1.0], tf.int64))()


def test_ragged_arguments_and_no_results() -> None:
    rows = tf.ragged.constant([[1, 2], [3]])
    total = tf.py_function(lambda r: tf.reduce_sum(r, 1), [rows], tf.int32)
    assert total.numpy().tolist() == [3, 3]
    assert tf.py_function(lambda x: None, [1.0], []) == []


def test_graph_keeps_the_function_alive_and_without_it_says_so() -> None:
    def traced() -> Any:
        factor = 3
        function = tf.function(
            lambda x: tf.py_function(lambda value: value * factor, [x], tf.int32)
        )
        return function.get_concrete_function(tf.TensorSpec([], tf.int32))

    concrete = traced()
    gc.collect()
    assert int(concrete(tf.constant(2))) == 6
    graph_def = concrete.graph.as_graph_def()
    token = next(each for each in graph_def.node if each.op == "EagerPyFunc")
    token.attr["token"].s = b"pyfunc_of_another_process"
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not found"):
        tf.run_graph(graph_def, {"x:0": np.int32(1)}, ["EagerPyFunc:0"], allow="python")


RAGGED = tf.RaggedTensorSpec([None, None], tf.int32)
SPARSE = tf.SparseTensorSpec([None, None], tf.float32)


@pytest.mark.parametrize("is_traced", [False, True])
def test_ragged_and_sparse_results(is_traced: bool) -> None:
    def call(rows):
        return tf.py_function(
            lambda given: (given * 2, tf.sparse.eye(2), given[0, 0]),
            [rows],
            [RAGGED, SPARSE, tf.int32],
        )

    rows = tf.ragged.constant([[1, 2], [3]])
    doubled, eye, first = (tf.function(call) if is_traced else call)(rows)
    assert doubled.to_list() == [[2, 4], [6]]
    assert tf.sparse.to_dense(eye).numpy().tolist() == [[1, 0], [0, 1]]
    assert int(first) == 1


def test_ragged_results_need_their_spec() -> None:
    rows = tf.ragged.constant([[1, 2], [3]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="2 values, but expects"):
        tf.py_function(lambda given: given, [rows], tf.int32)
    alone = tf.py_function(lambda: rows, [], RAGGED)
    assert alone.to_list() == [[1, 2], [3]]
