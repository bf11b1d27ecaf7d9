"""Matrix products as calls of the BLAS library that NumPy ships with.

Native code calls ``cblas_sgemm``, ``cblas_sgemv`` and their kin of float64 directly,
without a return to Python between a product and its consumers. Each function that was
found is verified once, by a product with a known result.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import numpy as np

from runtime.native.llvm.element_types import F32, F64, I32, Element
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import Unsupported

_Trial = Callable[[Any, Element, int], bool]
"""Whether a function of so many bits of integers is the one that its name says."""

_ROW_MAJOR: Final = 101
_PLAIN: Final = 111
_TRANSPOSED: Final = 112

_NAMES: Final = (
    ("scipy_cblas_{}64_", 64),
    ("cblas_{}64_", 64),
    ("scipy_cblas_{}", 32),
    ("cblas_{}", 32),
)
"""A function's names in builds of OpenBLAS, with the bits of their integers."""


@dataclass(frozen=True, slots=True)
class BlasFunction:
    """A product in a library that is loaded already."""

    address: int
    integer_bits: int


@dataclass(frozen=True, slots=True)
class Operand:
    """A matrix in memory: row by row, or column by column if it is transposed."""

    pointer: str
    leading: int
    """How many elements lie between the starts of neighbouring rows or columns."""
    is_transposed: bool


def symbol_of(element: Element) -> str:
    """The symbol by which native code multiplies two matrices of an element type."""
    return f"blas_product_{element.name}"


def row_symbol_of(element: Element) -> str:
    """The symbol by which native code multiplies a matrix and a vector."""
    return f"blas_row_product_{element.name}"


def blas_symbols(text: str) -> Iterable[tuple[str, int]]:
    """The functions of BLAS that a module's text declares, with their addresses."""
    for element in (F32, F64):
        for symbol, found in (
            (symbol_of(element), blas_function),
            (row_symbol_of(element), blas_row_function),
        ):
            if f"@{symbol}(" in text:
                function = found(element)
                assert function is not None
                yield symbol, function.address


@cache
def blas_function(element: Element) -> BlasFunction | None:
    """The product of two matrices; None if there is none that works."""
    return _found(element, "gemm", _multiplies)


@cache
def blas_row_function(element: Element) -> BlasFunction | None:
    """The product of a matrix and a vector; None if there is none that works."""
    return _found(element, "gemv", _multiplies_rows)


def _found(element: Element, routine: str, works: _Trial) -> BlasFunction | None:
    if element not in (F32, F64):
        return None
    letter = "s" if element is F32 else "d"
    for library in _libraries():
        for name, bits in _NAMES:
            found = getattr(library, name.format(letter + routine), None)
            if found is not None and works(found, element, bits):
                address = ctypes.cast(found, ctypes.c_void_p).value
                assert address is not None
                return BlasFunction(address, bits)
    return None


def _libraries() -> list[Any]:
    from threadpoolctl import ThreadpoolController

    found = ThreadpoolController().select(internal_api="openblas").lib_controllers
    return [each.dynlib for each in found]


def _multiplies(function: Any, element: Element, bits: int) -> bool:
    """Whether it is the function meant: a product is as it should be."""
    number = ctypes.c_float if element is F32 else ctypes.c_double
    integer = ctypes.c_int64 if bits == 64 else ctypes.c_int32
    a = np.arange(6, dtype=element.name).reshape(2, 3)
    b = np.arange(12, dtype=element.name).reshape(4, 3)
    found = np.full((2, 4), np.nan, element.name)
    pointers = [ctypes.c_void_p(each.ctypes.data) for each in (a, b, found)]
    sizes = [integer(each) for each in (2, 4, 3)]
    function.restype = None
    function(
        *[ctypes.c_int(each) for each in (_ROW_MAJOR, _PLAIN, _TRANSPOSED)],
        *sizes,
        number(1),
        pointers[0],
        integer(3),
        pointers[1],
        integer(3),
        number(0),
        pointers[2],
        integer(4),
    )
    return bool(np.array_equal(found, a @ b.T))


def _multiplies_rows(function: Any, element: Element, bits: int) -> bool:
    """Whether it is the function meant: both orders of a matrix times vectors."""
    return all(
        _multiplies_row(function, element, bits, order)
        for order in (_PLAIN, _TRANSPOSED)
    )


def _multiplies_row(function: Any, element: Element, bits: int, order: int) -> bool:
    """Whether a matrix times every other number is as it should be.

    The result replaces every other number, whatever stood there; the rest stays.
    """
    number = ctypes.c_float if element is F32 else ctypes.c_double
    integer = ctypes.c_int64 if bits == 64 else ctypes.c_int32
    matrix = np.arange(6, dtype=element.name).reshape(3, 2)
    turned = matrix if order == _PLAIN else matrix.T
    row = np.arange(2 * turned.shape[1], dtype=element.name)
    found = np.full(2 * turned.shape[0], np.nan, element.name)
    pointers = [ctypes.c_void_p(each.ctypes.data) for each in (matrix, row, found)]
    function.restype = None
    function(
        *[ctypes.c_int(each) for each in (_ROW_MAJOR, order)],
        *[integer(each) for each in matrix.shape],
        number(1),
        pointers[0],
        integer(2),
        pointers[1],
        integer(2),
        number(0),
        pointers[2],
        integer(2),
    )
    expected = np.full_like(found, np.nan)
    expected[::2] = turned @ row[::2]
    return bool(np.array_equal(found, expected, equal_nan=True))


