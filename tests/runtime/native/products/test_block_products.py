"""Products of middling matrices as loops over blocks give what the library gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.llvm.engine import engine
from runtime.native.regions import shared_work

SIZES = [(17, 8, 16), (23, 300, 33), (40, 256, 31), (17, 600, 100), (200, 9, 64)]


def layer(flip: bool) -> Any:
    @tf.function(jit_compile=True)
    def function(a: Any, b: Any) -> Any:
        return tf.nn.relu(0.5 * tf.matmul(a, b, transpose_a=flip)) + 1

    return function


def matrices(sizes: tuple[int, int, int], flip: bool, dtype: Any) -> tuple[Any, Any]:
    rows, inner, columns = sizes
    random = np.random.default_rng(rows)
    a = random.standard_normal((inner, rows) if flip else (rows, inner))
    return a.astype(dtype), random.standard_normal((inner, columns)).astype(dtype)


@pytest.mark.parametrize(
    ("dtype", "is_shared"),
    [(np.float32, False), (np.float32, True), (np.float64, False)],
)
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_products_in_blocks(
    sizes: tuple[int, int, int],
    flip: bool,
    dtype: Any,
    is_shared: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if is_shared:
        monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
        monkeypatch.setattr(shared_work, "LEAST_CHUNK", 1)
        monkeypatch.setattr(shared_work, "thread_count", lambda: 3)
    a, b = matrices(sizes, flip, dtype)
    function = layer(flip)
    expected = np.maximum(0.5 * ((a.T if flip else a) @ b), 0) + 1
    small = 1e-4 if dtype is np.float32 else 1e-12
    for _ in range(3):
        # memory of results that were thrown away holds anything
        result = function(tf.constant(a), tf.constant(b))
        np.testing.assert_allclose(result.numpy(), expected, small, small)
    if "avx512f" in engine().features:
        code = function.experimental_get_compiler_ir(tf.constant(a), tf.constant(b))
        assert "@blocks" in code()


def test_what_is_no_number_stays_in_its_row_and_column() -> None:
    a, b = matrices((20, 300, 40), False, np.float32)
    a[3, 7], b[280, 11] = np.nan, np.inf
    result = layer(False)(tf.constant(a), tf.constant(b)).numpy()
    with np.errstate(all="ignore"):
        expected = np.maximum(0.5 * (a @ b), 0) + 1
    np.testing.assert_array_equal(np.isnan(result), np.isnan(expected))
    np.testing.assert_array_equal(np.isinf(result), np.isinf(expected))


def test_products_in_loops() -> None:
    a, b = matrices((24, 24, 24), False, np.float32)

    @tf.function(jit_compile=True)
    def powers(x: Any, y: Any) -> Any:
        for _ in tf.range(5):
            x = tf.matmul(x, y) * 0.1
        return x

    expected = a
    for _ in range(5):
        expected = (expected @ b) * np.float32(0.1)
    result = powers(tf.constant(a), tf.constant(b)).numpy()
    np.testing.assert_allclose(result, expected, 1e-4, 1e-4)
