"""Gathers and slices at computed places: results, and errors for what is outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.regions import shared_work

RANDOM = np.random.default_rng(0)
TABLE = RANDOM.standard_normal((20, 7)).astype(np.float32)
PLACES = RANDOM.integers(0, 20, (5, 3))
Program = Callable[[Any, Any], Any]


def in_a_loop(x: Any, i: Any) -> Any:
    total = tf.zeros([7], x.dtype)
    for k in tf.range(5):
        total += tf.reduce_sum(tf.gather(x, i[k]), 0) * x[k, k]
    return total


PROGRAMS: dict[str, Program] = {
    "rows": lambda x, i: tf.gather(x, i) * 2,
    "rows of what is computed": lambda x, i: tf.gather(x * 2, i) + 1,
    "columns": lambda x, i: tf.gather(x, i % 7, axis=1) * 2,
    "a column": lambda x, i: tf.gather(x, i[0, 0] % 7, axis=1) * 2,
    "elements": lambda x, i: tf.gather(tf.reshape(x, [-1]), i * 7) * 2,
    "places that are computed": lambda x, i: tf.gather(x, 19 - i) - x[0],
    "sums of rows": lambda x, i: tf.reduce_sum(tf.gather(x, i), axis=1),
    "a slice": lambda x, i: tf.slice(x, [i[0, 0] % 10, i[0, 1] % 2], [4, 3]) * 2,
    "one element": lambda x, i: x * x[i[0, 0], i[0, 1] % 7],
    "a row from the end": lambda x, i: x * x[-i[0, 0] - 1],
    "in a loop": in_a_loop,
}
OUTSIDE: dict[str, Program] = {
    "after the last row": lambda x, i: tf.gather(x, i + 20) * 2,
    "before the first row": lambda x, i: tf.reduce_sum(tf.gather(x, i - 20) * 2),
    "after the last column": lambda x, i: (
        tf.gather(x, tf.minimum(i, 0) + 7, axis=1) * 2
    ),
    "a slice that ends outside": lambda x, i: (
        tf.slice(x, [17 + tf.minimum(i[0, 0], 0), 0], [4, 3]) * 2
    ),
    "an element outside": lambda x, i: x * x[i[0, 0], 7 + tf.minimum(i[0, 0], 0)],
}


def outcome(program: Program, jit: bool, dtype: Any) -> tuple[Any, str]:
    """The result, or the first line of the error, and the report."""

    def more(x: Any, i: Any) -> Any:
        found = program(x, i)
        return tf.square(found) - found

    function = tf.function(more, jit_compile=jit)
    arguments = tf.cast(TABLE * 9, dtype), tf.constant(PLACES)
    try:
        found = function(*arguments).numpy().astype(np.float32)
    except tf.errors.InvalidArgumentError as error:
        found = str(error).partition("\n")[0]
    return found, function.jit_report() if jit else ""


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int32"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_results(
    name: str, dtype: str, is_shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = PROGRAMS[name]
    if is_shared:
        monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
        monkeypatch.setattr(shared_work, "LEAST_CHUNK", 1)
        monkeypatch.setattr(shared_work, "thread_count", lambda: 3)
    expected, _ = outcome(program, False, dtype)
    found, report = outcome(program, True, dtype)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-3)
    assert ": native" in report


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_is_outside_is_the_error_of_the_default_executor(name: str) -> None:
    expected, _ = outcome(OUTSIDE[name], False, "float32")
    found, report = outcome(OUTSIDE[name], True, "float32")
    assert isinstance(expected, str)
    assert found == expected
    assert ": native" in report
