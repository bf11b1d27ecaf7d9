"""Ops on lists: reads, changes, and indices out of range."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")


def squares(x: Any, n: Any) -> Any:
    found = tf.TensorArray(tf.float32, size=4)
    for i in tf.range(n):
        x = x * x
        found = found.write(i, x)
    return found.stack()


def two_of_one_size(x: Any, n: Any) -> Any:
    first = tf.TensorArray(tf.float32, size=4)
    second = tf.TensorArray(tf.float32, size=4)
    for i in tf.range(n):
        first = first.write(i, x)
        second = second.write(3 - i, x + 1)
        x = tf.sin(x)
    return first.stack(), second.stack()


def written_in_branches(x: Any, n: Any) -> Any:
    found = tf.TensorArray(tf.float32, size=4)
    for i in tf.range(n):
        if i % 2 == 0:
            found = found.write(i, x)
        else:
            found = found.write(i, -x)
        x = x + 1
    return found.stack()


def written_twice(x: Any, n: Any) -> Any:
    found = tf.TensorArray(tf.float32, size=4, clear_after_read=False)
    for i in tf.range(n):
        found = found.write(0, x)
        x = x + found.read(0)
        found = found.write(0, x)
        found = found.write(i, x)
    return found.stack(), x


def numbers(x: Any, n: Any) -> Any:
    found = tf.TensorArray(tf.int64, size=4)
    truths = tf.TensorArray(tf.bool, size=4)
    for i in tf.range(n):
        found = found.write(i, tf.cast(i, tf.int64) * 3)
        truths = truths.write(i, i % 2 == 1)
    return found.stack(), truths.stack(), x


def nested(x: Any, n: Any) -> Any:
    outer = tf.TensorArray(tf.float32, size=4)
    for i in tf.range(n):
        inner = tf.TensorArray(tf.float32, size=3, element_shape=[])
        for j in tf.range(i):
            inner = inner.write(j, tf.cast(i * j, tf.float32))
        outer = outer.write(i, inner.stack() + x)
    return outer.stack()


@pytest.mark.parametrize("function", [squares, numbers, nested, written_twice])
def test_what_a_loop_without_turns_did_not_write(function: Any) -> None:
    """Where nothing tells a shape it is an error, as without native code."""
    arguments = tf.constant([0.5, -1.0, 0.25]), tf.constant(0)
    outcomes = []
    for jit in (True, False):
        try:
            found = tf.function(function, jit_compile=jit)(*arguments)
            outcomes.append([x.numpy().tolist() for x in tf.nest.flatten(found)])
        except tf.errors.InvalidArgumentError as error:
            outcomes.append([str(error).partition("\n")[0]])
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("function", [squares, written_in_branches, two_of_one_size])
def test_an_index_out_of_range_is_an_error(function: Any) -> None:
    arguments = tf.constant([0.5, -1.0, 0.25]), tf.constant(6)
    messages = []
    for jit in (True, False):
        with pytest.raises(tf.errors.InvalidArgumentError) as info:
            tf.function(function, jit_compile=jit)(*arguments)
        messages.append(str(info.value).partition("\n")[0])
    assert messages[0] == messages[1]


def test_a_list_that_is_read_after_a_change_is_left_to_the_default_executor() -> None:
    def both_versions(x: Any) -> Any:
        before = tf.raw_ops.TensorListFromTensor(
            tensor=x, element_shape=tf.constant([], tf.int32)
        )
        after = before
        for i in tf.range(2):
            after = tf.raw_ops.TensorListSetItem(
                input_handle=after, index=i, item=tf.constant(9.0)
            )
        return [
            tf.raw_ops.TensorListStack(
                input_handle=each,
                element_shape=tf.constant([], tf.int32),
                element_dtype=tf.float32,
                num_elements=3,
            )
            for each in (after, before)
        ]

    x = tf.constant([1.0, 2.0, 3.0])
    native = tf.function(both_versions, jit_compile=True)
    after, before = native(x)
    assert after.numpy().tolist() == [9, 9, 3]
    assert before.numpy().tolist() == [1, 2, 3]
    assert "a list that is" in native.jit_report()


def sum_of_rows(x: Any, places: Any) -> Any:
    """Reads rows by their places; the gradient adds to elements of a list."""
    rows = tf.TensorArray(tf.float32, 4, clear_after_read=False).unstack(x)
    total = tf.zeros([5])
    for place in places:
        total = tf.sin(total + rows.read(place)) * x[0, 0]
    return tf.reduce_sum(total)


def slope_of_rows(x: Any, places: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = sum_of_rows(x, places)
    return tape.gradient(total, x, unconnected_gradients="zero")


@pytest.mark.parametrize("places", [[0, 1, 2, 3], [2, 2, 2], [3], [1, 0, 1, 3, 3], []])
def test_gradients_of_elements_that_are_read_again_and_again(places: list[int]) -> None:
    rng = np.random.default_rng(len(places))
    x = tf.constant(rng.normal(size=(4, 5)).astype("f4"))
    given = tf.constant(places, tf.int32)
    expected = slope_of_rows(x, given)
    for compiled in (False, None, True):
        traced = tf.function(slope_of_rows, jit_compile=compiled)
        np.testing.assert_allclose(traced(x, given), expected, rtol=1e-5, atol=1e-6)


def test_gradients_of_elements_are_native() -> None:
    traced = tf.function(slope_of_rows, jit_compile=True)
    traced(tf.ones([4, 5]), tf.constant([1, 2]))
    text = traced.jit_report().partition("on the default executor")[2]
    assert "List" not in text
    assert "hile" not in text


@pytest.mark.parametrize("place", [-1, 4])
def test_a_sum_at_an_index_out_of_range_is_an_error(place: int) -> None:
    messages = []
    for compiled in (True, False):
        traced = tf.function(slope_of_rows, jit_compile=compiled)
        with pytest.raises(tf.errors.InvalidArgumentError) as info:
            traced(tf.ones([4, 5]), tf.constant([0, place]))
        messages.append(str(info.value).partition("\n")[0])
    assert messages[0] == messages[1]
