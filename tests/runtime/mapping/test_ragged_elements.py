"""map_fn over rows of several lengths, and with such rows as results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf

ROWS = tf.RaggedTensorSpec([None], tf.int32)
RAGGED = [[1, 2], [3], []]


def identity(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


@pytest.fixture(params=[identity, tf.function], ids=["eager", "traced"])
def run(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_rows_of_a_ragged_tensor_are_mapped(run: Any) -> None:
    sums = run(lambda r: tf.map_fn(tf.reduce_sum, r, fn_output_signature=tf.int32))
    assert sums(tf.ragged.constant(RAGGED)).numpy().tolist() == [3, 3, 0]


def test_results_are_ragged_as_what_is_mapped(run: Any) -> None:
    doubled = run(lambda r: tf.map_fn(lambda row: row * 2, r))
    assert doubled(tf.ragged.constant(RAGGED)).to_list() == [[2, 4], [6], []]


def test_results_of_several_lengths_are_rows(run: Any) -> None:
    counted = run(
        lambda x: tf.map_fn(
            lambda n: (n, tf.range(n)), x, fn_output_signature=(tf.int32, ROWS)
        )
    )
    numbers, ranges = counted(tf.constant([2, 0, 1]))
    assert numbers.numpy().tolist() == [2, 0, 1]
    assert ranges.to_list() == [[0, 1], [], [0]]


def test_no_rows_give_none(run: Any) -> None:
    ranges = run(lambda x: tf.map_fn(tf.range, x, fn_output_signature=ROWS))
    assert ranges(tf.zeros([0], tf.int32)).to_list() == []


def test_result_of_another_dtype_is_refused(run: Any) -> None:
    halved = run(lambda r: tf.map_fn(lambda row: row / 2, r))
    with pytest.raises(tf.errors.InvalidArgumentError, match="is int32 but Op"):
        halved(tf.ragged.constant(RAGGED))


def test_rows_that_are_ragged_themselves_are_mapped_eagerly_only() -> None:
    deep = tf.ragged.constant([[[1, 2], [3]], [[4]]])

    def doubled(r: Any) -> Any:
        return tf.map_fn(lambda row: row * 2, r)

    assert doubled(deep).to_list() == [[[2, 4], [6]], [[8]]]
    with pytest.raises(tf.errors.UnimplementedError, match="ragged themselves"):
        tf.function(doubled)(deep)


def test_gradient_flows_through_mapped_rows(run: Any) -> None:
    def slope(values: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(values)
            rows = tf.RaggedTensor.from_row_lengths(values, [2, 1, 0])
            sums = tf.map_fn(
                lambda row: tf.reduce_sum(row) ** 2.0,
                rows,
                fn_output_signature=tf.float32,
            )
        return tape.gradient(sums, values)

    found = run(slope)(tf.constant([1.0, 2.0, 3.0]))
    assert found.numpy().tolist() == [6.0, 6.0, 6.0]
