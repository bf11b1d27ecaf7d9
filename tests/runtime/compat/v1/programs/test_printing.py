"""`compat.v1.Print` writes TensorFlow's text, and counts what it wrote."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

v1 = tf.compat.v1


def printed(capfd: pytest.CaptureFixture[str], *args: Any, **named: Any) -> str:
    """The error stream of one call in a function."""
    tf.function(lambda: v1.Print(tf.constant(1), *args, **named))()
    return capfd.readouterr().err


def test_text_is_tensorflows(capfd: pytest.CaptureFixture[str]) -> None:
    x = tf.constant([1.0, 2.5, 3.0])
    data = [x, tf.constant(["a", "b"]), x > 2]
    assert (
        printed(capfd, data, "msg: ", summarize=2) == "msg: [1 2.5...][a b][0 1...]\n"
    )
    nested = [tf.constant([[1, 2], [3, 4]]), tf.constant(7.5)]
    assert printed(capfd, nested, "eager") == "eager[[1 2][3...]...][7.5]\n"


def test_a_function_prints_so_often(capfd: pytest.CaptureFixture[str]) -> None:
    @tf.function
    def shown(x: Any) -> Any:
        return v1.Print(x, [x], "g ", first_n=2)

    assert [int(shown(tf.constant(each))) for each in range(4)] == [0, 1, 2, 3]
    assert capfd.readouterr().err == "g [0]\ng [1]\n"


def test_gradients_pass() -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = v1.Print(x * x, [x], "x")
    assert tape.gradient(y, x).numpy().tolist() == [2.0, 4.0]
