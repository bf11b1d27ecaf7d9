"""Convolutions as matrix products over image patches (im2col).

A block of windows stays in the cache between the two. Threads take rows of windows.
"""

from __future__ import annotations

from typing import Final

from runtime.native.llvm.blas_calls import Operand
from runtime.native.llvm.element_types import I64, Element
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import MISMATCH
from runtime.native.products.block_products import emit_called_product
from runtime.native.products.depthwise import depthwise_iterations, emit_depthwise
from runtime.native.products.patches import patch_function
from runtime.native.terms.convolutions import (
    Convolution,
    Depthwise,
    DepthwiseParts,
    FilterParts,
    Windows,
)
from runtime.native.terms.memory import Memory
from runtime.native.terms.scopes import Bounds, Scope
from runtime.native.terms.terms import Term

BLOCK_BYTES: Final = 1 << 19
"""Windows that are laid out at a time take no more than this, if they are many."""
LEAST_WINDOWS: Final = 192
"""Fewer at a time do not pay for the filter, which is read for each block."""
MOST_BYTES: Final = 1 << 24
"""Windows that are laid out at a time never take more, if a row does not."""


def block_rows(windows: Windows, element: Element) -> int:
    """How many rows of windows are laid out at a time."""
    count = windows.counts[1]
    row = max(1, count * windows.width * element.bytes)
    wanted = max(BLOCK_BYTES // row, -(-LEAST_WINDOWS // count))
    return max(1, min(windows.rows, wanted, MOST_BYTES // row))


def convolution_iterations(term: Term) -> tuple[int, int]:
    """The iterations that threads may share: rows of windows, or blocks of them."""
    if isinstance(term, (Depthwise, DepthwiseParts)):
        return depthwise_iterations(term)
    assert isinstance(term, (Convolution, FilterParts))
    if isinstance(term, FilterParts):
        return term.shape[0], 1
    return term.windows.rows, block_rows(term.windows, term.element)


def emit_convolution(scope: Scope, term: Term, bounds: Bounds | None) -> None:
    """Writes a convolution, or its iterations within the bounds."""
    if isinstance(term, (Depthwise, DepthwiseParts)):
        emit_depthwise(scope, term, bounds)
        return
    assert isinstance(term, (Convolution, FilterParts))
    e = scope.e
    extent, _ = convolution_iterations(term)
    low, high = bounds or (e.constant(I64, 0), e.constant(I64, extent))
    block = _Block(scope, term)
    block.reserve()
    if isinstance(term, Convolution):
        step = block.rows
        with e.counting(low, high, step) as first:
            block.multiply(term, first, _at_most(e, first, step, high))
    else:
        limit = e.constant(I64, term.windows.rows)
        with e.counting(low, high, 1) as part:
            first = e.mul(part, e.constant(I64, block.rows))
            last = _at_most(e, first, block.rows, limit)
            block.multiply_gradient(term, part, (first, last))
    block.release()


def _at_most(e: Emitter, first: Register, step: int, limit: Register) -> Register:
    last = e.add(first, e.constant(I64, step))
    return e.select(e.compare("lt", last, limit), last, limit)


class _Block:
    """The memory in which the windows of some rows lie."""

    def __init__(self, scope: Scope, term: Convolution | FilterParts) -> None:
        self.scope = scope
        self.e = scope.e
        self.windows = term.windows
        self.element = term.element
        self.images = self._pointer(term.images)
        self.rows = block_rows(term.windows, term.element)
        self.memory = ""

    def _pointer(self, term: Term) -> str:
        memory = self.scope.memory_of(term)
        assert isinstance(memory, Memory), term
        offset = self.e.constant(I64, memory.offset)
        return self.e.address(memory.pointer, term.element, offset)

    def reserve(self) -> None:
        """Gets memory; leaves the code if there is none."""
        if self.windows.are_pixels:
            return
        e, windows = self.e, self.windows
        size = self.rows * windows.counts[1] * windows.width * self.element.bytes
        e.module.declare("declare ptr @PyMem_RawMalloc(i64)")
        e.module.declare("declare void @PyMem_RawFree(ptr)")
        self.memory, address = e.name("block"), e.name()
        e.line(f"{self.memory} = call ptr @PyMem_RawMalloc(i64 {size})")
        e.line(f"{address} = ptrtoint ptr {self.memory} to i64")
        missing = e.compare("eq", Register(address, I64), e.constant(I64, 0))
        e.leave_if(missing, MISMATCH)

    def release(self) -> None:
        """Writes the call that frees the memory of the block."""
        if self.memory:
            self.e.line(f"call void @PyMem_RawFree(ptr {self.memory})")

    def multiply(self, term: Convolution, first: Register, last: Register) -> None:
        """The results of some rows of windows."""
        e, width, depth = self.e, self.windows.width, term.shape[-1]
        windows, count = self._laid_out(first, last)
        result = self._row_of(self._pointer(term), first, depth)
        kernel = Operand(self._pointer(term.filter), depth, False)
        emit_called_product(
            e,
            (count, e.constant(I64, depth), e.constant(I64, width)),
            (Operand(windows, width, False), kernel),
            Operand(result, depth, False),
            e.constant(term.element, 1),
            self.rows * self.windows.counts[1] * width,
        )

    def multiply_gradient(
        self, term: FilterParts, part: Register, bounds: Bounds
    ) -> None:
        """A part of the filter's gradient: that of some rows of windows."""
        e, width, depth = self.e, self.windows.width, term.shape[-1]
        windows, count = self._laid_out(*bounds)
        gradient = self._row_of(self._pointer(term.gradient), bounds[0], depth)
        place = e.mul(part, e.constant(I64, width * depth))
        result = e.address(self._pointer(term), term.element, place)
        emit_called_product(
            e,
            (e.constant(I64, width), e.constant(I64, depth), count),
            (Operand(windows, width, True), Operand(gradient, depth, False)),
            Operand(result, depth, False),
            e.constant(term.element, 1),
            self.rows * self.windows.counts[1] * width,
        )

    def _row_of(self, pointer: str, row: Register, depth: int) -> str:
        """Where the results of a row of windows begin."""
        step = self.e.constant(I64, self.windows.counts[1] * depth)
        return self.e.address(pointer, self.element, self.e.mul(row, step))

    def _laid_out(self, first: Register, last: Register) -> tuple[str, Register]:
        """The windows of some rows as a matrix, and how many there are."""
        e, windows = self.e, self.windows
        count = e.mul(e.sub(last, first), e.constant(I64, windows.counts[1]))
        if windows.are_pixels:
            return self._row_of(self.images, first, windows.width), count
        function = patch_function(e.module, windows, self.element)
        e.line(
            f"call void @{function}(ptr {self.images}, ptr {self.memory}, "
            f"i64 {first.text}, i64 {last.text})"
        )
        return self.memory, count
