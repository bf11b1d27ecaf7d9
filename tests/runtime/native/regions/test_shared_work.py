"""Equal stages of a region are one function."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.native.regions import shared_work

X = np.linspace(-3, 3, 37).astype(np.float32)


def test_numbers_of_a_region_are_read_where_they_are_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
    monkeypatch.setattr(shared_work, "thread_count", lambda: 2)

    @tf.function(jit_compile=True)
    def scaled(x: Any, half: Any, truth: Any) -> Any:
        y = x * tf.cast(half, tf.float32)
        return tf.where(truth, y, -y) + tf.reduce_sum(x)

    given = tf.constant(X), tf.constant(0.5, tf.float16), tf.constant(False)
    np.testing.assert_allclose(
        scaled(*given).numpy(), -X * 0.5 + X.sum(), rtol=1e-5, atol=1e-5
    )


SHAPES: dict[str, tuple[tuple[int | None, int], tuple[int, int | None]]] = {
    # rows and inner size, inner size and columns; None stands for the number drawn
    "one column": ((None, 30), (30, 1)),
    "one row": ((1, 30), (30, None)),
    "three columns": ((None, 30), (30, 3)),
    "three rows": ((3, 30), (30, None)),
}


def check_followers(shape: str, size: int, threads: int, dtype: str) -> None:
    """A product in parts, and elements that a part must not compute twice."""
    ours, theirs = [
        [size if each is None else each for each in sizes] for sizes in SHAPES[shape]
    ]
    random = np.random.default_rng(size)
    x = tf.constant(random.normal(size=ours), dtype)
    w = tf.constant(random.normal(size=theirs), dtype)

    def score(x: Any, w: Any) -> Any:
        y = tf.sigmoid(tf.matmul(tf.nn.relu(x) + x * 0.5, w))
        return y, tf.squeeze(tf.cast(y, tf.float64) * 2.0 + 1.0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared_work, "LEAST_WORK", 0)
        patch.setattr(shared_work, "LEAST_CHUNK", 1)
        patch.setattr(shared_work, "thread_count", lambda: threads)
        compiled = tf.function(score, jit_compile=True)
        for _ in range(3):
            for got, want in zip(compiled(x, w), score(x, w), strict=True):
                np.testing.assert_allclose(got.numpy(), want.numpy(), 1e-4, 1e-5)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("size", "threads"), [(700, 2), (1041, 3), (528, 16)])
def test_parts_of_a_product_end_where_vectors_do(
    shape: str, size: int, threads: int
) -> None:
    check_followers(shape, size, threads, "float32" if size % 2 else "float64")


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("threads", [2, 3, 4, 16])
def test_parts_of_products_of_many_sizes(shape: str, threads: int) -> None:
    for size in range(500 + threads, 1500, 77):
        for dtype in ("float32", "float64"):
            check_followers(shape, size, threads, dtype)