def emit_blas_product(
    e: Emitter,
    sizes: tuple[Register, Register, Register],
    operands: tuple[Operand, Operand],
    result: Operand,
    factor: Register,
) -> None:
    """Writes a call that computes the factor times the product, stored row-major.

    The sizes are rows, columns and inner size. A single row, or column, is a product of
    a matrix and a vector, which reads the matrix once where it lies, if there is a
    function for that.

    Raises:
      Unsupported: if BLAS has no product of matrices for the element type.
    """
    rows, columns, inner = sizes
    row, column = operands
    if not _sums_rows(inner, factor.element):
        _emit_product(e, sizes, operands, result, factor)
    elif _is_one(rows):
        step = row.leading if row.is_transposed else 1
        turned = replace(column, is_transposed=not column.is_transposed)
        vectors = _Vector(row.pointer, step), _Vector(result.pointer, 1)
        _emit_row_product(e, (columns, inner), turned, vectors, factor)
    elif _is_one(columns):
        step = 1 if column.is_transposed else column.leading
        vectors = (
            _Vector(column.pointer, step),
            _Vector(result.pointer, result.leading),
        )
        _emit_row_product(e, (rows, inner), row, vectors, factor)
    else:
        _emit_product(e, sizes, operands, result, factor)


def _sums_rows(inner: Register, element: Element) -> bool:
    """Whether a product with a vector gives sums of so many numbers.

    Of no numbers it leaves the result as it was, where that of matrices writes zeros.
    """
    is_some = inner.is_literal and int(inner.text) > 0
    return is_some and blas_row_function(element) is not None


def _is_one(size: Register) -> bool:
    return size.is_literal and int(size.text) == 1


@dataclass(frozen=True, slots=True)
class _Vector:
    """Numbers in memory, with the distance of neighbours in elements."""

    pointer: str
    step: int


def _emit_row_product(
    e: Emitter,
    sizes: tuple[Register, Register],
    matrix: Operand,
    vectors: tuple[_Vector, _Vector],
    factor: Register,
) -> None:
    """Writes a call: a matrix of so many rows and columns times a vector."""
    element = factor.element
    function = blas_row_function(element)
    assert function is not None
    kind, number = f"i{function.integer_bits}", element.register
    name = row_symbol_of(element)
    narrow = [each if each.is_literal else _narrowed(e, each, kind) for each in sizes]
    stored = reversed(narrow) if matrix.is_transposed else narrow
    given, result = vectors
    arguments = [
        f"i32 {_ROW_MAJOR}",
        f"i32 {_TRANSPOSED if matrix.is_transposed else _PLAIN}",
        *[f"{kind} {size.text}" for size in stored],
        f"{number} {factor.text}",
        f"ptr {matrix.pointer}, {kind} {matrix.leading}",
        f"ptr {given.pointer}, {kind} {given.step}",
        f"{number} {element.literal(0)}",
        f"ptr {result.pointer}, {kind} {result.step}",
    ]
    kinds = f"i32, i32, {kind}, {kind}, {number}, ptr, {kind}, ptr, {kind}"
    e.module.declare(f"declare void @{name}({kinds}, {number}, ptr, {kind})")
    e.line(f"call void @{name}({', '.join(arguments)})")


def _emit_product(
    e: Emitter,
    sizes: tuple[Register, Register, Register],
    operands: tuple[Operand, Operand],
    result: Operand,
    factor: Register,
) -> None:
    element = factor.element
    function = blas_function(element)
    if function is None:
        raise Unsupported(f"there is no BLAS function for {element.name}")
    kind, number = f"i{function.integer_bits}", element.register
    name = symbol_of(element)
    narrow = [each if each.is_literal else _narrowed(e, each, kind) for each in sizes]
    a, b = operands
    orders = [
        f"i32 {_TRANSPOSED if each.is_transposed else _PLAIN}" for each in operands
    ]
    arguments = [
        f"i32 {_ROW_MAJOR}",
        *orders,
        *[f"{kind} {size.text}" for size in narrow],
        f"{number} {factor.text}",
        f"ptr {a.pointer}, {kind} {a.leading}",
        f"ptr {b.pointer}, {kind} {b.leading}",
        f"{number} {element.literal(0)}",
        f"ptr {result.pointer}, {kind} {result.leading}",
    ]
    kinds = f"i32, i32, i32, {kind}, {kind}, {kind}, {number}, ptr, {kind}, ptr, {kind}"
    e.module.declare(f"declare void @{name}({kinds}, {number}, ptr, {kind})")
    e.line(f"call void @{name}({', '.join(arguments)})")


def _narrowed(e: Emitter, size: Register, kind: str) -> Register:
    return size if kind == "i64" else e.convert("trunc", size, I32)
