"""NumPy's own BLAS, found by what it computes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.native.llvm import blas_calls
from runtime.native.llvm.element_types import F32, F64, I32

pytest.importorskip("llvmlite")


def normal(*shape: int, dtype: Any = np.float32) -> Any:
    generator = np.random.default_rng(sum(shape))
    return tf.constant(generator.normal(size=shape).astype(dtype))


def both(function: Any, *arguments: Any) -> tuple[Any, Any, str]:
    native = tf.function(function, jit_compile=True)
    default = tf.function(function, jit_compile=False)
    return native(*arguments), default(*arguments), native.jit_report()


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
