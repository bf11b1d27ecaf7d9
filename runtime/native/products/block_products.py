"""Medium-sized matrix products as loops over blocks in registers.

A block of columns of the second matrix is copied so that it lies together (as in Goto
and van de Geijn, "Anatomy of High-Performance Matrix Multiplication", 2008), and stays
in the first cache while rows of the first matrix pass by. The library, made for large
matrices, copies both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from runtime.native.llvm.blas_calls import Operand, emit_blas_product
from runtime.native.llvm.element_types import BOOL, F32, F64, I64, Element
from runtime.native.llvm.emitter import Emitter, Register

Sizes = tuple[Register, Register, Register]

ROWS: Final = (8, 4, 1)
"""Rows of the result that are in registers at once; fewer where fewer are left."""
VECTORS: Final = 2
"""Registers for each of these rows."""
DEPTH: Final = 256
"""Rows of the second matrix in a block: half of the first cache."""
LEAST_ROWS: Final = 16
"""Fewer rows do not pay for the copy of the block."""
LEAST_INNER: Final = 8
"""A smaller inner size does not pay for the loads and stores of the result."""
MOST_BYTES: Final = 1 << 20
"""Of the first matrix: it is read once for each block, from the second cache."""


def emit_called_product(
    e: Emitter,
    sizes: Sizes,
    operands: tuple[Operand, Operand],
    result: Operand,
    factor: Register,
    most: int,
) -> None:
    """Writes the factor times a product: as loops over blocks, or as a call of BLAS.

    The sizes are rows, columns and inner size; the result lies row by row. ``most`` is
    how many elements the first matrix has at most.

    Raises:
      Unsupported: if there is neither.
    """
    is_small = most * factor.element.bytes <= MOST_BYTES
    if not is_small or not is_in_blocks(e, sizes, operands, factor.element):
        emit_blas_product(e, sizes, operands, result, factor)
        return
    leading = operands[0].leading, operands[1].leading, result.leading
    layout = _Layout(factor.element, leading, operands[0].is_transposed)
    name = _function(e, layout, factor)
    pointers = [each.pointer for each in (*operands, result)]
    arguments = [f"ptr {each}" for each in pointers]
    arguments += [f"i64 {size.text}" for size in sizes]
    e.line(f"call void @{name}({', '.join(arguments)})")


def is_in_blocks(
    e: Emitter, sizes: Sizes, operands: tuple[Operand, Operand], element: Element
) -> bool:
    """Whether loops over blocks are quicker, on machines with enough registers."""
    if not e.module.has_avx512 or element not in (F32, F64):
        return False
    if operands[1].is_transposed:
        return False
    leasts = LEAST_ROWS, 64 // element.bytes, LEAST_INNER
    return all(
        not size.is_literal or int(size.text) >= least
        for size, least in zip(sizes, leasts, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the matrices lie: how far their rows are apart, or columns of the first."""

    element: Element
    leading: tuple[int, int, int]
    is_transposed: bool

    @property
    def lanes(self) -> int:
        return 64 // self.element.bytes

    @property
    def width(self) -> int:
        """The columns of a block."""
        return VECTORS * self.lanes


def _function(e: Emitter, layout: _Layout, factor: Register) -> str:
    """The name of the function, which is written once for all alike."""
    module = e.module
    key = "block product", layout, factor.text
    name = module.known.get(key)
    if name is None:
        name = module.known[key] = f"blocks{len(module.known)}"
        inner = Emitter(module)
        _Body(inner, layout, factor).write()
        inner.line("ret void")
        head = (
            f"define internal void @{name}(ptr %a, ptr %b, ptr noalias %c, "
            "i64 %rows, i64 %columns, i64 %inner) noinline"
        )
        module.define(head, inner)
    return name


