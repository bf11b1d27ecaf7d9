"""Elements of arrays in traced code: what eager indexing gives, or its error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf

ARRAY = np.arange(60, dtype=np.float32).reshape(3, 4, 5)

indices = st.one_of(st.just("i"), st.just("j + 1"), st.integers(-5, 4), st.just(":"))


def outcome(function: Any, *args: Any) -> Any:
    try:
        return function(*args).numpy().tolist()
    except (tf.errors.InvalidArgumentError, ValueError) as error:
        return str(error).split("[Op:")[0].splitlines()[0].strip()


@given(
    st.lists(indices, min_size=1, max_size=3),
    st.integers(-5, 4),
    st.integers(-5, 4),
)
def test_traced_elements_are_those_of_eager_code(
    places: list[Any], i: int, j: int
) -> None:
    text = f"lambda x, i, j: x[{', '.join(map(str, places))}]"
    function = eval(text)
    x = tf.constant(ARRAY)
    expected = outcome(function, x, tf.constant(i), tf.constant(j))
    traced = tf.function(function, autograph=False)
    for args in ((i, j), (np.int64(i), np.int64(j))):
        found = outcome(traced, x, *map(tf.constant, args))
        if isinstance(expected, str):
            assert isinstance(found, str)
            assert "out of bounds" in found
        else:
            assert found == expected


@tf.function(jit_compile=False)
def weighted_sum(x, n):  # type: ignore[no-untyped-def]
    total = tf.zeros([5])
    for i in tf.range(n):
        total += x[i, 1] * x[0, i, 2]
    return total


def test_loops_read_elements_without_packing_indices() -> None:
    x = tf.constant(ARRAY)
    expected = sum(ARRAY[i, 1] * ARRAY[0, i, 2] for i in range(3))
    np.testing.assert_array_equal(weighted_sum(x, tf.constant(3)), expected)
    program = weighted_sum.get_concrete_function(x, tf.constant(3)).program
    assert "elements(x, (" in program.source
    assert "op_Pack" not in program.source


def test_an_element_that_is_not_there_is_refused_as_eager_code_does() -> None:
    x = tf.constant(ARRAY)
    with pytest.raises(tf.errors.InvalidArgumentError, match="out of bounds"):
        weighted_sum(x, tf.constant(4))


@tf.function
def kept_index(x, n):  # type: ignore[no-untyped-def]
    last = tf.constant([0, 0])
    total = tf.constant(0.0)
    for i in tf.range(n):
        last = tf.stack([i, i + 1])
        total += x[i, i + 1, 0]
    return total, last


def test_sums_that_are_read_elsewhere_stay() -> None:
    total, last = kept_index(tf.constant(ARRAY), tf.constant(3))
    assert total.numpy() == sum(ARRAY[i, i + 1, 0] for i in range(3))
    assert last.numpy().tolist() == [2, 3]


def test_an_element_of_a_vector_that_is_an_argument() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([], tf.int32)])
    def at(x, i):  # type: ignore[no-untyped-def]
        return x[i]

    assert at(tf.constant([1.0, 2.0]), tf.constant(-1)).numpy() == 2.0
    with pytest.raises(tf.errors.InvalidArgumentError, match="slice index 2 of"):
        at(tf.constant([1.0, 2.0]), tf.constant(2))


def test_an_element_of_numbers_that_were_just_stacked() -> None:
    @tf.function
    def picked(i, a, b):  # type: ignore[no-untyped-def]
        return tf.stack([a, b])[i]

    for i in (0, 1, -1, -2):
        found = picked(tf.constant(i), tf.constant(5), tf.constant(7))
        assert found.numpy() == (5, 7)[i]


def test_an_index_that_another_slice_packed_before_it_changed() -> None:
    @tf.function
    def summed(x, w, n):  # type: ignore[no-untyped-def]
        total = tf.constant(0.0)
        i = tf.constant(0)
        while i < n:
            w = w + tf.reduce_sum(x[i - 1 : i])
            total += w[i]
            i += 1
        return total

    x, w = tf.constant([1.0, 2.0, 3.0]), tf.constant([10.0, 20.0, 30.0])
    assert summed(x, w, tf.constant(3)).numpy() == 10.0 + 21.0 + 33.0
