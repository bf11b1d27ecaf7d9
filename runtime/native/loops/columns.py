"""Reductions over axes that are not the last: vectors of results at a time."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from runtime.native.llvm.element_types import I64
from runtime.native.llvm.emitter import Register
from runtime.native.loops.nests import Nest
from runtime.native.loops.reductions import Accumulator, has_sum, sum_in_parts
from runtime.native.terms.scopes import Bounds, Position, Vector
from runtime.native.terms.stage_shapes import reduced_places, stage_places
from runtime.native.terms.terms import Reduced

BLOCK: Final = 128
"""Longer sums down a column are made of sums of so many rows: the error grows less.

Each column has one accumulator, where a sum along a row has one for each lane.
"""


def emit_columns(nest: Nest, bounds: Bounds | None) -> None:
    """Writes the loops over all columns, or over the columns within the bounds."""
    _Columns(nest).emit(bounds)


def _over_parts(
    nest: Nest,
    states: list[Accumulator],
    sizes: list[int],
    body: Callable[[list[Register]], None],
    indices: tuple[Register, ...],
) -> None:
    """Runs the body for each index of some loops; long sums are sums of parts."""
    is_sum = has_sum([state.term for state in states])
    if not is_sum or math.prod(sizes) <= 2 * BLOCK:
        nest.over(sizes, body, None, indices)
        return
    first, *rest = sizes
    count = max(1, BLOCK // math.prod(rest))

    def part(bounds: Bounds) -> None:
        if count > 1:
            nest.over(sizes, body, bounds, indices)
            return
        # one turn of the first loop is long enough to be summed in parts itself
        _over_parts(nest, states, rest, body, (*indices, bounds[0]))

    sum_in_parts(states, first, count, part)


class _Columns:
    """Reductions over axes that are not the last: vectors of results at a time."""

    def __init__(self, nest: Nest) -> None:
        self.nest = nest
        self.e = nest.e
        first, after = nest.stage.split
        groups = nest.groups
        outer = sum(group[0] < first for group in groups)
        inner = sum(group[0] >= after for group in groups)
        self.outer = nest.sizes[:outer]
        self.reduced = nest.sizes[outer : len(groups) - inner]
        self.inner = nest.sizes[len(groups) - inner :]

    def emit(self, bounds: Bounds | None) -> None:
        """Writes the loops over all columns, or over the columns within the bounds."""
        nest = self.nest
        if self.outer:
            nest.over(self.outer, lambda outer: self._inner(outer, None), bounds)
        else:
            self._inner([], bounds)

    def _inner(self, outer: list[Register], bounds: Bounds | None) -> None:
        *loops, size = self.inner

        def vectors(indices: list[Register]) -> None:
            before = indices[len(outer) :]
            self.nest.over_vectors(
                size,
                lambda vector: self._column(outer, before, vector),
                bounds,
            )

        self.nest.over(loops, vectors, None, tuple(outer))

    def _column(
        self, outer: list[Register], before: list[Register], vector: Vector
    ) -> None:
        nest, lanes = self.nest, vector.lanes
        targets = [t for t in nest.stage.targets if isinstance(t, Reduced)]
        states = [Accumulator(self.e, t, lanes) for t in targets]
        for state in states:
            state.start()

        def body(indices: list[Register]) -> None:
            at = Position([*indices, *before, vector.index], lanes, vector.mask)
            with nest.fresh_elements():
                for state in states:
                    places = stage_places(nest.stage, state.term)
                    value = nest.element(state.term.operand, places, at)
                    state.take(value, self._along(indices[len(outer) :]))

        _over_parts(nest, states, self.reduced, body, tuple(outer))
        zeros = [self.e.constant(I64, 0)] * len(self.reduced)
        at = Position([*outer, *zeros, *before, vector.index], lanes, vector.mask)
        for state in states:
            self._store(state, at)

    def _along(self, indices: list[Register]) -> Register:
        """The index along the axis, the same in every lane."""
        if not indices:
            return self.e.constant(I64, 0)
        return self.e.spread(indices[0], self._lanes())

    def _lanes(self) -> int:
        return self.nest.lanes(self.inner[-1])

    def _store(self, state: Accumulator, at: Position) -> None:
        nest, term = self.nest, state.term
        found = nest.footprint.accesses.get((term, reduced_places(nest.stage, term)))
        if found is None:
            return
        slot, element = (
            (state.where, I64) if state.where else (state.best, state.element)
        )
        nest.memory.store(
            term.element, self.e.get(slot, element, state.lanes), found, at
        )
