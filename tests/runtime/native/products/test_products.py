"""Products of matrices in native regions, and the cross-entropies after them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.regions import shared_work


def normal(*shape: int, dtype: Any = np.float32) -> Any:
    generator = np.random.default_rng(sum(shape))
    return tf.constant(generator.normal(size=shape).astype(dtype))


def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """However small: several threads share the work."""
    monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
    monkeypatch.setattr(shared_work, "LEAST_CHUNK", 1)
    monkeypatch.setattr(shared_work, "thread_count", lambda: 3)


def both(function: Any, *arguments: Any) -> tuple[Any, Any, str]:
    native = tf.function(function, jit_compile=True)
    default = tf.function(function, jit_compile=False)
    return native(*arguments), default(*arguments), native.jit_report()


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "flips", [(a, b) for a in (False, True) for b in (False, True)]
)
@pytest.mark.parametrize(
    ("rows", "inner", "columns"),
    [(40, 17, 9), (3, 50, 70), (1, 90, 300), (300, 90, 1), (1, 40, 1)],
)
def test_products_are_in_regions_with_what_follows_them(
    rows: int,
    inner: int,
    columns: int,
    flips: tuple[bool, bool],
    dtype: Any,
    is_shared: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if is_shared:
        shared(monkeypatch)
    a = normal(*((inner, rows) if flips[0] else (rows, inner)), dtype=dtype)
    b = normal(*((columns, inner) if flips[1] else (inner, columns)), dtype=dtype)

    def layer(a: Any, b: Any) -> Any:
        product = tf.matmul(a, b, transpose_a=flips[0], transpose_b=flips[1])
        return tf.nn.relu(product) + 1, 0.5 * tf.matmul(product, product, False, True)

    found, expected, report = both(layer, a, b)
    small = 1e-4 if dtype is np.float32 else 1e-12
    for x, y in zip(found, expected, strict=True):
        np.testing.assert_allclose(x.numpy(), y.numpy(), rtol=small, atol=small)
    assert report.count("region of") == 1


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize(
    "flips", [(a, b) for a in (False, True) for b in (False, True)]
)
@pytest.mark.parametrize(
    ("first", "second"),
    [((6,), (6,)), ((2, 3), (2, 3)), ((2, 1), (3,)), ((4, 1, 2), (5, 1)), ((3,), ())],
    ids=str,
)
@pytest.mark.parametrize("sizes", [(5, 7, 3), (20, 9, 33)], ids=str)
def test_products_along_further_axes(
    first: tuple[int, ...],
    second: tuple[int, ...],
    sizes: tuple[int, int, int],
    flips: tuple[bool, bool],
    is_shared: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if is_shared:
        shared(monkeypatch)
    rows, inner, columns = sizes
    a = normal(*first, *((inner, rows) if flips[0] else (rows, inner)))
    b = normal(*second, *((columns, inner) if flips[1] else (inner, columns)))

    def attend(a: Any, b: Any) -> Any:
        product = tf.matmul(a, b, transpose_a=flips[0], transpose_b=flips[1])
        return tf.nn.softmax(product * 0.5), tf.transpose(product + 1)

    found, expected, report = both(attend, a, b)
    for x, y in zip(found, expected, strict=True):
        np.testing.assert_allclose(x.numpy(), y.numpy(), rtol=1e-4, atol=1e-4)
    assert report.count("region of") == 1
    assert "default" not in report


def test_a_product_that_is_scaled_and_read_is_both() -> None:
    def twice(a: Any) -> Any:
        product = tf.matmul(a, a)
        return product * 2, product

    found, expected, _ = both(twice, normal(20, 20))
    for x, y in zip(found, expected, strict=True):
        np.testing.assert_allclose(x.numpy(), y.numpy(), rtol=1e-5, atol=1e-5)


def test_products_of_transposed_and_sliced_matrices() -> None:
    def slices(a: Any, b: Any) -> Any:
        left, right = tf.split(a, 2, axis=1)
        return tf.matmul(left, tf.transpose(b)) + tf.matmul(right, b[::-1])

    found, expected, _ = both(slices, normal(18, 40), normal(20, 20))
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-4, atol=1e-4)


def test_integers_are_left_to_the_default_executor() -> None:
    def square(a: Any) -> Any:
        return tf.matmul(a, a) + 1

    found, expected, report = both(square, tf.ones([20, 20], tf.int32))
    assert found.numpy().tolist() == expected.numpy().tolist()
    assert "there is no BLAS function for int32" in report
