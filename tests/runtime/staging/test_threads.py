"""Two threads that trace at once know nothing of each other's statements."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf


def with_lists(a: Any, b: Any, meet: Callable[[], None]) -> Any:
    found = []
    while a < b:
        meet()
        found.append(a)
        a += 1.0
    found.append(b)
    return tf.stack(found), a


def with_nested_trace(a: Any, b: Any, meet: Callable[[], None]) -> Any:
    @tf.function
    def inner(x: Any) -> Any:
        found = []
        for each in tf.range(3):
            found.append(tf.cast(each, tf.float32) * x)
        return tf.stack(found)

    rows = []
    while a < b:
        meet()
        rows.append(inner(a))
        a += 1.0
    return tf.stack(rows), a


def with_branches(a: Any, b: Any, meet: Callable[[], None]) -> Any:
    def chosen(x: Any, depth: int) -> Any:
        if depth == 0:
            return x
        if x > b:
            meet()
            y = chosen(x - 1.0, depth - 1)
        else:
            y = chosen(x + 1.0, depth - 1)
        return y

    return chosen(a, 3), a


@pytest.mark.parametrize("program", [with_lists, with_nested_trace, with_branches])
def test_threads_record_the_same_program_at_once(program: Callable[..., Any]) -> None:
    barrier = threading.Barrier(2, timeout=10)
    converted = tf.autograph.to_graph(program)
    answers: dict[str, Any] = {}

    def record(name: str, meet: Callable[[], Any]) -> None:
        with tf.Graph().as_default() as graph:
            arguments = tf.constant(1.0), tf.constant(3.0)
            results = converted(*arguments, meet)
        with tf.compat.v1.Session(graph=graph) as session:
            answers[name] = session.run(results)

    record("alone", lambda: None)
    names = ["one", "other"]
    threads = [
        threading.Thread(target=record, args=(name, barrier.wait)) for name in names
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    for name in names:
        for found, wanted in zip(answers[name], answers["alone"], strict=True):
            np.testing.assert_array_equal(found, wanted)
