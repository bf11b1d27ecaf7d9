"""`sorted`, `max`, `min` of a tensor by a key, and what datasets mean to built-ins."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from typing import Any

import pytest

import runtime as tf

VALUES = [3, -1, 2, 1, -3]


@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize("is_known", [False, True])
def test_sorted_by_a_key_keeps_the_order_of_equal_ones(is_reversed, is_known):
    shape = [5] if is_known else [None]

    @tf.function(input_signature=[tf.TensorSpec(shape, tf.int32)])
    def ordered(values):
        return sorted(values, key=lambda x: x * x, reverse=is_reversed)

    expected = sorted(VALUES, key=lambda x: x * x, reverse=is_reversed)
    assert list(ordered(tf.constant(VALUES)).numpy()) == expected


def test_the_key_is_converted_and_the_first_extremum_counts():
    def key(x):
        if x > 0:
            return x
        return -x

    @tf.function
    def extrema(values):
        return max(values, key=key), min(values, key=key)

    found = extrema(tf.constant(VALUES))
    assert [int(x) for x in found] == [max(VALUES, key=abs), min(VALUES, key=abs)]


@pytest.mark.parametrize("limit", [-1, 3, 9])
def test_any_and_all_of_a_dataset(limit):
    @tf.function
    def tested(dataset):
        truths = dataset.map(lambda x: x > limit)
        return any(truths), all(truths)

    found = tested(tf.data.Dataset.range(7))
    truths = [x > limit for x in range(7)]
    assert [bool(x) for x in found] == [any(truths), all(truths)]


def test_len_of_an_endless_dataset_fails_when_the_graph_runs():
    @tf.function
    def length(dataset):
        return len(dataset)

    assert int(length(tf.data.Dataset.range(7))) == 7
    with pytest.raises(tf.errors.InvalidArgumentError, match="definitive cardinality"):
        length(tf.data.Dataset.range(7).repeat())


def test_print_goes_to_the_stream_of_the_moment_each_time_the_graph_runs():
    feature = tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS

    @tf.function(experimental_autograph_options=feature)
    def shown(x):
        print("x is", x, sep="=", end="!\n", flush=True)
        return x

    for number in (3, 4):
        with redirect_stdout(io.StringIO()) as stream:
            shown(tf.constant(number))
        assert stream.getvalue() == f"x is={number}!\n"


def test_print_to_a_file_of_python_is_refused():
    feature = tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS

    @tf.function(experimental_autograph_options=feature)
    def shown(x):
        print(x, file=io.StringIO())

    with pytest.raises(ValueError, match=r"writes to sys\.stdout and sys\.stderr only"):
        shown(tf.constant(1))


@pytest.mark.parametrize("axis", [None, -1, 0, 1, -2])
def test_sparse_expand_dims_of_unknown_rank(axis):
    matrix = tf.sparse.from_dense([[1, 0], [0, 2]])

    @tf.function(
        input_signature=[
            tf.TensorSpec([None, None], tf.int64),
            tf.TensorSpec([None], tf.int32),
            tf.TensorSpec([None], tf.int64),
        ]
    )
    def expanded(indices, values, shape):
        made = tf.sparse.expand_dims(tf.SparseTensor(indices, values, shape), axis)
        return made.indices, made.dense_shape

    found = expanded(matrix.indices, matrix.values, matrix.dense_shape)
    expected = tf.sparse.expand_dims(matrix, axis)
    assert found[0].numpy().tolist() == expected.indices.numpy().tolist()
    assert found[1].numpy().tolist() == expected.dense_shape.numpy().tolist()


def test_loops_over_datasets_see_variables_as_they_are_then() -> None:
    total, first = tf.Variable(0.0), tf.Variable(1.0)

    @tf.function
    def run(x: Any) -> Any:
        total.assign(x)
        for _ in tf.data.Dataset.range(2):
            x = x + total
        total.assign(x)
        for e in tf.data.Dataset.from_tensors(1.0).map(lambda e: e + first):
            x = x + e
        first.assign_add(10.0)
        return x

    for before in (1.0, 11.0):
        assert run(tf.constant(2.0)).numpy() == 6.0 + 1.0 + before
        assert total.numpy() == 6.0
