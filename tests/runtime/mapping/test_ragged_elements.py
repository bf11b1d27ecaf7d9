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
    with pytest.raises(ValueError, match="Expected `fn` to return"):
        halved(tf.ragged.constant(RAGGED))


def test_rows_that_are_ragged_themselves_are_mapped(run: Any) -> None:
    deep = tf.ragged.constant([[[1, 2], [3]], [], [[4]]])
    doubled = run(lambda r: tf.map_fn(lambda row: row * 2, r))
    assert doubled(deep).to_list() == [[[2, 4], [6]], [], [[8]]]


INNER = tf.RaggedTensor.from_row_splits(tf.reshape(tf.range(6), [3, 2]), [0, 1, 3])


@pytest.mark.parametrize(
    ("fn", "wanted"),
    [
        (lambda row: tf.reduce_sum(row, -1), [[1], [5, 9]]),
        (lambda row: row[:, :1], [[[0]], [[2], [4]]]),
    ],
)
def test_results_have_inner_shapes_of_their_own(run: Any, fn: Any, wanted: Any) -> None:
    mapped = run(lambda rows: tf.map_fn(fn, rows))
    assert mapped(INNER).to_list() == wanted
    assert mapped(INNER[:0]).to_list() == []


@pytest.mark.parametrize(
    ("sizes", "uniform", "shape"),
    [
        ([2, None], [2, None], [2, 2, None]),
        ([2, 1], [2, 1], [2, 2, 1]),
        ([None, 1], [None, 1], [2, None, 1]),
    ],
)
def test_declared_lengths_of_rows_are_kept(
    run: Any, sizes: Any, uniform: Any, shape: Any
) -> None:
    def columns(row: Any) -> Any:
        return tf.RaggedTensor.from_row_lengths(row, [1, 1])

    spec = tf.RaggedTensorSpec(sizes, tf.int32)
    mapped = run(lambda x: tf.map_fn(columns, x, fn_output_signature=spec))
    found = mapped(tf.constant([[1, 2], [3, 4]]))
    assert found.to_list() == [[[1], [2]], [[3], [4]]]
    assert found.shape.as_list() == shape
    lengths = [found.uniform_row_length, found.values.uniform_row_length]
    assert [None if each is None else int(each) for each in lengths] == uniform


def test_no_element_gives_no_row(run: Any) -> None:
    spec = tf.RaggedTensorSpec([2, None], tf.int32)
    mapped = run(
        lambda x: tf.map_fn(
            lambda n: tf.RaggedTensor.from_row_lengths(tf.range(n), [n, 0]),
            x,
            fn_output_signature=spec,
        )
    )
    found = mapped(tf.constant([], tf.int32))
    assert (found.to_list(), found.ragged_rank) == ([], 2)


@pytest.mark.parametrize("sizes", [[None, None], [3]])
def test_a_result_of_another_shape_is_refused(sizes: Any) -> None:
    spec = tf.RaggedTensorSpec(sizes, tf.int32)
    with pytest.raises(ValueError, match="Expected `fn` to return"):
        tf.map_fn(tf.range, tf.constant([3, 1]), fn_output_signature=spec)


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
