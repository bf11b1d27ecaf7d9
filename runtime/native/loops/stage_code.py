"""The code of a stage: passes over rows, columns, or plain elements."""

from __future__ import annotations

import math
from typing import Final

from runtime.native.functions.operations import COSTLY
from runtime.native.llvm.element_types import I64
from runtime.native.llvm.emitter import Register
from runtime.native.loops.columns import emit_columns
from runtime.native.loops.nests import Nest, Row
from runtime.native.loops.reductions import Accumulator, has_sum, sum_in_parts
from runtime.native.loops.running_totals import emit_running, scan_iterations
from runtime.native.products.convolutions import (
    convolution_iterations,
    emit_convolution,
)
from runtime.native.products.products import (
    emit_product,
    emit_products,
    product_iterations,
)
from runtime.native.terms.memory import Access, Memory, contiguous_strides
from runtime.native.terms.scopes import Bounds, Key, Position, Vector
from runtime.native.terms.stage_shapes import (
    Stage,
    operands_with_places,
    reduced_places,
    stage_places,
)
from runtime.native.terms.terms import (
    Apply,
    Product,
    Products,
    Reduced,
    Running,
    Term,
)

BLOCK: Final = 4096
"""Longer sums are made of sums of so many elements: the error grows less."""
KEPT_BYTES: Final = 1 << 16
"""A row of at most so many bytes is kept on the stack between passes."""


def emit_stage(nest: Nest, bounds: Bounds | None = None) -> None:
    """Writes a stage, or the iterations of its outer loop within the bounds."""
    kind = nest.stage.kind
    if kind == "called":
        (term,) = nest.stage.targets
        if isinstance(term, Product):
            emit_product(nest.scope, term, bounds)
        elif isinstance(term, Products):
            emit_products(nest.scope, term, bounds)
        elif isinstance(term, Running):
            emit_running(nest.scope, term, bounds)
        else:
            emit_convolution(nest.scope, term, bounds)
    elif kind == "columns":
        emit_columns(nest, bounds)
    elif kind in ("rows", "elements"):
        _Rows(nest).emit(bounds)


def emit_part(nest: Nest, axis: int, bounds: Bounds | None) -> None:
    """Writes the elements of a matrix in some rows, or in some columns."""
    if axis == 0 or bounds is None or len(nest.sizes) < 2:
        emit_stage(nest, bounds)
    else:
        _Rows(nest).emit_columns(bounds)


def group_of_part(nest: Nest, axis: int) -> int:
    """Rows, or columns, of a matrix that bounds of `emit_part` must be multiples of."""
    if len(nest.sizes) < 2 or axis == 1:
        return nest.lanes(nest.sizes[-1]) if nest.sizes else 1
    return 1


def parallel_extent(nest: Nest, threads: int) -> tuple[int, int]:
    """The iterations that threads may share, and the size of their groups."""
    kind, sizes = nest.stage.kind, nest.sizes
    if kind == "called":
        (term,) = nest.stage.targets
        if isinstance(term, Products):
            return term.count, 1
        if isinstance(term, Running):
            return scan_iterations(term)
        if not isinstance(term, Product):
            return convolution_iterations(term)
        return product_iterations(term, threads) if term.is_called else (1, 1)
    if not sizes or kind == "none":
        return 1, 1
    first = nest.stage.split[0]
    if kind == "elements":
        return (sizes[0], 1) if len(sizes) > 1 else (sizes[0], nest.lanes(sizes[0]))
    outer = sum(group[0] < first for group in nest.groups)
    if outer:
        return sizes[0], 1
    inner = sum(group[0] >= nest.stage.split[1] for group in nest.groups)
    if kind == "columns" and inner == 1:
        return sizes[-1], nest.lanes(sizes[-1])
    return 1, 1


