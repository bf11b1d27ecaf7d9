"""Vectorized loop nests over the elements of a stage.

The innermost loop advances by whole vectors; the remainder is one masked vector. Loops
over neighbouring axes are merged where the strides of every array allow it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from runtime.native.functions.operations import COSTLY
from runtime.native.functions.shared_functions import MOST_WRITTEN_OUT, emit_costly
from runtime.native.llvm.element_types import I64, Element
from runtime.native.llvm.emitter import Register
from runtime.native.llvm.engine import vector_bytes
from runtime.native.llvm.failures import MISMATCH, Unsupported
from runtime.native.loops.transfers import Transfers, first_lanes
from runtime.native.terms.memory import (
    Access,
    Memory,
    access,
    merged_loops,
)
from runtime.native.terms.scopes import Bounds, Key, Position, Scope, Vector
from runtime.native.terms.stage_shapes import (
    Stage,
    operands_with_places,
    reduced_places,
    stage_places,
)
from runtime.native.terms.terms import (
    Apply,
    Literal,
    Picked,
    Places,
    Reduced,
    Term,
    View,
)

MOST_IDLE: Final = 1.125
"""The largest ratio of lanes computed to elements needed."""
STREAM: Final = 1 << 20
"""Bytes of an array from which on it is fetched before it is needed."""
LONG: Final = 1000
"""Instructions of an iteration from which on unrolling would take long to compile."""


class Footprint:
    """Which elements the loops of a stage read, write and compute."""

    def __init__(self, scope: Scope, stage: Stage) -> None:
        self.scope = scope
        self.stage = stage
        self.accesses: dict[Key, Access] = {}
        self.elements: set[Element] = set()
        self.own = set(stage.targets)
        self._computed: set[Apply] = set()
        for target in stage.targets:
            self._trace(target)

    @property
    def cost(self) -> int:
        """Instructions of a turn, without the instructions of called functions."""
        found = sum(term.cost for term in self._computed if term.operation is None)
        terms: dict[object, list[int]] = {}
        for term in self._computed:
            if term.operation is not None:
                terms.setdefault(term.operation, []).append(term.cost)
        for costs in terms.values():
            is_called = costs[0] >= COSTLY
            written = costs[:MOST_WRITTEN_OUT] if is_called else costs
            found += sum(written) + len(costs) - len(written)
        return found

    def _trace(self, target: Term) -> None:
        places = stage_places(self.stage, target)
        memory = self.scope.memory_of(target)
        if memory is not None:
            where = places
            if isinstance(target, Reduced):
                where = reduced_places(self.stage, target)
            self._note(target, where, memory)
        self.elements.add(target.element)
        if isinstance(target, Reduced):
            stack = [(target.operand, places)]
        else:
            self._trace_picked(target, places)
            stack = list(operands_with_places(target, places))
        seen = set()
        while stack:
            key = stack.pop()
            if key in seen:
                continue
            seen.add(key)
            term = key[0]
            if term not in self.scope.numbers:
                self.elements.add(term.element)
            memory = self.scope.memory_of(term)
            if memory is not None and term not in self.scope.numbers:
                self._note(term, key[1], memory)
            elif term not in self.own:
                if isinstance(term, Apply):
                    self._computed.add(term)
                self._trace_picked(*key)
                stack.extend(operands_with_places(*key))

    def _trace_picked(self, term: Term, places: Places) -> None:
        if isinstance(term, Picked):
            memory = self.scope.memory_of(term.source)
            assert memory is not None
            self._note(term.source, term.places_of_source(places), memory)

    def _note(self, term: Term, places: Places, memory: Memory) -> None:
        loops = len(self.stage.shape)
        self.accesses[term, places] = access(term, memory, places, loops)


@dataclass(slots=True)
class Row:
    """Facts about the row at which the loops stand."""

    registers: dict[Key, Register] = field(default_factory=dict)
    """Elements computed once a row."""
    stored: set[Term] = field(default_factory=set)
    """Targets that an earlier pass over the row has put into memory."""
    filling: set[Key] = field(default_factory=set)
    """Elements that the pass being written keeps."""
    filled: set[Key] = field(default_factory=set)
    """Those that an earlier pass has kept."""
    read: set[Key] = field(default_factory=set)
    """Elements that an earlier pass over the row has read."""


class Nest:
    """The loops of one stage; no merged loop crosses a border."""

    def __init__(
        self, scope: Scope, stage: Stage, borders: tuple[int, ...] = ()
    ) -> None:
        self.scope = scope
        self.e = scope.e
        self.stage = stage
        self.footprint = Footprint(scope, stage)
        self.registers: dict[Key, Register] = {}
        """Elements computed at the position where the loops stand."""
        self.row = Row()
        self.kept: dict[Key, Access] = {}
        """Elements that one pass keeps for those that follow."""
        apart = tuple({*stage.split, *borders} - {0})
        found = list(self.footprint.accesses.values())
        self.groups = merged_loops(stage.shape, apart, found)
        self.sizes = [
            math.prod(stage.shape[axis] for axis in group) for group in self.groups
        ]
        lasts = [group[-1] for group in self.groups]
        self.memory = Transfers(self.e, self.sizes, lasts)
        self.is_long = self.footprint.cost > LONG
        self.parts_of = 1
        """Bounds of its loops are multiples of this, but for the end of an axis."""

    def lanes(self, size: int) -> int:
        """How many elements of the innermost loop one iteration computes.

        They fill several registers: instructions on one register do not depend on the
        others, so the processor can execute them in parallel.
        """
        widest = max(
            (each.computed.bytes for each in self.footprint.elements), default=4
        )
        most = vector_bytes() // widest
        if size <= most or self.is_long:
            return _next_power(min(size, most))
        least = -(-size // most)
        for registers in (4, 2):
            turns = -(-size // (registers * most))
            if turns * registers <= least * MOST_IDLE:
                return registers * most
        return most

    # --- elements

    def element(self, term: Term, places: Places, at: Position) -> Register:
        """The elements of a term at the loops' current position."""
        # no recursion: expressions may be thousands of operations deep
        stack = [(term, places)]
        while True:
            key = stack[-1]
            known = self._known(key)
            missing = [] if known else self._missing(key)
            if missing:
                stack += reversed(missing)
                continue
            if known is None:
                known = self.registers[key] = self._fresh(key, at)
            stack.pop()
            if not stack:
                return known

    def _known(self, key: Key) -> Register | None:
        term = key[0]
        number = self.scope.numbers.get(term)
        if number is not None:
            return number
        if isinstance(term, Literal):
            return self.e.constant(term.element.computed, term.number)
        return self.row.registers.get(key) or self.registers.get(key)

    def _missing(self, key: Key) -> list[Key]:
        """The prerequisites of elements that are not in memory."""
        if self._source_in_memory(key) is not None:
            return []
        return [each for each in operands_with_places(*key) if not self._known(each)]

    def _source_in_memory(self, key: Key) -> Access | None:
        """Where elements are read, if they are not computed."""
        found = self.footprint.accesses.get(key)
        is_own = key[0] in self.footprint.own
        if found is not None and (not is_own or key[0] in self.row.stored):
            return found
        return self.kept.get(key) if key in self.row.filled else None

    def _fresh(self, key: Key, at: Position) -> Register:
        found = self._source_in_memory(key)
        if found is not None:
            if (
                key not in self.row.read
                and key[0].size * key[0].element.bytes >= STREAM
            ):
                self.memory.fetch_ahead(key[0].element, found, at)
            return self.memory.load(key[0].element, found, at)
        result = self.computed(*key, at)
        kept = self.kept.get(key)
        if kept is not None:
            self.memory.store(key[0].element, result, kept, at)
            self.row.filling.add(key)
        return result

    def computed(self, term: Term, places: Places, at: Position) -> Register:
        """The elements of a term, computed from its operands."""
        if isinstance(term, View):
            return self.element(term.source, term.find(places), at)
        if isinstance(term, Picked):
            return self._picked(term, places, at)
        if isinstance(term, Literal):
            # one that is wanted itself: where a loop starts, beside a row's sum
            return self.e.constant(term.element.computed, term.number)
        assert isinstance(term, Apply), term
        operands = [
            self.element(operand, where, at)
            for operand, where in operands_with_places(term, places)
        ]
        if term.cost < COSTLY:
            return term.emit(self.e, operands)
        # the polynomials of functions rely on how each step rounds
        with self.e.exactly():
            if term.operation is None:
                return term.emit(self.e, operands)
            return emit_costly(self.e, term.operation, operands)

    def _picked(self, term: Picked, places: Places, at: Position) -> Register:
        """Elements at computed indices; one that is out of range leaves the code."""
        e, source = self.e, term.places_of_source(places)
        index = self.element(term.indices, term.places_of_indices(places), at)
        if index.element.bits < 64:
            index = e.convert("sext", index, I64)
        found = self.footprint.accesses[term.source, source]
        below = e.compare("lt", index, e.constant(I64, 0))
        limit = e.constant(I64, term.source.shape[term.axis])
        above = e.compare("ge", index, limit)
        e.leave_if(e.logical("or", below, above), MISMATCH)
        step = e.constant(I64, found.memory.strides[term.axis])
        moved = e.mul(index, step)
        start = self.memory.address(term.element, found, at)
        if index.lanes == 1:
            pointer = e.address(start, term.element, moved)
            return self.memory.load(term.element, found, at, pointer)
        lanes = Register(
            self.memory.lane_steps(self.memory.last_stride(found, at), at),
            I64,
            at.lanes,
        )
        return self.memory.gathered(term.element, start, e.add(moved, lanes), at)

    # --- loops

    @contextmanager
    def fresh_elements(self) -> Iterator[None]:
        """A context manager: elements computed in its block are not reused after it."""
        before, self.registers = self.registers, {}
        yield
        self.registers = before

    def over(
        self,
        sizes: list[int],
        body: Callable[[list[Register]], None],
        bounds: Bounds | None = None,
        indices: tuple[Register, ...] = (),
    ) -> None:
        """Runs the body for each index of some loops; bounds are for the first loop."""
        if not sizes:
            body(list(indices))
            return
        start, stop = bounds or self._whole(sizes[0])
        with self.e.counting(start, stop, 1) as index:
            self.over(sizes[1:], body, None, (*indices, index))

    def _whole(self, size: int) -> Bounds:
        return self.e.constant(I64, 0), self.e.constant(I64, size)

    def over_vectors(
        self,
        size: int,
        body: Callable[[Vector], None],
        bounds: Bounds | None = None,
        parts_of: int | None = None,
    ) -> None:
        """Runs the body for whole vectors of the innermost loop, and for one masked
        vector that covers the remainder.

        Args:
          parts_of: bounds are multiples of this, but for the end of the axis; by
            default of what the nest's are.

        Raises:
          Unsupported: if bounds may lie within a vector, which would write beyond them.
        """
        e, lanes = self.e, self.lanes(size)
        if bounds is not None and (parts_of or self.parts_of) % lanes:
            raise Unsupported("parts of a loop that end within a vector")
        start, stop = bounds or self._whole(size)
        done = size - size % lanes
        if done:
            self._turns(body, lanes, (start, stop), done)
        if done == size:
            return
        mask = first_lanes(e, size - done, lanes)
        e.mask = mask
        vector = Vector(e.constant(I64, done), lanes, mask)
        with self.fresh_elements():
            if bounds is None:
                body(vector)
            else:
                with e.when(e.compare("eq", stop, e.constant(I64, size))):
                    body(vector)
        e.mask = None

    def _turns(
        self, body: Callable[[Vector], None], lanes: int, bounds: Bounds, done: int
    ) -> None:
        e, (begin, stop) = self.e, bounds
        last = e.constant(I64, done)
        end = e.select(e.compare("lt", stop, last), stop, last)
        with self.fresh_elements(), e.counting(begin, end, lanes) as index:
            body(Vector(index, lanes))


def _next_power(count: int) -> int:
    """The power of two that is no less.

    >>> _next_power(5), _next_power(8), _next_power(0)
    (8, 8, 1)
    """
    return 1 << (max(1, count) - 1).bit_length()
