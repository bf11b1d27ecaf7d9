"""Image patches laid out as matrix rows (im2col), zero beyond the border."""

from __future__ import annotations

from contextlib import AbstractContextManager

from runtime.native.llvm.element_types import I64, Element
from runtime.native.llvm.emitter import Emitter, Module, Register
from runtime.native.llvm.engine import vector_bytes
from runtime.native.terms.convolutions import Windows


def patch_function(module: Module, windows: Windows, element: Element) -> str:
    """The name of the function ``(images, matrix, first row, last row)``."""
    key = ("patches", windows, element.name)
    name = module.known.get(key)
    if name is None:
        name = module.known[key] = f"patches{len(module.known)}"
        e = Emitter(module)
        _Layout(e, windows, element).write()
        e.line("ret void")
        head = (
            f"define internal void @{name}(ptr noalias %x, ptr noalias %m, "
            "i64 %first, i64 %last)"
        )
        module.define(head, e)
    return name


class _Layout:
    """A row of windows after the other; of each, a line of their elements."""

    def __init__(self, e: Emitter, windows: Windows, element: Element) -> None:
        self.e = e
        self.windows = windows
        self.element = element
        self.channels = windows.images[3]
        self.line = windows.sizes[1] * self.channels

    def write(self) -> None:
        """Writes the loop over the rows from the first to the last."""
        e, windows = self.e, self.windows
        first, last = Register("%first", I64), Register("%last", I64)
        count = e.constant(I64, windows.counts[0])
        size = e.constant(I64, windows.counts[1] * windows.width)
        with e.counting(first, last, 1) as row:
            image = e.instruction("sdiv", I64, [row, count])
            below = e.instruction("srem", I64, [row, count])
            target = e.mul(e.sub(row, first), size)
            for line in range(windows.sizes[0]):
                self._lines(image, below, line, target)

    def _lines(
        self, image: Register, below: Register, line: int, target: Register
    ) -> None:
        """One line of each window of a row."""
        e, (_, height, width, _) = self.e, self.windows.images
        shift = line * self.windows.dilations[0] - self.windows.margins[0]
        y = e.mul(below, e.constant(I64, self.windows.strides[0]))
        y = e.add(y, e.constant(I64, shift))
        is_inside = e.logical(
            "and",
            e.compare("ge", y, e.constant(I64, 0)),
            e.compare("lt", y, e.constant(I64, height)),
        )
        target = e.add(target, e.constant(I64, line * self.line))
        inside, outside, after = map(e.label, ("inside", "outside", "after"))
        e.branch(is_inside, inside, outside)
        e.start_block(inside)
        row = e.add(e.mul(image, e.constant(I64, height)), y)
        source = e.mul(row, e.constant(I64, width * self.channels))
        self._line(source, target)
        e.jump(after)
        e.start_block(outside)
        with self._along(0, self.windows.counts[1]) as across:
            self._clear(self._place(target, across, self.windows.width, 0), self.line)
        e.jump(after)
        e.start_block(after)

    def _along(self, start: int, stop: int) -> AbstractContextManager[Register]:
        e = self.e
        return e.counting(e.constant(I64, start), e.constant(I64, stop), 1)

    def _place(
        self, base: Register, index: Register, step: int, shift: int
    ) -> Register:
        e = self.e
        found = e.add(base, e.mul(index, e.constant(I64, step)))
        return e.add(found, e.constant(I64, shift))

    def _line(self, source: Register, target: Register) -> None:
        """A line inside of the image: windows at its border reach over it."""
        windows = self.windows
        width, count = windows.images[2], windows.counts[1]
        stride, reach = (
            windows.strides[1],
            (windows.sizes[1] - 1) * windows.dilations[1],
        )
        margin = windows.margins[1]
        whole = [
            each
            for each in range(count)
            if each * stride >= margin and each * stride - margin + reach < width
        ]
        start, stop = (whole[0], whole[-1] + 1) if whole else (0, 0)
        with self._along(start, stop) as across:
            self._window(source, target, across)
        for each in (*range(start), *range(stop, count)):
            self._border(source, target, each)

    def _window(self, source: Register, target: Register, across: Register) -> None:
        windows, channels = self.windows, self.channels
        start = self._place(
            source,
            across,
            windows.strides[1] * channels,
            -windows.margins[1] * channels,
        )
        place = self._place(target, across, windows.width, 0)
        if windows.dilations[1] == 1:
            self._copy(start, place, self.line)
            return
        for index in range(windows.sizes[1]):
            moved = index * windows.dilations[1] * channels
            self._copy(
                self._moved(start, moved),
                self._moved(place, index * channels),
                channels,
            )

    def _border(self, source: Register, target: Register, across: int) -> None:
        windows, channels = self.windows, self.channels
        for index in range(windows.sizes[1]):
            x = across * windows.strides[1] - windows.margins[1]
            x += index * windows.dilations[1]
            place = self._moved(target, across * windows.width + index * channels)
            if 0 <= x < windows.images[2]:
                self._copy(self._moved(source, x * channels), place, channels)
            else:
                self._clear(place, channels)

    def _moved(self, place: Register, step: int) -> Register:
        return self.e.add(place, self.e.constant(I64, step))

    def _copy(self, source: Register, target: Register, count: int) -> None:
        e, element = self.e, self.element
        start = e.address("%x", element, source)
        end = e.address("%m", element, target)
        if count * element.bytes > 16 * vector_bytes():
            e.module.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
            e.line(
                f"call void @llvm.memcpy.p0.p0.i64(ptr {end}, ptr {start}, "
                f"i64 {count * element.bytes}, i1 false)"
            )
            return
        for shift, lanes in self._pieces(count):
            kind, value = element.memory_text(lanes), e.name()
            at = e.constant(I64, shift)
            e.line(
                f"{value} = load {kind}, ptr {e.address(start, element, at)}, "
                f"align {element.bytes}"
            )
            e.line(
                f"store {kind} {value}, ptr {e.address(end, element, at)}, "
                f"align {element.bytes}"
            )

    def _pieces(self, count: int) -> list[tuple[int, int]]:
        """Where vectors begin that cover so many elements, and their lanes."""
        found, start, lanes = [], 0, vector_bytes() // self.element.bytes
        while start < count:
            while lanes > count - start:
                lanes //= 2
            found.append((start, lanes))
            start += lanes
        return found

    def _clear(self, target: Register, count: int) -> None:
        e = self.e
        e.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        end = e.address("%m", self.element, target)
        size = count * self.element.bytes
        e.line(f"call void @llvm.memset.p0.i64(ptr {end}, i8 0, i64 {size}, i1 false)")
