"""Depthwise convolutions as loops over vectors of channels.

Several neighbouring windows are in registers at once, so that a pixel that they share
is loaded once. Code for windows at the border of the images is unrolled, and contains
only the columns that lie inside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from runtime.native.llvm.element_types import I64, Element
from runtime.native.llvm.emitter import Emitter, Module, Register
from runtime.native.llvm.engine import vector_bytes
from runtime.native.products.window_axes import Axis, Tile, gathering, spreading, tiles
from runtime.native.terms.convolutions import Depthwise, DepthwiseParts, Windows
from runtime.native.terms.memory import Memory
from runtime.native.terms.scopes import Bounds, Scope
from runtime.native.terms.terms import Term

PART_BYTES: Final = 1 << 18
"""Rows whose filters' gradient is added up at once: they stay in the second cache."""


def part_rows(windows: Windows, element: Element) -> int:
    """How many rows of windows are a part of the filters' gradient."""
    columns = windows.counts[1] + windows.images[2] * windows.strides[0]
    row = columns * windows.images[3] * element.bytes
    return min(windows.rows, max(1, PART_BYTES // row))


def depthwise_iterations(term: Depthwise | DepthwiseParts) -> tuple[int, int]:
    """The iterations that threads may share: rows of results, or parts of a sum."""
    if isinstance(term, DepthwiseParts):
        return term.shape[0], 1
    return term.shape[0] * term.shape[1], 1


def emit_depthwise(
    scope: Scope, term: Depthwise | DepthwiseParts, bounds: Bounds | None
) -> None:
    """Writes a depthwise convolution, or its iterations within the bounds."""
    e = scope.e
    extent, _ = depthwise_iterations(term)
    low, high = bounds or (e.constant(I64, 0), e.constant(I64, extent))
    if isinstance(term, DepthwiseParts):
        function = _parts_function(e.module, term)
        sources = (term.images, term.gradient)
    else:
        function = _function(e.module, term)
        sources = (term.images, term.filter)
    pointers = [f"ptr {_pointer(scope, each)}" for each in (*sources, term)]
    arguments = ", ".join([*pointers, f"i64 {low.text}", f"i64 {high.text}"])
    e.line(f"call void @{function}({arguments})")


def _pointer(scope: Scope, term: Term) -> str:
    memory = scope.memory_of(term)
    assert isinstance(memory, Memory), term
    offset = scope.e.constant(I64, memory.offset)
    return scope.e.address(memory.pointer, term.element, offset)


def _function(module: Module, term: Depthwise) -> str:
    """The name of the function ``(images, filter, results, first row, last row)``."""
    key = "depthwise", term.windows, term.element.name, term.is_back
    return _defined(module, key, lambda e: _Gathered(e, term).write())


def _parts_function(module: Module, term: DepthwiseParts) -> str:
    """The name of the function ``(images, gradient, parts, first part, last part)``."""
    key = "depthwise parts", term.windows, term.element.name
    return _defined(module, key, lambda e: _Parts(e, term).write())


def _defined(
    module: Module, key: tuple[object, ...], write: Callable[[Emitter], None]
) -> str:
    name = module.known.get(key)
    if name is None:
        name = module.known[key] = f"depthwise{len(module.known)}"
        e = Emitter(module)
        write(e)
        e.line("ret void")
        head = (
            f"define internal void @{name}(ptr %x, ptr %w, ptr noalias %y, "
            "i64 %first, i64 %last) noinline"
        )
        module.define(head, e)
    return name


@dataclass(frozen=True, slots=True)
class _Line:
    """The row of the source that is multiplied by a row of the filter."""

    start: Register
    """Its first element."""
    is_inside: Register | None
    """Whether the source has this row; None if it always has."""


class _Rows:
    """Common parts of all depthwise loops: addresses of rows, columns and channels."""

    def __init__(
        self, e: Emitter, element: Element, channels: int, axes: tuple[Axis, Axis]
    ) -> None:
        self.e = e
        self.element = element
        self.channels = channels
        self.down, self.across = axes

    def constant(self, number: int) -> Register:
        """An index."""
        return self.e.constant(I64, number)

    def lines(self, row: Register) -> list[_Line]:
        """The source's rows for a row of the results in all images."""
        e, down = self.e, self.down
        count = self.constant(down.count)
        image = e.instruction("sdiv", I64, [row, count])
        below = e.instruction("srem", I64, [row, count])
        first = e.mul(image, self.constant(down.size))
        size = self.constant(self.across.size * self.channels)
        always = all(
            source is not None and 0 <= source < down.size
            for each in range(down.count)
            for source in down.meets(each)
        )
        found = []
        for tap in range(down.taps):
            y, is_inside = self._met(below, tap)
            start = e.mul(e.add(first, y), size)
            found.append(_Line(start, None if always else is_inside))
        return found

    def _met(self, below: Register, tap: int) -> tuple[Register, Register]:
        """The source's row in its image that a tap meets, and whether there is one."""
        e, down, zero = self.e, self.down, self.constant(0)
        y = e.add(e.mul(below, self.constant(down.factor)), self.constant(down.at(tap)))
        is_inside = e.compare("ge", y, zero)
        if down.divisor > 1:
            divisor = self.constant(down.divisor)
            rest = e.instruction("srem", I64, [y, divisor])
            is_inside = e.logical("and", is_inside, e.compare("eq", rest, zero))
            y = e.instruction("sdiv", I64, [y, divisor])
        is_below = e.compare("lt", y, self.constant(down.size))
        return y, e.logical("and", is_inside, is_below)

    def over_channels(self, body: Callable[[Register, int], None]) -> None:
        """Runs the body for vectors of channels, the last of which may be smaller."""
        lanes = vector_bytes() // self.element.bytes
        done = self.channels - self.channels % lanes
        if done:
            with self.e.counting(
                self.constant(0), self.constant(done), lanes
            ) as channel:
                body(channel, lanes)
        while done < self.channels:
            while lanes > self.channels - done:
                lanes //= 2
            body(self.constant(done), lanes)
            done += lanes

    def over_tiles(self, body: Callable[[Tile, Register, Register], None]) -> None:
        """Runs the body for each tile, where its targets and its sources begin."""
        e, zero = self.e, self.constant(0)
        for tile in tiles(self.across):
            if tile.repeats == 1:
                body(tile, zero, zero)
                continue
            steps = self.constant(0), self.constant(tile.repeats)
            with e.counting(*steps, 1) as turn:
                target = e.mul(turn, self.constant(tile.step * self.channels))
                source = e.mul(turn, self.constant(tile.source_step * self.channels))
                body(tile, target, source)

    def place(self, base: Register, column: int, channel: Register) -> Register:
        """The place of an element of a row of pixels."""
        shift = self.constant(column * self.channels)
        return self.e.add(self.e.add(base, shift), channel)

    def load(self, pointer: str, place: Register, lanes: int) -> Register:
        """Some channels of one pixel."""
        e, element = self.e, self.element
        result = e.name()
        where = e.address(pointer, element, place)
        e.line(
            f"{result} = load {element.memory_text(lanes)}, ptr {where}, "
            f"align {element.bytes}"
        )
        return Register(result, element, lanes)

    def store(self, value: Register, pointer: str, place: Register) -> None:
        """Puts some channels of one pixel in memory."""
        e, element = self.e, self.element
        where = e.address(pointer, element, place)
        e.line(
            f"store {e.typed(value, value.lanes)}, ptr {where}, align {element.bytes}"
        )

    def columns(
        self,
        line: _Line,
        base: Register,
        wanted: Sequence[int],
        at: tuple[Register, int],
    ) -> dict[int, Register]:
        """Loads channels of columns of a source row; zeros if the row is outside."""
        e, (channel, lanes) = self.e, at
        start = e.add(line.start, base)
        if line.is_inside is None:
            return {
                each: self.load("%x", self.place(start, each, channel), lanes)
                for each in wanted
            }
        slots = {each: e.slot(self.element, lanes) for each in wanted}
        for slot in slots.values():
            e.set(slot, e.constant(self.element, 0), lanes)
        with e.when(line.is_inside):
            for each, slot in slots.items():
                place = self.place(start, each, channel)
                e.set(slot, self.load("%x", place, lanes), lanes)
        return {each: e.get(slot, self.element, lanes) for each, slot in slots.items()}

    def met_columns(self, tile: Tile) -> list[int]:
        """The source's columns that some target of a tile meets."""
        met = {each for sources in tile.sources for each in sources if each is not None}
        return sorted(each for each in met if tile.is_whole or self._is_inside(each))

    def _is_inside(self, column: int) -> bool:
        return 0 <= column < self.across.size


class _Gathered(_Rows):
    """For each element of the result a sum of products of the source and the filter.

    The source is the image, or for an input gradient the gradient of the results. The
    zero padding of images is multiplied too, as by the default executor: a filter that
    is not finite affects results at the border. Gradients have no padding.
    """

    def __init__(self, e: Emitter, term: Depthwise) -> None:
        find = spreading if term.is_back else gathering
        axes = find(term.windows, 0), find(term.windows, 1)
        super().__init__(e, term.element, term.shape[3], axes)
        self.is_back = term.is_back

    def write(self) -> None:
        """Writes the loop over the rows from the first to the last."""
        e = self.e
        first, last = Register("%first", I64), Register("%last", I64)
        size = self.constant(self.across.count * self.channels)
        with e.counting(first, last, 1) as row:
            lines = self.lines(row)
            target = e.mul(row, size)
            self.over_tiles(
                lambda tile, moved, source: self._tile(
                    tile, (e.add(target, moved), source), lines
                )
            )

    def _tile(
        self, tile: Tile, bases: tuple[Register, Register], lines: Sequence[_Line]
    ) -> None:
        self.over_channels(
            lambda channel, lanes: self._vector(tile, bases, lines, (channel, lanes))
        )

    def _vector(
        self,
        tile: Tile,
        bases: tuple[Register, Register],
        lines: Sequence[_Line],
        at: tuple[Register, int],
    ) -> None:
        e, (channel, lanes) = self.e, at
        sums = [e.slot(self.element, lanes) for _ in tile.sources]
        for slot in sums:
            # so that a sum of negative zeros is one, as without a first term
            e.set(slot, e.constant(self.element, 0 if self.is_back else -0.0), lanes)
        for tap, line in enumerate(lines):
            if self.is_back and line.is_inside is not None:
                with e.when(line.is_inside):
                    plain = _Line(line.start, None)
                    self._add(tile, sums, (tap, plain, bases[1]), at)
            else:
                self._add(tile, sums, (tap, line, bases[1]), at)
        for index, slot in enumerate(sums):
            place = self.place(bases[0], tile.target + index, channel)
            self.store(e.get(slot, self.element, lanes), "%y", place)

    def _add(
        self,
        tile: Tile,
        sums: Sequence[str],
        where: tuple[int, _Line, Register],
        at: tuple[Register, int],
    ) -> None:
        """Adds the products with one row of the filter."""
        e, (channel, lanes), (tap, line, base) = self.e, at, where
        found = self.columns(line, base, self.met_columns(tile), at)
        zero = e.constant(self.element, 0)
        for column in range(self.across.taps):
            place = self.place(
                self.constant(0), tap * self.across.taps + column, channel
            )
            weight = self.load("%w", place, lanes)
            for slot, sources in zip(sums, tile.sources, strict=True):
                source = sources[column]
                value = zero if source is None else found.get(source, zero)
                if value is zero and self.is_back:
                    continue
                total = e.get(slot, self.element, lanes)
                e.set(slot, e.fma(weight, value, total), lanes)


class _Parts(_Rows):
    """The filters' gradient: sums over the windows of some rows, in registers."""

    def __init__(self, e: Emitter, term: DepthwiseParts) -> None:
        axes = gathering(term.windows, 0), gathering(term.windows, 1)
        super().__init__(e, term.element, term.windows.images[3], axes)
        self.rows = part_rows(term.windows, term.element)
        self.limit = term.windows.rows
        self.taps = self.down.taps * self.across.taps

    def write(self) -> None:
        """Writes the loop over the parts from the first to the last."""
        e, step = self.e, self.constant(self.rows)
        first, last = Register("%first", I64), Register("%last", I64)
        limit = self.constant(self.limit)
        with e.counting(first, last, 1) as part:
            begin = e.mul(part, step)
            end = e.add(begin, step)
            end = e.select(e.compare("lt", end, limit), end, limit)
            target = e.mul(part, self.constant(self.taps * self.channels))
            self.over_channels(
                lambda channel, lanes: self._sums(
                    (begin, end), target, (channel, lanes)
                )
            )

    def _sums(self, bounds: Bounds, target: Register, at: tuple[Register, int]) -> None:
        e, (channel, lanes) = self.e, at
        sums = [e.slot(self.element, lanes) for _ in range(self.taps)]
        for slot in sums:
            e.set(slot, e.constant(self.element, 0), lanes)
        size = self.constant(self.across.count * self.channels)
        with e.counting(*bounds, 1) as row:
            lines = self.lines(row)
            gradient = e.mul(row, size)
            self.over_tiles(
                lambda tile, moved, source: self._tile(
                    tile, (e.add(gradient, moved), source), lines, (sums, *at)
                )
            )
        for tap, slot in enumerate(sums):
            value = e.get(slot, self.element, lanes)
            self.store(value, "%y", self.place(target, tap, channel))

    def _tile(
        self,
        tile: Tile,
        bases: tuple[Register, Register],
        lines: Sequence[_Line],
        to: tuple[Sequence[str], Register, int],
    ) -> None:
        e, (sums, channel, lanes), zero = self.e, to, self.e.constant(self.element, 0)
        gradients = [
            self.load("%w", self.place(bases[0], tile.target + each, channel), lanes)
            for each in range(len(tile.sources))
        ]
        for tap, line in enumerate(lines):
            found = self.columns(
                line, bases[1], self.met_columns(tile), (channel, lanes)
            )
            for column in range(self.across.taps):
                slot = sums[tap * self.across.taps + column]
                for gradient, sources in zip(gradients, tile.sources, strict=True):
                    source = sources[column]
                    value = zero if source is None else found.get(source, zero)
                    total = e.get(slot, self.element, lanes)
                    e.set(slot, e.fma(gradient, value, total), lanes)
