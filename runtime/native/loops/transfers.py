"""Loads and stores of elements at the position of a stage's loops."""

from __future__ import annotations

from typing import Final

from runtime.native.llvm.element_types import BOOL, I64, Element
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.storage_formats import from_memory, to_memory
from runtime.native.terms.memory import Access
from runtime.native.terms.scopes import Mask, Position

INVARIANT: Final = ", !invariant.load !{}"
AHEAD: Final = 4096
"""Bytes by which an array is fetched ahead: processors do so within a page only."""
LINE: Final = 64
"""Bytes that come at once."""


def may_be_narrowed(element: Element) -> bool:
    """Whether numbers may be integers of more bits before they are stored.

    >>> from runtime.native.llvm.element_types import BF16, F32, I32
    >>> may_be_narrowed(BF16), may_be_narrowed(I32), may_be_narrowed(F32)
    (True, True, False)
    """
    return element.memory.startswith("i") and element.bytes < I64.bytes


def first_lanes(e: Emitter, count: int, lanes: int) -> Mask:
    """The mask of so many lanes of a vector."""
    texts = ", ".join(
        f"i1 {'true' if lane < count else 'false'}" for lane in range(lanes)
    )
    name = e.name()
    e.line(f"{name} = and <{lanes} x i1> <{texts}>, splat (i1 true)")
    return Mask(name, BOOL, lanes, count)


