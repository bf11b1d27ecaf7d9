"""Sums of products that gradients of loops make: one product after the loop."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

WIDTH = 12


def looped(step: Callable[[Any, Any, Any], Any]) -> Callable[..., Any]:
    def program(x: Any, w: Any, turns: Any) -> Any:
        h = tf.zeros_like(x)
        for _ in tf.range(turns):
            h = step(h, x, w)
        return tf.reduce_sum(tf.sin(h))

    return program


STEPS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "product": lambda h, x, w: tf.tanh(tf.matmul(h, w) + x),
    "transposed": lambda h, x, w: tf.tanh(tf.matmul(h, w, transpose_b=True) + x),
    "matrix on the left": lambda h, x, w: tf.tanh(
        tf.transpose(tf.matmul(w, h, transpose_b=True)) + x
    ),
    "two products": lambda h, x, w: tf.tanh(tf.matmul(h, w)) + tf.matmul(x, w) * 0.1,
    "product and sum": lambda h, x, w: tf.tanh(tf.matmul(h, w) + x) + w[0] * 0.1,
    "no product": lambda h, x, w: tf.tanh(h * w[1] + x),
}


def slopes(program: Callable[..., Any]) -> Callable[..., Any]:
    def gradients(x: Any, w: Any, turns: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch([x, w])
            value = program(x, w, turns)
        return tape.gradient(value, [x, w], unconnected_gradients="zero")

    return gradients


def arguments(dtype: str, rows: int = 3) -> list[tf.Tensor]:
    rng = np.random.default_rng(rows)
    shapes = (rows, WIDTH), (WIDTH, WIDTH)
    return [tf.constant(rng.normal(0, 0.4, each).astype(dtype)) for each in shapes]


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("turns", [0, 1, 6])
@pytest.mark.parametrize("name", STEPS)
def test_they_are_the_gradients_of_an_eager_run(
    name: str, turns: int, dtype: str
) -> None:
    x, w = arguments(dtype)
    gradients, count = slopes(looped(STEPS[name])), tf.constant(turns)
    expected = gradients(x, w, count)
    close = {"float32": 2e-5, "float64": 1e-12, "float16": 0.03}[dtype]
    for compiled in (False, True):
        found = tf.function(gradients, jit_compile=compiled)(x, w, count)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=close, atol=close)


def ops_of(name: str, dtype: Any, rows: int = 3) -> tuple[set[str], set[str]]:
    """The ops of the graph, and those of the body of the last loop."""
    specs = (
        tf.TensorSpec([rows, WIDTH], dtype),
        tf.TensorSpec([WIDTH, WIDTH], dtype),
        tf.TensorSpec([], tf.int32),
    )
    traced = tf.function(slopes(looped(STEPS[name])))
    graph = traced.get_concrete_function(*specs).optimized_graph.ir
    body: Any = [node for node in graph if node.has_trait("looping")][-1].attrs["body"]
    inside = {node.op for node in graph.functions[body.name].body}
    return {node.op for node in graph}, inside


@pytest.mark.parametrize("name", ["product", "transposed", "product and sum"])
def test_there_is_one_product_after_the_loop(name: str) -> None:
    outside, _ = ops_of(name, tf.float32)
    assert "_TensorListProduct" in outside


def test_narrow_numbers_and_large_factors_are_added_up_in_turns() -> None:
    for dtype, rows in ((tf.float16, 3), (tf.float32, 40)):
        outside, inside = ops_of("product", dtype, rows)
        assert "_TensorListProduct" not in outside
        assert "MatMul" in inside


def test_second_derivatives() -> None:
    program = looped(STEPS["product"])

    def second(x: Any, w: Any, turns: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(w)
            d_x, d_w = slopes(program)(x, w, turns)
            total = tf.reduce_sum(d_x * x) + tf.reduce_sum(d_w * tf.cos(w))
        return tape.gradient(total, w)

    x, w = arguments("float64")
    expected = second(x, w, tf.constant(4))
    for compiled in (False, True):
        found = tf.function(second, jit_compile=compiled)(x, w, tf.constant(4))
        np.testing.assert_allclose(found, expected, rtol=1e-9)


GUARDED = """
import numpy as np
import runtime as tf
from tests.runtime.gradients.backward.test_summed_products import (
    STEPS, arguments, looped, slopes
)
for name in ("product", "two products"):
    traced = tf.function(slopes(looped(STEPS[name])), jit_compile=True)
    for rows in (1, 3, 5):
        for turns in (0, 1, 2, 7, 33):
            found = traced(*arguments("float32", rows), tf.constant(turns))
            assert all(np.isfinite(each.numpy()).all() for each in found)
    del traced
print("done")
"""


@pytest.mark.slow
def test_nothing_is_written_beyond_a_list() -> None:
    """Python puts bytes around each block of memory, and looks at them afterwards."""
    pytest.importorskip("llvmlite")
    ended = subprocess.run(
        [sys.executable, "-c", GUARDED],
        env={**os.environ, "PYTHONMALLOC": "debug"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ended.stdout == "done\n", ended.stderr
