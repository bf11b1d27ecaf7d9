"""Running sums and products along an axis, added in NumPy's order."""

from __future__ import annotations

import math

from runtime.native.llvm.element_types import I64
from runtime.native.llvm.emitter import Register
from runtime.native.llvm.engine import vector_bytes
from runtime.native.llvm.failures import Unsupported
from runtime.native.llvm.storage_formats import from_memory, to_memory
from runtime.native.loops.reductions import combined, start_value
from runtime.native.terms.memory import Memory, contiguous_strides
from runtime.native.terms.scopes import Bounds, Scope
from runtime.native.terms.terms import Running, Term


def scan_iterations(term: Running) -> tuple[int, int]:
    """The iterations that threads may share: the axes before the scanned one."""
    return math.prod(term.shape[: term.axis]), 1


def emit_running(scope: Scope, term: Running, bounds: Bounds | None) -> None:
    """Writes a scan, or its iterations within the bounds."""
    _Totals(scope, term).write(bounds)


class _Totals:
    def __init__(self, scope: Scope, term: Running) -> None:
        self.e = scope.e
        self.term = term
        self.source, self.target = (_start(scope, each) for each in (term.source, term))
        self.count = term.shape[term.axis]
        self.inner = math.prod(term.shape[term.axis + 1 :])
        self.lanes = 1
        while self.lanes * 2 <= min(self.inner, vector_bytes() // term.element.bytes):
            self.lanes *= 2

    def write(self, bounds: Bounds | None) -> None:
        """Adjacent columns are one vector; the remainder is computed one by one."""
        e, zero = self.e, self.e.constant(I64, 0)
        outer = math.prod(self.term.shape[: self.term.axis])
        low, high = bounds or (zero, e.constant(I64, outer))
        whole = e.constant(I64, self.inner - self.inner % self.lanes)
        with e.counting(low, high, 1) as turn:
            begin = e.mul(turn, e.constant(I64, self.count * self.inner))
            with e.counting(zero, whole, self.lanes) as column:
                self._column(e.add(begin, column), self.lanes)
            with e.counting(whole, e.constant(I64, self.inner), 1) as column:
                self._column(e.add(begin, column), 1)

    def _column(self, begin: Register, lanes: int) -> None:
        e, term, element = self.e, self.term, self.term.element
        total = e.slot(element, lanes)
        start = e.constant(element, start_value(term.word, element))
        e.set(total, start, lanes)
        last = e.constant(I64, self.count - 1)
        end = e.constant(I64, self.count)
        with e.counting(e.constant(I64, 0), end, 1) as step:
            place = e.sub(last, step) if term.is_reversed else step
            where = e.add(begin, e.mul(place, e.constant(I64, self.inner)))
            before = e.get(total, element, lanes)
            after = combined(e, term.word, before, self._load(where, lanes))
            e.set(total, after, lanes)
            self._store(before if term.is_exclusive else after, where, lanes)

    def _load(self, where: Register, lanes: int) -> Register:
        e, element = self.e, self.term.element
        pointer, text = e.address(self.source, element, where), e.name()
        kind = element.memory_text(lanes)
        e.line(f"{text} = load {kind}, ptr {pointer}, align {element.bytes}")
        return from_memory(e, text, element, lanes)

    def _store(self, value: Register, where: Register, lanes: int) -> None:
        e, element = self.e, self.term.element
        pointer = e.address(self.target, element, where)
        text, kind = to_memory(e, value, element, lanes), element.memory_text(lanes)
        e.line(f"store {kind} {text}, ptr {pointer}, align {element.bytes}")


def _start(scope: Scope, term: Term) -> str:
    """The address of a contiguous term.

    Raises:
      Unsupported: if the term is not contiguous.
    """
    memory = scope.memory_of(term)
    assert isinstance(memory, Memory), term
    if memory.strides != contiguous_strides(term.shape):
        raise Unsupported("running totals of elements that lie apart")
    offset = scope.e.constant(I64, memory.offset)
    return scope.e.address(memory.pointer, term.element, offset)
