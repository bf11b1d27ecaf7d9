"""`vectorized_map`: the function is traced once, whatever the elements are."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

ROWS = tf.ragged.constant([[[1], [2, 3]], [[4]]])


@pytest.mark.parametrize("is_traced", [False, True])
@pytest.mark.parametrize("dtype", ["int32", "string"])
def test_a_map_over_nothing_has_the_types_of_the_results(dtype, is_traced) -> None:
    values = tf.zeros([0, 3], dtype) if dtype == "int32" else tf.constant([], tf.string)

    def mapped():
        return tf.vectorized_map(lambda x: {"same": x, "one": tf.constant(1.5)}, values)

    found = (tf.function(mapped) if is_traced else mapped)()
    assert found["same"].dtype == values.dtype
    assert found["same"].shape == values.shape
    assert (found["one"].dtype, found["one"].shape.as_list()) == (tf.float32, [0])


@pytest.mark.parametrize(
    ("shape", "values"), [([None], []), ([None], [1, 2]), (None, [1, 2])]
)
def test_a_length_may_be_unknown(shape: Any, values: list[int]) -> None:
    @tf.function(input_signature=[tf.TensorSpec(shape, tf.int32)])
    def halves(x: Any) -> Any:
        return tf.vectorized_map(lambda each: each / 2, x)

    found = halves(tf.constant(values, tf.int32))
    assert (found.numpy() * 2).tolist() == values
    assert found.dtype is tf.float64


@pytest.mark.parametrize("size", [0, 3])
def test_a_function_runs_once(size: int) -> None:
    seen = []
    tf.vectorized_map(lambda x: seen.append(x), tf.range(size))
    assert len(seen) == 1


def test_no_ragged_rows_have_the_type_of_the_results() -> None:
    doubled = tf.vectorized_map(lambda x: x * 2, ROWS[:0])
    assert (doubled.to_list(), doubled.ragged_rank) == ([], 2)
    sums = tf.vectorized_map(lambda x: tf.reduce_sum(x) / 2, ROWS[:0])
    assert (sums.shape.as_list(), sums.dtype) == ([0], tf.float64)


def test_results_of_rows_have_lengths_of_their_own() -> None:
    cut = tf.vectorized_map(lambda x: x[:, :1], ROWS)
    assert cut.to_list() == [[[1], [2]], [[4]]]


def test_statements_on_values_are_traced() -> None:
    def positive(x: Any) -> Any:
        if x < 0:
            x = -x
        return x

    assert tf.vectorized_map(positive, tf.constant([-1, 2])).numpy().tolist() == [1, 2]


def test_results_keep_their_structure() -> None:
    found = tf.vectorized_map(lambda x: {"a": None, "b": (x, 3)}, tf.constant([1, 2]))
    assert found["a"] is None
    assert [each.numpy().tolist() for each in found["b"]] == [[1, 2], [3, 3]]


def test_gradients_reach_what_a_function_captures() -> None:
    factor = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        scaled = tf.vectorized_map(lambda x: x * factor, tf.constant([1.0, 2.0]))
        total = tf.reduce_sum(scaled)
    assert tape.gradient(total, factor).numpy() == 3.0


def test_extension_types_go_in_and_out() -> None:
    class Pair(tf.experimental.BatchableExtensionType):
        x: tf.Tensor

    pairs = Pair(tf.constant([1, 2]))
    found = tf.vectorized_map(lambda pair: Pair(pair.x + 1), pairs)
    assert found.x.numpy().tolist() == [2, 3]
    halves = tf.vectorized_map(lambda pair: pair.x / 2, pairs)
    assert halves.numpy().tolist() == [0.5, 1.0]
