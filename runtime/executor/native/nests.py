"""Loops over the elements of a stage, written with vectors.

The last loop goes on by as many elements as a vector holds; what is left over is done
once more with a mask. Loops over neighbouring axes become one where every array allows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from runtime.executor.native.elements import BOOL, I64, Element
from runtime.executor.native.elementwise import COSTLY
from runtime.executor.native.emitter import Emitter, Register
from runtime.executor.native.engine import vector_bytes
from runtime.executor.native.memory import (
    Access,
    Memory,
    access,
    contiguous_strides,
    merged_loops,
)
from runtime.executor.native.stages import (
    Stage,
    operands_with_places,
    reduced_places,
    stage_places,
)
from runtime.executor.native.terms import (
    Apply,
    Literal,
    Places,
    Reduced,
    Reshaped,
    Term,
    View,
)

Key = tuple[Term, Places]
INVARIANT: Final = ", !invariant.load !{}"


@dataclass(slots=True)
class Scope:
    """What a native function has: memory of arrays, and numbers in registers."""

    e: Emitter
    memories: dict[Term, Memory] = field(default_factory=dict)
    numbers: dict[Term, Register] = field(default_factory=dict)
    """Terms of one element that are in registers."""

    def memory_of(self, term: Term) -> Memory | None:
        """Where a term lies, or None if it is computed where it is needed."""
        found = self.memories.get(term)
        if found is not None or not isinstance(term, Reshaped):
            return found
        source = self.memory_of(term.source)
        assert source is not None, term
        strides = contiguous_strides(term.shape)
        return replace(source, strides=strides)


@dataclass(slots=True)
class Position:
    """Where the loops stand: an index for each, and the lanes of the last."""

    indices: list[Register]
    lanes: int = 1
    mask: Register | None = None


@dataclass(frozen=True, slots=True)
class Vector:
    """Where the last loop stands."""

    index: Register
    lanes: int
    mask: Register | None = None


Bounds = tuple[Register, Register]


class Nest:
    """The loops of one stage."""

    def __init__(self, scope: Scope, stage: Stage) -> None:
        self.scope = scope
        self.e = scope.e
        self.stage = stage
        self.accesses: dict[Key, Access] = {}
        self.elements: set[Element] = set()
        self.registers: dict[Key, Register] = {}
        """Elements computed at the position where the loops stand."""
        self.rows: dict[Key, Register] = {}
        """Elements computed once a row."""
        self.own = set(stage.targets)
        self.stored: set[Term] = set()
        """Targets that an earlier pass over the row has put into memory."""
        self.kept: dict[Key, Access] = {}
        """Elements that one pass keeps for those that follow."""
        self.filling: set[Key] = set()
        """Those that the pass being written keeps."""
        self.filled: set[Key] = set()
        """Those that an earlier pass has kept."""
        for target in stage.targets:
            self._trace(target)
        borders = tuple({*stage.split} - {0})
        found = list(self.accesses.values())
        self.groups = merged_loops(stage.shape, borders, found)
        self.sizes = [
            math.prod(stage.shape[axis] for axis in group) for group in self.groups
        ]
        self.lasts = [group[-1] for group in self.groups]

    # --- which elements are read and written

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
                stack.extend(operands_with_places(*key))

    def _note(self, term: Term, places: Places, memory: Memory) -> None:
        loops = len(self.stage.shape)
        self.accesses[term, places] = access(term, memory, places, loops)

    def lanes(self, size: int) -> int:
        """How many elements of the last loop a vector holds."""
        widest = max((each.bytes for each in self.elements), default=4)
        most = vector_bytes() // widest
        lanes = 1
        while lanes < min(size, most):
            lanes *= 2
        return lanes

    # --- elements

    def element(self, term: Term, places: Places, at: Position) -> Register:
        """The elements of a term where the loops stand."""
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
            return self.e.constant(term.element, term.number)
        return self.rows.get(key) or self.registers.get(key)

    def _missing(self, key: Key) -> list[Key]:
        """What must be computed before, for elements that are not in memory."""
        if self._source_in_memory(key) is not None:
            return []
        return [each for each in operands_with_places(*key) if not self._known(each)]

    def _source_in_memory(self, key: Key) -> Access | None:
        """Where elements are read, if they are not computed."""
        found = self.accesses.get(key)
        if found is not None and (key[0] not in self.own or key[0] in self.stored):
            return found
        return self.kept.get(key) if key in self.filled else None

    def _fresh(self, key: Key, at: Position) -> Register:
        found = self._source_in_memory(key)
        if found is not None:
            return self.load(key[0].element, found, at)
        result = self.computed(*key, at)
        kept = self.kept.get(key)
        if kept is not None:
            self.store(result, kept, at)
            self.filling.add(key)
        return result

    def computed(self, term: Term, places: Places, at: Position) -> Register:
        """The elements of a term, computed from what it reads."""
        if isinstance(term, View):
            return self.element(term.source, term.find(places), at)
        assert isinstance(term, Apply), term
        operands = [
            self.element(operand, where, at)
            for operand, where in operands_with_places(term, places)
        ]
        if term.cost < COSTLY:
            return term.emit(self.e, operands)
        # the polynomials of functions rely on how each step rounds
        with self.e.exactly():
            return term.emit(self.e, operands)

    # --- memory

    def _strides(self, found: Access) -> list[int]:
        return [found.strides[last] for last in self.lasts]

    def address(self, element: Element, found: Access, at: Position) -> str:
        """The address of the first of the elements where the loops stand."""
        e = self.e
        where = e.constant(I64, found.offset)
        for index, stride in zip(at.indices, self._strides(found), strict=False):
            if stride:
                step = index
                if stride != 1:
                    step = e.mul(index, e.constant(I64, stride))
                where = step if where.text == "0" else e.add(where, step)
        return e.address(found.memory.pointer, element, where)

    def last_stride(self, found: Access, at: Position) -> int:
        """How far apart the lanes lie."""
        if at.lanes == 1 or len(at.indices) < len(self.sizes):
            return 0
        return self._strides(found)[-1]

    def load(self, element: Element, found: Access, at: Position) -> Register:
        """Elements from memory: neighbours, the same one, or some apart."""
        pointer = self.address(element, found, at)
        stride = self.last_stride(found, at)
        if stride == 0:
            return self._narrowed(element, self._load_one(element, pointer, found), 1)
        if stride != 1:
            return self._gather(element, pointer, stride, at)
        kind, lanes = element.memory_text(at.lanes), at.lanes
        result = self.e.name()
        if at.mask is None:
            note = INVARIANT if found.memory.is_constant else ""
            align = f", align {element.bytes}"
            self.e.line(f"{result} = load {kind}, ptr {pointer}{align}{note}")
        else:
            suffix = _memory_suffix(element, lanes)
            name = f"llvm.masked.load.{suffix}.p0"
            masks = f"<{lanes} x i1>"
            self._declare_masked_load(name, kind, masks)
            self.e.line(
                f"{result} = call {kind} @{name}(ptr align {element.bytes} {pointer}, "
                f"{masks} {at.mask.text}, {kind} zeroinitializer)"
            )
        return self._narrowed(element, result, lanes)

    def _declare_masked_load(self, name: str, kind: str, masks: str) -> None:
        self.e.module.declare(f"declare {kind} @{name}(ptr, {masks}, {kind})")

    def _load_one(self, element: Element, pointer: str, found: Access) -> str:
        result = self.e.name()
        note = INVARIANT if found.memory.is_constant else ""
        self.e.line(
            f"{result} = load {element.memory}, ptr {pointer}, align {element.bytes}"
            f"{note}"
        )
        return result

    def _narrowed(self, element: Element, text: str, lanes: int) -> Register:
        """Truths are bytes in memory and bits in registers."""
        if element is not BOOL:
            return Register(text, element, lanes)
        e, result = self.e, self.e.name()
        kind = element.memory_text(lanes)
        zero = "zeroinitializer" if lanes > 1 else "0"
        e.line(f"{result} = icmp ne {kind} {text}, {zero}")
        return Register(result, BOOL, lanes)

    def _gather(
        self, element: Element, pointer: str, stride: int, at: Position
    ) -> Register:
        e, lanes = self.e, at.lanes
        steps = ", ".join(f"i64 {stride * lane}" for lane in range(lanes))
        pointers, result = e.name(), e.name()
        e.line(
            f"{pointers} = getelementptr {element.memory}, ptr {pointer}, "
            f"<{lanes} x i64> <{steps}>"
        )
        kind, suffix = element.memory_text(lanes), _memory_suffix(element, lanes)
        name = f"llvm.masked.gather.{suffix}.v{lanes}p0"
        vector, masks = f"<{lanes} x ptr>", f"<{lanes} x i1>"
        e.module.declare(f"declare {kind} @{name}({vector}, {masks}, {kind})")
        mask = at.mask.text if at.mask else "splat (i1 true)"
        e.line(
            f"{result} = call {kind} @{name}({vector} align {element.bytes} {pointers},"
            f" {masks} {mask}, {kind} zeroinitializer)"
        )
        return self._narrowed(element, result, lanes)

    def store(self, value: Register, found: Access, at: Position) -> None:
        """Puts elements into memory.

        Where lanes lie apart they are put there one by one.
        """
        element, e = value.element, self.e
        stride = self.last_stride(found, at)
        lanes = at.lanes if stride else 1
        pointer = self.address(element, found, at)
        kind = element.memory_text(lanes)
        text = e.operand(value, lanes)
        if element is BOOL:
            wide = e.name()
            e.line(f"{wide} = zext {element.text(lanes)} {text} to {kind}")
            text = wide
        align = f"align {element.bytes}"
        if stride > 1 or stride < 0:
            self._scatter(element, text, pointer, stride, at)
        elif lanes == 1 or at.mask is None:
            e.line(f"store {kind} {text}, ptr {pointer}, {align}")
        else:
            name = f"llvm.masked.store.{_memory_suffix(element, lanes)}.p0"
            masks = f"<{lanes} x i1>"
            e.module.declare(f"declare void @{name}({kind}, ptr, {masks})")
            e.line(
                f"call void @{name}({kind} {text}, ptr {align} {pointer}, "
                f"{masks} {at.mask.text})"
            )

    def _scatter(
        self, element: Element, text: str, pointer: str, stride: int, at: Position
    ) -> None:
        e, lanes = self.e, at.lanes
        steps = ", ".join(f"i64 {stride * lane}" for lane in range(lanes))
        pointers = e.name()
        e.line(
            f"{pointers} = getelementptr {element.memory}, ptr {pointer}, "
            f"<{lanes} x i64> <{steps}>"
        )
        kind, suffix = element.memory_text(lanes), _memory_suffix(element, lanes)
        name = f"llvm.masked.scatter.{suffix}.v{lanes}p0"
        vector, masks = f"<{lanes} x ptr>", f"<{lanes} x i1>"
        e.module.declare(f"declare void @{name}({kind}, {vector}, {masks})")
        mask = at.mask.text if at.mask else "splat (i1 true)"
        e.line(
            f"call void @{name}({kind} {text}, {vector} align {element.bytes} "
            f"{pointers}, {masks} {mask})"
        )

    # --- loops

    @contextmanager
    def fresh_elements(self) -> Iterator[None]:
        """Elements computed inside are not there any more afterwards."""
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
        """Runs the body for each index of some loops; bounds are of the first."""
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
        body: Callable[[list[Vector]], None],
        unroll: int = 1,
        bounds: Bounds | None = None,
    ) -> None:
        """Runs the body for vectors of the last loop, and a masked one for the rest.

        Bounds are multiples of all the lanes of a turn, but for the last.
        """
        e, lanes = self.e, self.lanes(size)
        start, stop = bounds or self._whole(size)
        done = 0
        for count in dict.fromkeys([unroll, 1]):
            step = count * lanes
            end = size - (size - done) % step
            if end > done:
                self._turns(body, count, (start, stop), (done, end))
            done = end
        if done == size:
            return
        e.mask = self._first_lanes(size - done, lanes)
        vector = Vector(e.constant(I64, done), lanes, e.mask)
        with self.fresh_elements():
            if bounds is None:
                body([vector])
            else:
                with e.when(e.compare("eq", stop, e.constant(I64, size))):
                    body([vector])
        e.mask = None

    def _turns(
        self,
        body: Callable[[list[Vector]], None],
        count: int,
        bounds: Bounds,
        limits: tuple[int, int],
    ) -> None:
        e, (start, stop) = self.e, bounds
        first, last = (e.constant(I64, each) for each in limits)
        lanes = self.lanes(self.sizes[-1])
        begin = e.select(e.compare("gt", start, first), start, first)
        end = e.select(e.compare("lt", stop, last), stop, last)
        with self.fresh_elements(), e.counting(begin, end, count * lanes) as index:
            body(
                [
                    Vector(e.add(index, e.constant(I64, part * lanes)), lanes)
                    for part in range(count)
                ]
            )

    def _first_lanes(self, count: int, lanes: int) -> Register:
        texts = ", ".join(
            f"i1 {'true' if lane < count else 'false'}" for lane in range(lanes)
        )
        name, kind = self.e.name(), f"<{lanes} x i1>"
        self.e.line(f"{name} = and {kind} <{texts}>, splat (i1 true)")
        return Register(name, BOOL, lanes)


def _memory_suffix(element: Element, lanes: int) -> str:
    if element is BOOL:
        return f"v{lanes}i8"
    return element.suffix(lanes)
