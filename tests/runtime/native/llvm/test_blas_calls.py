"""NumPy's own BLAS, found by what it computes."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.native.llvm import blas_calls
from runtime.native.llvm.element_types import F32, F64, I32, I64
from runtime.native.llvm.emitter import Emitter, Register

pytest.importorskip("llvmlite")

from runtime.native.llvm.engine import compiled, new_module


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


def test_products_with_a_vector_are_found_by_what_they_compute() -> None:
    for element in (F32, F64):
        assert blas_calls.blas_row_function(element) is not None
    assert blas_calls.blas_row_function(I32) is None


@pytest.mark.parametrize(
    "fault", ["", "one order", "no steps", "nothing written", "adds to the result"]
)
def test_a_product_with_a_vector_that_does_otherwise_is_refused(fault: str) -> None:
    def product(*arguments: Any) -> None:
        plain = [getattr(each, "value", each) for each in arguments]
        _, order, rows, columns, _, a, _, x, step, _, y, stride = plain
        matrix = array_at(a, rows * columns).reshape(rows, columns)
        matrix = matrix if order == 111 else matrix.T
        step = 1 if fault == "no steps" else step
        given = array_at(x, matrix.shape[1] * step)[::step]
        result = array_at(y, matrix.shape[0] * stride)[::stride]
        if fault == "nothing written" or (fault == "one order" and order == 111):
            return
        old = result if fault == "adds to the result" else 0
        result[:] = matrix @ given + old

    assert blas_calls._multiplies_rows(product, F32, 64) == (not fault)


def array_at(address: int, size: int) -> Any:
    pointer = ctypes.cast(address, ctypes.POINTER(ctypes.c_float))
    return np.ctypeslib.as_array(pointer, (size,))


def test_without_products_with_a_vector_a_row_is_a_matrix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(blas_calls, "blas_row_function", lambda element: None)

    def layer(a: Any, b: Any) -> Any:
        return tf.nn.relu(tf.matmul(a, b)) + 1

    found, expected, report = both(layer, normal(1, 300), normal(300, 301))
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)
    assert "no BLAS function" not in report


def product_of(sizes: tuple[int, int, int], is_known: bool) -> tuple[Any, str]:
    """A native function of pointers to two matrices and the result, and its text."""
    module = new_module()
    e = Emitter(module)
    rows, columns, inner = sizes
    numbers = [e.constant(I64, each) for each in sizes]
    if not is_known:
        e.line(f"%inner = add i64 %n, {inner}")
        numbers[2] = Register("%inner", I64)
    operands = (
        blas_calls.Operand("%a", max(inner, 1), False),
        blas_calls.Operand("%b", columns, False),
    )
    result = blas_calls.Operand("%c", columns, False)
    factor = e.constant(F32, 1)
    blas_calls.emit_blas_product(e, tuple(numbers), operands, result, factor)
    e.line("ret void")
    module.define("define void @product(ptr %a, ptr %b, ptr %c, i64 %n)", e)
    code = compiled(module.text(), ["product"])
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 4)(code.addresses["product"])

    def run(a: Any, b: Any) -> Any:
        found = np.full((rows, columns), np.nan, np.float32)
        call(*[each.ctypes.data for each in (a, b, found)], 0)
        assert code is not None
        return found

    return run, module.text()


@pytest.mark.parametrize("shape", [(1, 4), (4, 1)])
@pytest.mark.parametrize(
    ("inner", "is_known", "is_row"),
    [(0, True, False), (0, False, False), (3, False, False), (3, True, True)],
)
def test_a_sum_of_nothing_is_written_as_zero(
    shape: tuple[int, int], inner: int, is_known: bool, is_row: bool
) -> None:
    """A product with a vector of no numbers leaves what stood in the result."""
    run, text = product_of((*shape, inner), is_known)
    a, b = (
        np.ones(each, np.float32) for each in ((shape[0], inner), (inner, shape[1]))
    )
    np.testing.assert_array_equal(run(a, b), a @ b)
    assert (blas_calls.row_symbol_of(F32) in text) == is_row