class _Rows:
    """Passes over each row: reductions, then elements that use them."""

    def __init__(self, nest: Nest) -> None:
        self.nest = nest
        self.e = nest.e
        self.stage = nest.stage
        has_rows = self.stage.kind == "rows"
        first = self.stage.split[0] if has_rows else 0
        outer = sum(group[0] < first for group in nest.groups)
        if not has_rows:
            outer = max(0, len(nest.groups) - 1)
        self.outer = nest.sizes[:outer]
        self.inner = nest.sizes[outer:]
        self.passes = _passes(nest)
        self._plan_kept()

    def emit(self, bounds: Bounds | None) -> None:
        """Writes the loops over all rows, or over the rows within the bounds."""
        if not self.outer and self.stage.kind == "elements":
            self._row([], bounds)
            return
        self.nest.over(self.outer, lambda indices: self._row(indices, None), bounds)

    def emit_columns(self, bounds: Bounds) -> None:
        """Writes the elements of each row that lie within the bounds."""
        self.nest.over(self.outer, lambda indices: self._row(indices, bounds))

    def _row(self, indices: list[Register], bounds: Bounds | None) -> None:
        nest = self.nest
        nest.row, nest.registers = Row(), {}
        last = max(self.passes.values(), default=0)
        for number in range(last + 1):
            at_once = [t for t, p in self.passes.items() if p == number]
            within = [t for t in at_once if not _is_of_row(self.stage, t)]
            if within:
                self._pass(within, indices, bounds)
                nest.row.filled |= nest.row.filling
                nest.row.read = set(nest.footprint.accesses)
        for target in self.stage.targets:
            self._store_of_row(target, Position(indices))

    def _store_of_row(self, target: Term, at: Position) -> None:
        """Stores the values that each row has one of, in memory or a register."""
        nest = self.nest
        if not self.stage.is_row_level(target):
            return
        if isinstance(target, Reduced):
            places = reduced_places(self.stage, target)
        else:
            places = stage_places(self.stage, target)
        found = nest.footprint.accesses.get((target, places))
        is_number = not target.shape and not at.indices
        if found is None and not is_number:
            return
        value = nest.row.registers.get((target, places))
        if value is None:
            value = nest.computed(target, places, at)
        if is_number:
            nest.scope.numbers[target] = value
        if found is not None:
            nest.memory.store(target.element, value, found, at)

    def _pass(
        self, targets: list[Term], indices: list[Register], bounds: Bounds | None
    ) -> None:
        nest = self.nest
        size = self.inner[-1] if self.inner else 1
        reductions = [t for t in targets if isinstance(t, Reduced)]
        lanes = nest.lanes(size) if self.inner else 1
        states = [Accumulator(self.e, each, lanes) for each in reductions]
        for state in states:
            state.start()

        def whole(
            inside: list[Register], bounds: Bounds | None, parts_of: int | None = None
        ) -> None:
            def body(vector: Vector) -> None:
                at = Position([*inside, vector.index], vector.lanes, vector.mask)
                self._elements(targets, at, states)

            nest.over_vectors(size, body, bounds, parts_of)

        if not self.inner:
            self._elements(targets, Position(indices), states)
        elif _is_long_sum(reductions, self.inner):
            sum_in_parts(
                states, self.inner[0], BLOCK, lambda part: whole(indices, part, BLOCK)
            )
        else:
            nest.over(
                self.inner[:-1],
                lambda inside: whole(inside, bounds),
                None,
                tuple(indices),
            )
        for state in states:
            places = reduced_places(self.stage, state.term)
            nest.row.registers[state.term, places] = state.number()
        nest.row.stored.update(
            t for t in targets if nest.scope.memory_of(t) is not None
        )

    def _elements(
        self, targets: list[Term], at: Position, states: list[Accumulator]
    ) -> None:
        nest, waiting = self.nest, iter(states)
        for target in targets:
            places = stage_places(self.stage, target)
            if isinstance(target, Reduced):
                value = nest.element(target.operand, places, at)
                next(waiting).take(value, self._place_in_row(at))
                continue
            value = nest.element(target, places, at)
            memory = nest.footprint.accesses.get((target, places))
            if memory is not None:
                nest.memory.store(target.element, value, memory, at)
            if not self.stage.shape:
                nest.scope.numbers[target] = value

    def _place_in_row(self, at: Position) -> Register | None:
        """The index of the first lane along the row, for positions."""
        if not self.inner:
            return self.e.constant(I64, 0)
        return at.indices[-1]

    def _plan_kept(self) -> None:
        """Finds costly elements that several passes use, and memory for them."""
        nest, first_pass = self.nest, self.stage.split[0]
        seen: dict[Key, set[int]] = {}
        for target, number in self.passes.items():
            for key in _costly_keys(target, nest):
                seen.setdefault(key, set()).add(number)
        inner_shape = self.stage.shape[first_pass:]
        for key, numbers in seen.items():
            term = key[0]
            size = term.element.bytes
            for each in inner_shape:
                size *= each
            if len(numbers) < 2 or size > KEPT_BYTES:
                continue
            nest.kept[key] = self._row_memory(term, first_pass)

    def _row_memory(self, term: Term, first: int) -> Access:
        inner_shape = self.stage.shape[first:]
        name = self.e.array(term.element, math.prod(inner_shape))
        strides = (*[0] * first, *contiguous_strides(inner_shape))
        return Access(Memory(name, strides), 0, strides)


def _is_long_sum(reductions: list[Reduced], inner: list[int]) -> bool:
    """Whether a sum is so long that its error would grow too large."""
    return has_sum(reductions) and len(inner) == 1 and inner[0] > 2 * BLOCK


def _is_of_row(stage: Stage, target: Term) -> bool:
    return stage.is_row_level(target) and not isinstance(target, Reduced)


def _passes(nest: Nest) -> dict[Term, int]:
    """The pass that computes each target: after the reductions it reads."""
    ready: dict[Term, int] = {}
    passes: dict[Term, int] = {}
    own, scope = nest.footprint.own, nest.scope
    for target in nest.stage.targets:
        number = 0
        stack, seen = list(target.sources()), set()
        while stack:
            term = stack.pop()
            if term in seen:
                continue
            seen.add(term)
            if term in own:
                number = max(number, ready[term])
            elif term not in scope.numbers and term not in scope.memories:
                stack.extend(term.sources())
        passes[target] = number
        ready[target] = number + isinstance(target, Reduced)
    return passes


def _reached(target: Term, nest: Nest) -> list[Key]:
    """The terms computed for a target, element by element."""
    places = stage_places(nest.stage, target)
    start = target.operand if isinstance(target, Reduced) else target
    stack, seen = [(start, places)], set()
    while stack:
        key = stack.pop()
        if key in seen:
            continue
        seen.add(key)
        term = key[0]
        is_read = term is not target and (
            term in nest.footprint.own or key in nest.footprint.accesses
        )
        if not is_read and term not in nest.scope.numbers:
            stack.extend(operands_with_places(*key))
    return list(seen)


def _costly_keys(target: Term, nest: Nest) -> list[Key]:
    if _is_of_row(nest.stage, target):
        return []
    loops = range(nest.stage.split[0], len(nest.stage.shape))
    return [
        key
        for key in _reached(target, nest)
        if isinstance(key[0], Apply)
        and key[0].cost >= COSTLY
        and key[0] not in nest.footprint.own
        and any(place.loop in loops for place in key[1])
        and key[1] == stage_places(nest.stage, target)
    ]