class _Body:
    """c = a b: block after block of columns, for a part of the inner size at a time."""

    def __init__(self, e: Emitter, layout: _Layout, factor: Register) -> None:
        self.e = e
        self.layout = layout
        self.factor = factor
        self.element = layout.element
        self.block = e.array(layout.element, DEPTH * layout.width)
        self.rows, self.columns, self.inner = (
            Register(f"%{name}", I64) for name in ("rows", "columns", "inner")
        )
        self.masks: list[str] = []
        """Of the columns that there are, for each register of a row."""

    def _constant(self, number: int) -> Register:
        return self.e.constant(I64, number)

    def write(self) -> None:
        """Writes the loops and their body."""
        e, zero = self.e, self._constant(0)
        with e.counting(zero, self.inner, DEPTH) as first:
            depth = self._least(e.sub(self.inner, first), DEPTH)
            with e.counting(zero, self.columns, self.layout.width) as column:
                self._mask(e.sub(self.columns, column))
                self._copy(first, column, depth)
                self._every_row(column, (first, depth))

    def _every_row(self, column: Register, part: tuple[Register, Register]) -> None:
        """The block's product with all rows, as many at once as there are left."""
        e, done = self.e, self._constant(0)
        for count in ROWS:
            left = e.sub(self.rows, done)
            stop = e.add(done, e.logical("and", left, self._constant(-count)))
            with e.counting(done, stop, count) as row:
                self._rows(count, (row, column), part)
            done = stop

    def _least(self, size: Register, most: int) -> Register:
        limit = self._constant(most)
        return self.e.select(self.e.compare("lt", size, limit), size, limit)

    def _mask(self, left: Register) -> None:
        """Which columns of the block there are."""
        e, lanes = self.e, self.layout.lanes
        self.masks = []
        for vector in range(VECTORS):
            name = e.name()
            steps = ", ".join(f"i64 {vector * lanes + lane}" for lane in range(lanes))
            limit = e.operand(left, lanes)
            e.line(f"{name} = icmp slt <{lanes} x i64> <{steps}>, {limit}")
            self.masks.append(name)

    def _copy(self, first: Register, column: Register, depth: Register) -> None:
        """Puts the block of b together; zeros where there are no columns."""
        e, element = self.e, self.element
        with e.counting(self._constant(0), depth, 1) as k:
            row = e.mul(e.add(first, k), self._constant(self.layout.leading[1]))
            source = e.address("%b", element, e.add(row, column))
            place = e.mul(k, self._constant(self.layout.width))
            target = e.address(self.block, element, place)
            for vector in range(VECTORS):
                value = self._load(source, vector, self.masks[vector])
                self._plain(value, self._at(target, vector))

    def _rows(
        self,
        count: int,
        where: tuple[Register, Register],
        part: tuple[Register, Register],
    ) -> None:
        """Some rows of the block's product, in registers."""
        e, lanes = self.e, self.layout.lanes
        first, depth = part
        sums = [
            [e.slot(self.element, lanes) for _ in range(VECTORS)] for _ in range(count)
        ]
        for slot in (each for row in sums for each in row):
            e.set(slot, e.constant(self.element, 0), lanes)
        start = self._first_of_a(where[0], first)
        with e.counting(self._constant(0), depth, 1) as k:
            self._multiply(sums, start, k)
        is_new = e.compare("eq", first, self._constant(0))
        for index, row in enumerate(sums):
            self._store(row, (e.add(where[0], self._constant(index)), where[1]), is_new)

    def _first_of_a(self, row: Register, first: Register) -> str:
        e, step = self.e, self._constant(self.layout.leading[0])
        pair = (first, row) if self.layout.is_transposed else (row, first)
        return e.address("%a", self.element, e.add(e.mul(pair[0], step), pair[1]))

    def _multiply(self, sums: list[list[str]], start: str, k: Register) -> None:
        e, element, layout = self.e, self.element, self.layout
        place = e.mul(k, self._constant(layout.width))
        block = e.address(self.block, element, place)
        columns = [self._load(block, vector, "") for vector in range(VECTORS)]
        step = layout.leading[0]
        along, across = (step, 1) if layout.is_transposed else (1, step)
        line = e.address(start, element, e.mul(k, self._constant(along)))
        for index, row in enumerate(sums):
            number = e.name()
            found = e.address(line, element, self._constant(index * across))
            e.line(f"{number} = load {element.memory}, ptr {found}")
            factor = e.spread(Register(number, element), layout.lanes)
            for slot, column in zip(row, columns, strict=True):
                total = e.get(slot, element, layout.lanes)
                e.set(slot, e.fma(factor, column, total), layout.lanes)

    def _store(
        self, row: list[str], where: tuple[Register, Register], is_new: Register
    ) -> None:
        """Adds a row to the result; the first partial product is stored."""
        e, lanes = self.e, self.layout.lanes
        place = e.mul(where[0], self._constant(self.layout.leading[2]))
        start = e.address("%c", self.element, e.add(place, where[1]))
        for vector, slot in enumerate(row):
            value = e.mul(e.get(slot, self.element, lanes), self.factor)
            mask = Register(self.masks[vector], BOOL, lanes)
            read = e.select(is_new, e.constant(BOOL, 0), mask)
            before = self._load(start, vector, read.text)
            self._masked(e.add(value, before), start, vector)

    # --- memory

    def _at(self, start: str, vector: int) -> str:
        offset = self._constant(vector * self.layout.lanes)
        return self.e.address(start, self.element, offset)

    def _load(self, start: str, vector: int, mask: str) -> Register:
        e, lanes, element = self.e, self.layout.lanes, self.element
        kind, result, where = element.text(lanes), e.name(), self._at(start, vector)
        if mask:
            name = f"llvm.masked.load.{element.memory_suffix(lanes)}.p0"
            e.module.declare(f"declare {kind} @{name}(ptr, <{lanes} x i1>, {kind})")
            e.line(
                f"{result} = call {kind} @{name}(ptr align {element.bytes} {where}, "
                f"<{lanes} x i1> {mask}, {kind} zeroinitializer)"
            )
        else:
            e.line(f"{result} = load {kind}, ptr {where}, align 64")
        return Register(result, element, lanes)

    def _plain(self, value: Register, where: str) -> None:
        kind = self.e.typed(value, self.layout.lanes)
        self.e.line(f"store {kind}, ptr {where}, align 64")

    def _masked(self, value: Register, start: str, vector: int) -> None:
        e, lanes, element = self.e, self.layout.lanes, self.element
        kind, where = element.text(lanes), self._at(start, vector)
        name = f"llvm.masked.store.{element.memory_suffix(lanes)}.p0"
        e.module.declare(f"declare void @{name}({kind}, ptr, <{lanes} x i1>)")
        e.line(
            f"call void @{name}({kind} {value.text}, ptr align {element.bytes} "
            f"{where}, <{lanes} x i1> {self.masks[vector]})"
        )
