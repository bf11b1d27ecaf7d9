"""Products of small matrices: loops over rows, columns as one vector."""

from __future__ import annotations

from runtime.executor.native.elements import I64, Element
from runtime.executor.native.emitter import Emitter, Module, Register
from runtime.executor.native.memory import Memory
from runtime.executor.native.nests import Scope
from runtime.executor.native.terms import Product


def emit_product(scope: Scope, term: Product) -> None:
    """Writes a call of the function that multiplies such matrices."""
    memories = [scope.memory_of(each) for each in (term.a, term.b, term)]
    pointers = []
    for memory in memories:
        assert memory is not None
        offset = scope.e.constant(I64, memory.offset)
        pointers.append(scope.e.address(memory.pointer, term.element, offset))
    rows, columns = term.shape
    inner = term.a.shape[0 if term.transposed[0] else 1]
    strides = tuple(m.strides for m in memories if m is not None)
    name = _function(scope.e.module, term, (rows, inner, columns), strides)
    arguments = ", ".join(f"ptr {each}" for each in pointers)
    scope.e.line(f"call void @{name}({arguments})")


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


__all__ = ["Memory", "emit_product"]
