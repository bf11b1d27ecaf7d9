"""Products of matrices in native regions, and the cross-entropies after them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.llvm import blas_calls
from runtime.native.llvm.element_types import F32, F64, I32
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
@pytest.mark.parametrize(("rows", "inner", "columns"), [(40, 17, 9), (3, 50, 70)])
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


def test_numpys_blas_is_found_by_what_it_computes() -> None:
    for element in (F32, F64):
        found = blas_calls.blas_function(element)
        assert found is not None
        assert found.integer_bits in (32, 64)
    assert blas_calls.blas_function(I32) is None


def test_without_blas_products_are_numpys(monkeypatch: pytest.MonkeyPatch) -> None:
    blas_calls.blas_function.cache_clear()
    monkeypatch.setattr(blas_calls, "_libraries", list)

    def layer(a: Any) -> Any:
        return tf.nn.relu(tf.matmul(a, a)) + 1

    found, expected, report = both(layer, normal(20, 20))
    blas_calls.blas_function.cache_clear()
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-5, atol=1e-5)
    assert "there is no BLAS function for float32" in report


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("labels", [tf.int32, tf.int64])
def test_cross_entropies_and_their_gradients(dtype: Any, labels: Any) -> None:
    def losses(x: Any, classes: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            sparse = tf.nn.sparse_softmax_cross_entropy_with_logits(classes, x)
            dense = tf.nn.softmax_cross_entropy_with_logits(
                tf.one_hot(classes, 5, dtype=x.dtype), x
            )
            total = tf.reduce_sum(sparse) + tf.reduce_mean(dense)
        return sparse, dense, tape.gradient(total, x)

    x = normal(9, 5, dtype=dtype) * 30
    classes = tf.cast(tf.range(9) % 5, labels)
    found, expected, report = both(losses, x, classes)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=2e-6, atol=2e-6)
    assert "SparseSoftmaxCrossEntropyWithLogits" in report.partition("default exec")[0]


def test_a_label_that_is_no_class_is_an_error_with_the_labels() -> None:
    def loss(x: Any, classes: Any) -> Any:
        return tf.nn.sparse_softmax_cross_entropy_with_logits(classes, x) * 2

    native = tf.function(loss, jit_compile=True)
    x = normal(3, 5)
    native(x, tf.constant([0, 1, 4]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="label value of 5"):
        native(x, tf.constant([0, 5, 4]))


def test_infinite_and_undefined_logits() -> None:
    def loss(x: Any, classes: Any) -> Any:
        return tf.nn.sparse_softmax_cross_entropy_with_logits(classes, x) * 2

    x = tf.constant(
        [[0, -np.inf, 1], [np.inf, 0, 1], [np.nan, 0, 1], [1e38, -1e38, 0]],
        tf.float32,
    )
    found, expected, _ = both(loss, x, tf.constant([1, 0, 1, 1]))
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-6)