class Transfers:
    """Loads and stores; ``lasts`` are the axes that the loops go along."""

    def __init__(self, e: Emitter, sizes: list[int], lasts: list[int]) -> None:
        self.e = e
        self.sizes = sizes
        self.lasts = lasts

    def _strides(self, found: Access) -> list[int]:
        return [found.strides[last] for last in self.lasts]

    def address(self, element: Element, found: Access, at: Position) -> str:
        """The address of the first element at the loops' current position."""
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
        """The distance in memory between neighbouring lanes."""
        if at.lanes == 1 or len(at.indices) < len(self.sizes):
            return 0
        return self._strides(found)[-1]

    def load(
        self, element: Element, found: Access, at: Position, start: str = ""
    ) -> Register:
        """Elements from memory: neighbours, the same one, or some apart."""
        pointer = start or self.address(element, found, at)
        stride = self.last_stride(found, at)
        if stride == 0:
            return from_memory(
                self.e, self._load_one(element, pointer, found), element, 1
            )
        if stride != 1:
            return self._gather(element, pointer, stride, at)
        kind, lanes = element.memory_text(at.lanes), at.lanes
        result = self.e.name()
        if at.mask is None:
            note = INVARIANT if found.memory.is_constant else ""
            align = f", align {element.bytes}"
            self.e.line(f"{result} = load {kind}, ptr {pointer}{align}{note}")
        else:
            suffix = element.memory_suffix(lanes)
            name = f"llvm.masked.load.{suffix}.p0"
            masks = f"<{lanes} x i1>"
            self._declare_masked_load(name, kind, masks)
            self.e.line(
                f"{result} = call {kind} @{name}(ptr align {element.bytes} {pointer}, "
                f"{masks} {at.mask.text}, {kind} zeroinitializer)"
            )
        return from_memory(self.e, result, element, lanes)

    def fetch_ahead(self, element: Element, found: Access, at: Position) -> None:
        """Prefetches elements that later iterations read."""
        if at.mask is not None or self.last_stride(found, at) != 1:
            return
        e, start = self.e, self.address(element, found, at)
        e.module.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        for offset in range(0, at.lanes * element.bytes, LINE):
            name = e.name("p")
            e.line(f"{name} = getelementptr i8, ptr {start}, i64 {AHEAD + offset}")
            e.line(f"call void @llvm.prefetch.p0(ptr {name}, i32 0, i32 3, i32 1)")

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

    def _gather(
        self, element: Element, pointer: str, stride: int, at: Position
    ) -> Register:
        steps = Register(self.lane_steps(stride, at), I64, at.lanes)
        return self.gathered(element, pointer, steps, at)

    def lane_steps(self, stride: int, at: Position) -> str:
        """The distance of each lane from the first lane, as a constant vector."""
        steps = ", ".join(f"i64 {stride * lane}" for lane in range(at.lanes))
        name = self.e.name()
        self.e.line(f"{name} = add <{at.lanes} x i64> <{steps}>, zeroinitializer")
        return name

    def gathered(
        self, element: Element, pointer: str, steps: Register, at: Position
    ) -> Register:
        e, lanes = self.e, at.lanes
        pointers, result = e.name(), e.name()
        e.line(
            f"{pointers} = getelementptr {element.memory}, ptr {pointer}, "
            f"<{lanes} x i64> {steps.text}"
        )
        kind, suffix = element.memory_text(lanes), element.memory_suffix(lanes)
        name = f"llvm.masked.gather.{suffix}.v{lanes}p0"
        vector, masks = f"<{lanes} x ptr>", f"<{lanes} x i1>"
        e.module.declare(f"declare {kind} @{name}({vector}, {masks}, {kind})")
        mask = at.mask.text if at.mask else "splat (i1 true)"
        e.line(
            f"{result} = call {kind} @{name}({vector} align {element.bytes} {pointers},"
            f" {masks} {mask}, {kind} zeroinitializer)"
        )
        return from_memory(self.e, result, element, lanes)

    def store(
        self, element: Element, value: Register, found: Access, at: Position
    ) -> None:
        """Puts elements into memory.

        Where lanes lie apart they are put there one by one.
        """
        e = self.e
        stride = self.last_stride(found, at)
        lanes = at.lanes if stride else 1
        pointer = self.address(element, found, at)
        kind = element.memory_text(lanes)
        text = to_memory(e, value, element, lanes)
        align = f"align {element.bytes}"
        if stride > 1 or stride < 0:
            self._scatter(element, text, pointer, stride, at)
        elif lanes == 1 or at.mask is None:
            e.line(f"store {kind} {text}, ptr {pointer}, {align}")
        else:
            self._store_first(element, text, pointer, at.mask)

    def _store_first(
        self, element: Element, text: str, pointer: str, mask: Mask
    ) -> None:
        """Stores the first lanes of a vector.

        LLVM stores the only lane of a vector that is being narrowed
        in the width that it has before, so beyond its place. A vector that is split has
        such a part where an odd number of lanes counts: the last is stored by itself.
        """
        e, lanes, count = self.e, mask.lanes, mask.count
        kind, align = element.memory_text(lanes), f"align {element.bytes}"
        if count % 2 and may_be_narrowed(element):
            one, end = e.name(), e.address(pointer, element, e.constant(I64, count - 1))
            e.line(f"{one} = extractelement {kind} {text}, i64 {count - 1}")
            e.line(f"store {element.memory} {one}, ptr {end}, {align}")
            if count == 1:
                return
            mask = first_lanes(e, count - 1, lanes)
        name = f"llvm.masked.store.{element.memory_suffix(lanes)}.p0"
        masks = f"<{lanes} x i1>"
        e.module.declare(f"declare void @{name}({kind}, ptr, {masks})")
        e.line(
            f"call void @{name}({kind} {text}, ptr {align} {pointer}, "
            f"{masks} {mask.text})"
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
        kind, suffix = element.memory_text(lanes), element.memory_suffix(lanes)
        name = f"llvm.masked.scatter.{suffix}.v{lanes}p0"
        vector, masks = f"<{lanes} x ptr>", f"<{lanes} x i1>"
        e.module.declare(f"declare void @{name}({kind}, {vector}, {masks})")
        mask = at.mask.text if at.mask else "splat (i1 true)"
        e.line(
            f"call void @{name}({kind} {text}, {vector} align {element.bytes} "
            f"{pointers}, {masks} {mask})"
        )
