"""Einsum as native code: the default executor's answers, in one region with others."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")

EQUATIONS = (
    ("bqhd,bkhd->bhqk", (2, 5, 3, 4), (2, 6, 3, 4)),
    ("bkhd,bqhd->bhqk", (2, 6, 3, 4), (2, 5, 3, 4)),
    ("bhqk,bkhd->bqhd", (2, 3, 5, 6), (2, 6, 3, 4)),
    ("abc,cde->abde", (2, 3, 4), (4, 5, 2)),
    ("ab,cb->ca", (17, 3), (18, 3)),
    ("abc,b->acb", (2, 3, 4), (3,)),
    ("a,b->ba", (3,), (4,)),
)


@pytest.mark.parametrize(("equation", "first", "second"), EQUATIONS)
@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.float16])
def test_answers_are_those_of_the_default(
    equation: str, first: tuple[int, ...], second: tuple[int, ...], dtype: tf.DType
) -> None:
    rng = np.random.default_rng(0)
    a, b = (
        tf.cast(tf.constant(rng.standard_normal(s)), dtype) for s in (first, second)
    )

    def f(a: tf.Tensor, b: tf.Tensor) -> tf.Tensor:
        return tf.nn.relu(tf.einsum(equation, a * 2.0, b + 1.0)) - 1.0

    native = tf.function(f, jit_compile=True)
    want, got = tf.function(f)(a, b).numpy(), native(a, b).numpy()
    close = {"float16": 2e-2, "float32": 1e-5, "float64": 1e-12}[dtype.name]
    np.testing.assert_allclose(got, want, rtol=close, atol=close)
    report = native.get_concrete_function(a, b).program.report
    assert any("einsum/Einsum" in region.nodes for region in report.regions)


def test_attention_is_one_region() -> None:
    @tf.function(jit_compile=True)
    def attention(q: tf.Tensor, k: tf.Tensor, v: tf.Tensor) -> tf.Tensor:
        scores = tf.nn.softmax(tf.einsum("bqhd,bkhd->bhqk", q, k))
        return tf.einsum("bhqk,bkhd->bqhd", scores, v)

    q = tf.ones([2, 8, 2, 4])
    attention(q, q, q)
    report = attention.get_concrete_function(q, q, q).program.report
    assert len(report.regions) == 1


@pytest.mark.parametrize("equation", ["ii,ij->j", "ij,jk->i"])
def test_other_sums_run_by_default(equation: str) -> None:
    a = tf.reshape(tf.range(4.0), [2, 2])
    f = tf.function(lambda a: tf.einsum(equation, a, a), jit_compile=True)
    np.testing.assert_array_equal(f(a), np.einsum(equation, a.numpy(), a.numpy()))
