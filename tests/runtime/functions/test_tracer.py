"""A function is traced once for a signature, and errors name the user's line."""

from __future__ import annotations

import threading

import pytest

import runtime as tf


def test_threads_trace_once_for_a_signature() -> None:
    function = tf.function(lambda x: x * 2)
    results: list[int] = []
    threads = [
        threading.Thread(
            target=lambda i=i: results.append(int(function(tf.constant(i))))
        )
        for i in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [2 * i for i in range(16)]
    assert function.experimental_get_tracing_count() == 1


def test_executing_eagerly_is_false_inside() -> None:
    seen = []

    @tf.function
    def body():
        seen.append(tf.executing_eagerly())
        with tf.init_scope():
            seen.append(tf.executing_eagerly())
        return tf.constant(0)

    body()
    assert seen == [False, True]


def test_error_while_tracing_names_the_users_line() -> None:
    @tf.function
    def mismatched(x):
        return x + tf.constant([1, 2, 3])

    with pytest.raises(ValueError, match="input shapes") as caught:
        mismatched(tf.constant([1, 2]))
    assert "return x + tf.constant([1, 2, 3])" in str(caught.value)
