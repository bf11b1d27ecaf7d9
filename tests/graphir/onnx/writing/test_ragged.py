"""Rows of different lengths, and values without repetitions, to ONNX and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphir.onnx
import runtime as tf

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")

VALUES = np.arange(5, dtype=np.float32)
SPLITS = np.array([0, 2, 2, 5])
FLOATS = tf.TensorSpec([None], tf.float32)
WHOLE = tf.TensorSpec([None], tf.int64)


def _rows(values: Any, splits: Any) -> Any:
    return tf.RaggedTensor.from_row_splits(values, splits, validate=False)


def _rows_of_ids(values: Any, ids: Any, count: Any) -> Any:
    return tf.raw_ops.RaggedTensorToTensor(
        shape=[-1, -1],
        values=values,
        default_value=0.0,
        row_partition_tensors=[count, ids],
        row_partition_types=["FIRST_DIM_SIZE", "VALUE_ROWIDS"],
    )


def _assert_alike(
    program: Callable[..., Any], specs: list[Any], *calls: list[Any]
) -> None:
    concrete = tf.function(program).get_concrete_function(*specs)
    model = graphir.onnx.to_model(concrete)
    onnx.checker.check_model(model, full_check=True)
    graph = graphir.onnx.load(model)
    names = [f"{each.node.name}:{each.index}" for each in graph.outputs]
    for args in calls:
        feeds = {x.name: each for x, each in zip(graph.inputs, args, strict=True)}
        found = tf.run_graph(graph, feeds, names)
        wanted = tf.nest.flatten(concrete(*map(tf.constant, args)))
        for ours, theirs in zip(found, wanted, strict=True):
            assert ours.dtype == theirs.numpy().dtype
            np.testing.assert_array_equal(ours, theirs.numpy())


@pytest.mark.parametrize("dtype", [np.float32, np.int8, np.bool_])
def test_rows_by_their_ends(dtype: type) -> None:
    _assert_alike(
        lambda x, s: _rows(x, s).to_tensor(),
        [tf.TensorSpec([None], dtype), WHOLE],
        [VALUES.astype(dtype), SPLITS],
        [VALUES[:0].astype(dtype), np.array([0, 0])],
        [VALUES[:0].astype(dtype), np.array([0])],
    )


def test_rows_of_vectors_with_a_default() -> None:
    vectors = np.arange(10, dtype=np.float32).reshape(5, 2)
    _assert_alike(
        lambda x, s: _rows(x, s).to_tensor(tf.constant([-1.0, -2.0])),
        [tf.TensorSpec([None, 2], tf.float32), WHOLE],
        [vectors, SPLITS],
        [vectors[:0], np.array([0, 0])],
    )


def test_rows_by_their_numbers() -> None:
    specs = [FLOATS, WHOLE, tf.TensorSpec([], tf.int64)]
    full = [VALUES, np.array([0, 0, 2, 2, 2]), np.int64(4)]
    _assert_alike(
        _rows_of_ids, specs, full, [VALUES[:0], np.zeros(0, np.int64), np.int64(0)]
    )
    concrete = tf.function(_rows_of_ids).get_concrete_function(*specs)
    with pytest.raises(graphir.onnx.UnsupportedOpError, match="opset 16"):
        graphir.onnx.to_model(concrete, opset=15)


def test_values_once_and_their_counts() -> None:
    nan = np.array([np.nan, 1, np.nan], np.float32)
    _assert_alike(lambda x: tf.unique(x), [FLOATS], [VALUES[[3, 1, 3]]], [nan])
    _assert_alike(
        lambda x: tf.unique_with_counts(x, tf.int64),
        [WHOLE],
        [np.array([3, 1, 3])],
        [np.zeros(0, np.int64)],
    )


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (lambda x, s: _rows(x, s).to_tensor(shape=[None, 3]), "a size that is asked"),
        (lambda x, s: _rows(_rows(x, s), s).to_tensor(), "rows of rows"),
    ],
)
def test_what_has_no_counterpart(program: Callable[..., Any], said: str) -> None:
    concrete = tf.function(program).get_concrete_function(FLOATS, WHOLE)
    with pytest.raises(graphir.onnx.UnsupportedOpError, match=said):
        graphir.onnx.to_model(concrete)
