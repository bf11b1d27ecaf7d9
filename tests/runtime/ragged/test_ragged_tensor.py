"""Ragged tensors: parts, text, operators, functions traced with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


@pytest.fixture
def rows() -> Any:
    return tf.ragged.constant([[1, 2], [], [3]])


def test_text_is_nested_lists(rows: Any) -> None:
    assert str(rows) == repr(rows) == "<tf.RaggedTensor [[1, 2], [], [3]]>"


def test_numpy_of_equal_rows_is_one_array() -> None:
    assert tf.ragged.constant([[1, 2], [3, 4]]).numpy().shape == (2, 2)


def test_numpy_of_unequal_rows_is_an_array_of_arrays(rows: Any) -> None:
    assert [each.tolist() for each in rows.numpy()] == [[1, 2], [], [3]]


def test_shape_has_none_for_ragged_axes(rows: Any) -> None:
    assert rows.shape.as_list() == [3, None]


def test_operators_take_tensors_on_either_side(rows: Any) -> None:
    column = tf.constant([[10], [20], [30]])
    assert (column + rows).to_list() == (rows + column).to_list()


def test_rows_of_different_lengths_do_not_broadcast(rows: Any) -> None:
    other = tf.ragged.constant([[1, 2, 3], [], [3]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="x == y did not hold"):
        rows + other


def test_rows_of_length_one_are_spread_where_they_are_uniform() -> None:
    left = tf.RaggedTensor.from_uniform_row_length([1, 2, 3], 1)
    right = tf.ragged.constant([[10, 20], [30], []])
    assert (left + right).to_list() == [[11, 21], [32], []]


def test_an_op_that_is_not_for_rows_names_the_value(rows: Any) -> None:
    with pytest.raises(ValueError, match=r"tf.RaggedTensor \[\[1, 2\]"):
        tf.sort(rows)


def test_constructor_is_private() -> None:
    with pytest.raises(ValueError, match="factory methods"):
        tf.RaggedTensor([1], [0, 1])


@pytest.mark.parametrize(
    ("factory", "parts"),
    [
        ("from_row_splits", [0, 2, 2, 3]),
        ("from_row_lengths", [2, 0, 1]),
        ("from_row_limits", [2, 2, 3]),
        ("from_row_starts", [0, 2, 2]),
        ("from_value_rowids", [0, 0, 2]),
    ],
)
def test_every_description_of_rows_gives_the_same(
    factory: Any, parts: Any, rows: Any
) -> None:
    made = getattr(tf.RaggedTensor, factory)([1, 2, 3], parts)
    assert made.to_list() == rows.to_list()


@pytest.mark.parametrize("splits", [[], [1, 3], [0, 2, 1, 3], [0, 2]])
def test_splits_that_part_nothing_are_refused(splits: Any) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="valid RaggedTensor"):
        tf.RaggedTensor.from_row_splits([1, 2, 3], splits)


def test_traced_functions_take_and_give_ragged_tensors(rows: Any) -> None:
    @tf.function
    def doubled(x: Any) -> Any:
        return x * 2

    assert doubled(rows).to_list() == [[2, 4], [], [6]]


def test_other_rows_do_not_retrace(rows: Any) -> None:
    traces = []

    @tf.function
    def total(x: Any) -> Any:
        traces.append(1)
        return tf.reduce_sum(x, axis=1)

    total(rows)
    total(tf.ragged.constant([[1, 5], [2], []]))
    assert total(rows).numpy().tolist() == [3, 0, 3]
    assert len(traces) <= 2


def test_signature_with_a_spec_takes_rows_of_any_number(rows: Any) -> None:
    spec = tf.RaggedTensorSpec([None, None], tf.int32)

    @tf.function(input_signature=[spec])
    def longest(x: Any) -> Any:
        return tf.reduce_max(x.row_lengths())

    assert longest(rows).numpy() == 2
    assert longest(tf.ragged.constant([[1, 2, 3]])).numpy() == 3


def test_gradient_of_ragged_rows_is_ragged() -> None:
    rows = tf.ragged.constant([[1.0, 2.0], [3.0]])
    with tf.GradientTape() as tape:
        tape.watch(rows.flat_values)
        total = tf.reduce_sum(rows * rows)
    gradient = tape.gradient(total, rows.flat_values)
    np.testing.assert_allclose(gradient.numpy(), [2.0, 4.0, 6.0])


def test_nest_keeps_a_ragged_tensor_whole(rows: Any) -> None:
    (leaf,) = tf.nest.flatten([rows])
    assert leaf is rows


def test_nest_expands_a_ragged_tensor_when_asked(rows: Any) -> None:
    assert len(tf.nest.flatten([rows], expand_composites=True)) == 2


def test_no_variable_is_ragged(rows: Any) -> None:
    with pytest.raises(ValueError, match=r"tf.RaggedTensor \[\[1, 2\]"):
        tf.Variable(rows)


def test_repeat_takes_rows_flat_alone(rows: Any) -> None:
    assert tf.repeat(rows, 2).numpy().tolist() == [1, 1, 2, 2, 3, 3]
    with pytest.raises(ValueError, match=r"tf.RaggedTensor \[\[1, 2\]"):
        tf.repeat(rows, 2, axis=0)


def test_splits_are_lists_with_staged_numbers() -> None:
    @tf.function
    def cut(at: Any) -> Any:
        made = [
            tf.RaggedTensor.from_row_lengths([1, 2, 3], [at, 3 - at]),
            tf.RaggedTensor.from_row_splits([1, 2, 3], [0, at, 3]),
            tf.RaggedTensor.from_row_limits([1, 2, 3], (at, 3)),
        ]
        assert [each.row_splits.dtype for each in made] == [tf.int64] * 3
        return made

    for each in cut(tf.constant(1)):
        assert each.to_list() == [[1], [2, 3]]


def test_splits_of_an_array_of_int32_are_int32() -> None:
    lengths = np.array([1, 2], np.int32)
    made = tf.RaggedTensor.from_row_lengths([1, 2, 3], lengths)
    assert made.row_splits.dtype == tf.int32


def test_ragged_arguments_of_one_spec_share_a_trace() -> None:
    traced = []

    @tf.function
    def total(x: Any) -> Any:
        traced.append((x.shape.as_list(), x.values.shape.as_list()))
        return tf.reduce_sum(x)

    lengths = [[1, 2], [3, 4], [0, 1]]
    made = [
        tf.RaggedTensor.from_row_lengths(tf.ones([sum(each)]), each) for each in lengths
    ]
    assert [int(total(each)) for each in made] == [3, 7, 1]
    total(tf.ragged.constant([[1.0]]))
    assert traced == [([2, None], [None]), ([1, None], [None])]


def test_no_row_numbers_make_no_rows_in_a_function() -> None:
    spec = tf.TensorSpec([None], tf.int64)

    @tf.function(input_signature=[spec, spec])
    def ragged(values: Any, rows: Any) -> Any:
        return tf.RaggedTensor.from_value_rowids(values, rows)

    nothing = tf.constant([], tf.int64)
    assert ragged(nothing, nothing).to_list() == []
    assert ragged(np.array([4, 5]), np.array([0, 2])).to_list() == [[4], [], [5]]
