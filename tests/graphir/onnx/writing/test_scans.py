"""Loops over the rows of lists as Scan, and loops that are none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("onnx", reason="the extra onnx is not installed")

from tests.graphir.onnx.writing.checked import check_out_and_in

X = np.random.default_rng(0).standard_normal((5, 3)).astype(np.float32)


def _steps(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, 5).unstack(x)
    _, state, made = tf.while_loop(
        lambda i, state, made: i < 5,
        lambda i, state, made: (
            i + 1,
            tf.tanh(state + rows.read(i)),
            made.write(i, state * 2.0),
        ),
        [0, tf.zeros([3]), tf.TensorArray(tf.float32, 5)],
    )
    return made.stack(), state


def _mirrored(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, 5).unstack(x)
    _, made = tf.while_loop(
        lambda i, made: i < 5,
        lambda i, made: (i + 1, made.write(i, rows.read(i) + rows.read(4 - i))),
        [0, tf.TensorArray(tf.float32, 5)],
    )
    return made.stack()


def _until(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, 5).unstack(x)
    return tf.while_loop(
        lambda i, total: tf.logical_and(i < 5, total < 1.0),
        lambda i, total: (i + 1, total + tf.abs(rows.read(i)[0])),
        [0, 0.0],
    )


def _partly(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, 5).unstack(x)
    _, made = tf.while_loop(
        lambda i, made: i < 3,
        lambda i, made: (i + 1, made.write(i, rows.read(i))),
        [0, tf.TensorArray(tf.float32, 5, element_shape=[3])],
    )
    return made.stack()


def _counted(time: float, until: float, last: int) -> Callable[[Any], Any]:
    """Rows are read while a clock is before a time, and a number before the last."""

    def program(x: Any) -> Any:
        rows = tf.TensorArray(tf.float32, 5).unstack(x)
        return tf.while_loop(
            lambda i, now, total: tf.logical_and(i < last, now < until),
            lambda i, now, total: (i + 1, now + 1, total + rows.read(i)),
            [0, time, tf.zeros([3])],
        )

    return program


SCANS: dict[str, Callable[[Any], Any]] = {
    "scan": lambda x: tf.scan(lambda a, b: a + b, x),
    "map_fn": lambda x: tf.map_fn(lambda a: a * 2.0 + x[0], x),
    "branch": lambda x: tf.map_fn(lambda a: tf.reduce_sum(a) if a[0] > 0 else a[1], x),
    "foldl": lambda x: tf.foldl(lambda a, b: a * b, x),
    "steps": _steps,
    "two counters": _counted(2, 5, 4),
    "the other counter": _counted(1, 5, 3),
    "nested": lambda x: tf.map_fn(lambda r: tf.scan(lambda a, b: a + b, r), x),
}

LOOPS: dict[str, Callable[[Any], Any]] = {
    "mirrored": _mirrored,
    "until": _until,
    "partly": _partly,
    "a clock of floats": _counted(1.9, 3.95, 3),
}


def _ops(model: Any) -> set[str]:
    return {node.op_type for node in model.graph.node} & {"Scan", "Loop"}


@pytest.mark.parametrize("opset", [13, 18])
@pytest.mark.parametrize("name", SCANS)
def test_rows_that_are_known_before(name: str, opset: int) -> None:
    assert _ops(check_out_and_in(SCANS[name], [X], opset=opset)) == {"Scan"}


@pytest.mark.parametrize("name", LOOPS)
def test_other_loops_are_loops(name: str) -> None:
    assert _ops(check_out_and_in(LOOPS[name], [X])) == {"Loop"}


@pytest.mark.parametrize("count", [0, 1, 4])
def test_a_number_of_rows_that_the_run_tells_is_a_loop(count: int) -> None:
    def program(x: Any) -> Any:
        return tf.map_fn(lambda a: a * 2.0, x)

    model = check_out_and_in(program, [X[:count]], is_open=True)
    assert _ops(model) == {"Loop"}
