"""Matrix products: small products as loops, others as BLAS calls.

A small one is a loop over rows, with the columns as one vector.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from runtime.native.llvm.blas_calls import Operand
from runtime.native.llvm.element_types import I64, Element
from runtime.native.llvm.emitter import Emitter, Module, Register
from runtime.native.llvm.failures import Unsupported
from runtime.native.products.block_products import emit_called_product
from runtime.native.terms.memory import Memory
from runtime.native.terms.scopes import Bounds, Scope
from runtime.native.terms.terms import Dims, Product, Products, Term

PARTS: Final = 2
"""Parts of a product for each thread: small ones are slower than a large one."""
ROWS: Final = 16
"""Rows of a part: a multiple of these."""
COLUMNS: Final = 64
"""Columns of a part: a multiple of these, so that vectors begin where a part does."""


def emit_product(scope: Scope, term: Product, bounds: Bounds | None = None) -> None:
    """Writes a product, or its iterations within the bounds."""
    memories = [scope.memory_of(each) for each in (term.a, term.b, term)]
    found = [each for each in memories if each is not None]
    assert len(found) == len(memories)
    _emit(scope.e, term, found, bounds)


def emit_products(scope: Scope, term: Products, bounds: Bounds | None = None) -> None:
    """Writes several products in order, by default all, else a range of them."""
    e = scope.e
    memories = [scope.memory_of(each) for each in (term.a, term.b, term)]
    found = [each for each in memories if each is not None]
    assert len(found) == len(memories)
    start, stop = bounds or (e.constant(I64, 0), e.constant(I64, term.count))
    shapes = [each.shape for each in (term.a, term.b, term)]
    with e.counting(start, stop, 1) as number:
        parts = [
            _matrix(e, (number, term.shape[:-2]), memory, shape, term.element)
            for memory, shape in zip(found, shapes, strict=True)
        ]
        _emit(e, term.one, parts, None)


def _matrix(
    e: Emitter,
    place: tuple[Register, Dims],
    memory: Memory,
    shape: Dims,
    element: Element,
) -> Memory:
    """The matrix of one of so many products, where axes may be broadcast."""
    rest, sizes = place
    where = e.constant(I64, memory.offset)
    strides = memory.strides[:-2]
    for axis in range(1, len(sizes) + 1):
        size = e.constant(I64, sizes[-axis])
        index = e.instruction("urem", I64, [rest, size])
        rest = e.instruction("udiv", I64, [rest, size])
        if axis <= len(strides) and shape[-2 - axis] != 1:
            step = e.mul(index, e.constant(I64, strides[-axis]))
            where = e.add(where, step)
    pointer = e.address(memory.pointer, element, where)
    return Memory(pointer, memory.strides[-2:])


def _emit(
    e: Emitter, term: Product, memories: list[Memory], bounds: Bounds | None
) -> None:
    if term.is_called:
        _call(e, term, memories, bounds)
        return
    pointers = [_start(e, term.element, each) for each in memories]
    rows, columns = term.shape
    strides = tuple(each.strides for each in memories)
    name = _function(e.module, term, (rows, _inner(term), columns), strides)
    arguments = ", ".join(f"ptr {each}" for each in pointers)
    e.line(f"call void @{name}({arguments})")


def product_iterations(term: Product, threads: int) -> tuple[int, int]:
    """The rows, or columns, of the result, and how many a thread takes at once."""
    extent = max(term.shape)
    each = -(-extent // (PARTS * threads))
    if turning_axis(term) == 0:
        return extent, -(-each // ROWS) * ROWS
    return extent, max(1, each // COLUMNS) * COLUMNS


def turning_axis(term: Term) -> int:
    """The axis of a product over whose rows, or columns, it iterates."""
    return 0 if term.shape[0] >= term.shape[1] else 1


def _inner(term: Product) -> int:
    return term.a.shape[0 if term.transposed[0] else 1]


def _start(e: Emitter, element: Element, memory: Memory) -> str:
    return e.address(memory.pointer, element, e.constant(I64, memory.offset))


def _call(
    e: Emitter, term: Product, memories: list[Memory], bounds: Bounds | None
) -> None:
    flips = (*term.transposed, False)
    operands = [
        _operand(_start(e, term.element, memory), memory.strides, flip)
        for memory, flip in zip(memories, flips, strict=True)
    ]
    if operands[2].is_transposed:
        raise Unsupported("a product whose rows do not lie together")
    sizes = [e.constant(I64, size) for size in (*term.shape, _inner(term))]
    if bounds is not None:
        _take_part(e, term, (operands, sizes), bounds)
    a, b, c = operands
    shape = sizes[0], sizes[1], sizes[2]
    factor = e.constant(term.element, term.factor)
    rows, inner = term.shape[0], _inner(term)
    if bounds is not None and turning_axis(term) == 0:
        rows = rows // PARTS + ROWS
    emit_called_product(e, shape, (a, b), c, factor, rows * inner)


def _take_part(
    e: Emitter,
    term: Product,
    product: tuple[list[Operand], list[Register]],
    bounds: Bounds,
) -> None:
    """Restricts a product to some rows of a, or some columns of b."""
    operands, sizes = product
    low, high = bounds
    axis = turning_axis(term)
    sizes[axis] = e.sub(high, low)
    for index in (axis, 2):
        operand = operands[index]
        # neighbours lie together along the axis that is not the leading one
        is_along = (axis == 1) != operand.is_transposed
        step = 1 if is_along else operand.leading
        where = e.mul(low, e.constant(I64, step))
        pointer = e.address(operand.pointer, term.element, where)
        operands[index] = replace(operand, pointer=pointer)


def _operand(pointer: str, strides: tuple[int, ...], is_transposed: bool) -> Operand:
    """A matrix as BLAS wants it.

    Raises:
      Unsupported: if neither rows nor columns lie together.
    """
    across, along = strides
    if along != 1 and across != 1:
        raise Unsupported("a product of matrices whose elements lie apart")
    if along == 1:
        return Operand(pointer, max(1, across), is_transposed)
    return Operand(pointer, max(1, along), not is_transposed)


def _function(
    module: Module,
    term: Product,
    sizes: tuple[int, int, int],
    strides: tuple[tuple[int, ...], ...],
) -> str:
    """The name of the function, which is written once for all alike."""
    key = (term.element.name, sizes, strides, term.transposed)
    name = module.known.get(key)
    if name is None:
        name = module.known[key] = f"product{len(module.known)}"
        e = Emitter(module)
        _Body(e, term, sizes, strides).write()
        e.line("ret void")
        head = f"define internal void @{name}(ptr %a, ptr %b, ptr noalias %c) noinline"
        module.define(head, e)
    return name


class _Body:
    """c[i, :] = the sum over k of a[i, k] b[k, :]."""

    def __init__(
        self,
        e: Emitter,
        term: Product,
        sizes: tuple[int, int, int],
        strides: tuple[tuple[int, ...], ...],
    ) -> None:
        self.e = e
        self.element: Element = term.element
        self.rows, self.inner, self.columns = sizes
        a, b, self.c = strides
        self.a = a[::-1] if term.transposed[0] else a
        self.b = b[::-1] if term.transposed[1] else b

    def write(self) -> None:
        """The rows of b stay in registers while the rows of c are made."""
        e = self.e
        held = [self._row_of_b(k) for k in range(self.inner)]
        start, stop = e.constant(I64, 0), e.constant(I64, self.rows)
        with e.counting(start, stop, 1) as row:
            total = e.constant(self.element, 0)
            for k, b in enumerate(held):
                total = self._with(total, self._number("%a", self.a, row, k), b)
            where = e.mul(row, e.constant(I64, self.c[0]))
            pointer = e.address("%c", self.element, where)
            kind = e.typed(total, self.columns)
            e.line(f"store {kind}, ptr {pointer}, align {self.element.bytes}")

    def _with(self, total: Register, a: Register, b: Register) -> Register:
        if self.element.is_float:
            return self.e.fma(a, b, total)
        return self.e.add(total, self.e.mul(a, b))

    def _number(
        self, pointer: str, strides: tuple[int, ...], row: Register, k: int
    ) -> Register:
        e = self.e
        where = e.mul(row, e.constant(I64, strides[0]))
        where = e.add(where, e.constant(I64, k * strides[1]))
        result = e.name()
        kind, align = self.element.memory, self.element.bytes
        found = e.address(pointer, self.element, where)
        e.line(f"{result} = load {kind}, ptr {found}, align {align}")
        return Register(result, self.element)

    def _row_of_b(self, k: int) -> Register:
        e, columns = self.e, self.columns
        start = e.constant(I64, k * self.b[0])
        pointer = e.address("%b", self.element, start)
        if self.b[1] == 1 or columns == 1:
            result = e.name()
            kind, align = self.element.text(columns), self.element.bytes
            e.line(f"{result} = load {kind}, ptr {pointer}, align {align}")
            return Register(result, self.element, columns)
        row = "poison"
        for column in range(columns):
            index = e.constant(I64, k * self.b[0] + column * self.b[1])
            found, value, name = (
                e.address("%b", self.element, index),
                e.name(),
                e.name(),
            )
            kind = self.element.register
            e.line(f"{value} = load {kind}, ptr {found}, align {self.element.bytes}")
            e.line(
                f"{name} = insertelement {self.element.text(columns)} {row}, "
                f"{kind} {value}, i64 {column}"
            )
            row = name
        return Register(row, self.element, columns)
