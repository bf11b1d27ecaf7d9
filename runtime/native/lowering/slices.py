"""Lowering rules of slices, and of their gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from graphir.node import Node
from runtime.native.functions.operations import OPERATIONS
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import Unsupported
from runtime.native.lowering.arrays import joined, picked, row, sliced
from runtime.native.lowering.nodes import (
    Lowering,
    applied,
    apply,
    constant_term,
    known_integers,
    lowers,
    number,
    reshaped,
    spread,
)
from runtime.native.terms.terms import Term

_MASKS: Final = (
    "begin_mask",
    "end_mask",
    "ellipsis_mask",
    "new_axis_mask",
    "shrink_axis_mask",
)


@lowers("Slice", moves=True, keeps_halves=True)
def _plain_slice(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, sizes = inputs[0], known_integers(node, 2, inputs)
    try:
        starts = known_integers(node, 1, inputs)
    except Unsupported:
        return [_slice_from(term, inputs[1], sizes)]
    full = [
        whole - start if size == -1 else size
        for whole, start, size in zip(term.shape, starts, sizes, strict=True)
    ]
    for whole, start, size in zip(term.shape, starts, full, strict=True):
        if start < 0 or size < 0 or start + size > whole:
            raise Unsupported("this slice is an error")
    return [sliced(term, starts, [1] * len(starts), full)]


def _slice_from(term: Term, begin: Term, sizes: Sequence[int]) -> Term:
    """A slice of known sizes that begins at computed places."""
    if len(sizes) != len(term.shape) or not all(size > 0 for size in sizes):
        raise Unsupported("slices between computed places are not covered")
    for axis, size in enumerate(sizes):
        start = sliced(begin, [axis], [1], [1])
        steps = constant_term(begin.element, np.arange(size, dtype=begin.element.name))
        places = applied("AddV2", OPERATIONS["AddV2"], [start, steps])
        term = picked(term, places, axis)
    return term


@dataclass(slots=True)
class _Spec:
    """The range of a slice along each axis, and the axes of its result."""

    chosen: list[range] = field(default_factory=list)
    shape: list[int] = field(default_factory=list)
    """The result's, with new axes and without those of one index."""

    @property
    def sizes(self) -> list[int]:
        """How many elements of each axis."""
        return list(map(len, self.chosen))

    def of(self, term: Term) -> Term:
        """The slice of a term."""
        starts, steps = ([getattr(r, key) for r in self.chosen] for key in _PARTS)
        return reshaped(sliced(term, starts, steps, self.sizes), tuple(self.shape))


_PARTS: Final = ("start", "step")


def _axes_of(count: int, rank: int, masks: Mapping[str, int]) -> list[int | None]:
    """The axis of each entry of a slice, or None for a new axis.

    -1 stands for an ellipsis.

    Raises:
      Unsupported: if there are too many.
    """
    bits = range(count)
    ellipsis = next((i for i in bits if masks["ellipsis_mask"] >> i & 1), count)
    new = [i for i in bits if masks["new_axis_mask"] >> i & 1 and i != ellipsis]
    after = [i for i in range(ellipsis + 1, count) if i not in new]
    found: list[int | None] = []
    axis = 0
    for i in bits:
        if i == ellipsis:
            found.append(-1)
            axis = rank - len(after)
        elif i in new:
            found.append(None)
        else:
            found.append(axis)
            axis += 1
    if axis > rank or count - len(new) - (ellipsis < count) > rank:
        raise Unsupported("this slice is an error")
    return found


def _spec(
    shape: Sequence[int], entries: Sequence[tuple[int, int, int]], masks: dict[str, int]
) -> _Spec:
    """The slice of begins, ends and strides.

    Raises:
      Unsupported: for what is an error.
    """
    spec = _Spec()
    axes = _axes_of(len(entries), len(shape), masks)
    following = [axis for axis in axes if axis is not None and axis >= 0]
    for index, (axis, entry) in enumerate(zip(axes, entries, strict=True)):
        if axis is None:
            spec.shape.append(1)
            continue
        if axis == -1:
            rest = [a for a in following if a >= len(spec.chosen)]
            end = min(rest, default=len(shape))
            _take_whole(spec, shape[len(spec.chosen) : end])
            continue
        bits = {key: bool(mask >> index & 1) for key, mask in masks.items()}
        chosen = _chosen(shape[axis], entry, bits)
        spec.chosen.append(chosen)
        if not bits["shrink_axis_mask"]:
            spec.shape.append(len(chosen))
    _take_whole(spec, shape[len(spec.chosen) :])
    return spec


def _take_whole(spec: _Spec, sizes: Sequence[int]) -> None:
    spec.chosen += map(range, sizes)
    spec.shape += sizes


def _chosen(whole: int, part: tuple[int, int, int], bits: dict[str, bool]) -> range:
    """The indices along one axis.

    Raises:
      Unsupported: for what is an error.
    """
    begin, end, stride = part
    if bits["shrink_axis_mask"]:
        if not -whole <= begin < whole:
            raise Unsupported("this index is an error")
        return range(begin % whole, begin % whole + 1)
    if not stride:
        raise Unsupported("a stride of zero is an error")
    low = None if bits["begin_mask"] else begin
    high = None if bits["end_mask"] else end
    return range(whole)[slice(low, high, stride)]


def _masks(node: Node) -> dict[str, int]:
    attrs: Any = node.attrs
    return {key: int(attrs.get(key) or 0) for key in _MASKS}


@lowers("StridedSlice", moves=True, keeps_halves=True)
def _strided_slice(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, masks = inputs[0], _masks(node)
    try:
        parts = [known_integers(node, each, inputs) for each in (1, 2, 3)]
    except Unsupported:
        return [_part_at_places(node, inputs, masks)]
    return [_spec(term.shape, list(zip(*parts, strict=True)), masks).of(term)]


def _part_at_places(
    node: Node, inputs: Sequence[Term], masks: Mapping[str, int]
) -> Term:
    """``x[i, :, j]`` for indices that are computed.

    Raises:
      Unsupported: for slices between computed places.
    """
    term, begin = inputs[0], inputs[1]
    strides = known_integers(node, 3, inputs)
    axes = _axes_of(len(strides), len(term.shape), masks)
    whole = masks["begin_mask"] & masks["end_mask"]
    if None in axes or -1 in axes:
        raise Unsupported("slices between computed places are not covered")
    kept = 0
    for entry, stride in enumerate(strides):
        if masks["shrink_axis_mask"] >> entry & 1:
            index = reshaped(sliced(begin, [entry], [1], [1]), ())
            term = _at(term, index, kept)
        elif whole >> entry & 1 and stride == 1:
            kept += 1
        else:
            raise Unsupported("slices between computed places are not covered")
    return term


def _at(term: Term, index: Term, axis: int) -> Term:
    """The slice at an index of an axis; a negative index counts from the end."""
    if not axis:
        return row(term, index, from_end=True)
    size = term.shape[axis]

    def from_start(e: Emitter, registers: Sequence[Register]) -> Register:
        (place,) = registers
        is_negative = e.compare("lt", place, e.constant(place.element, 0))
        moved = e.add(place, e.constant(place.element, size))
        return e.select(is_negative, moved, place)

    return picked(term, apply(from_start, index.element, [index], 2), axis)


@lowers("StridedSliceGrad", moves=True, keeps_halves=True)
def _slice_gradient(
    context: Lowering, node: Node, inputs: Sequence[Term]
) -> list[Term]:
    d_slice = inputs[4]
    shape, *entries = (known_integers(node, each, inputs) for each in range(4))
    spec = _spec(shape, list(zip(*entries, strict=True)), _masks(node))
    if list(d_slice.shape) != spec.shape:
        raise Unsupported("this gradient of a slice is an error")
    term = reshaped(d_slice, tuple(spec.sizes))
    for axis, (size, chosen) in enumerate(zip(shape, spec.chosen, strict=True)):
        term = _put_back(term, axis, size, chosen)
    return [term]


def _put_back(term: Term, axis: int, size: int, chosen: range) -> Term:
    """Zeros of a size along an axis, with the term's elements at the chosen indices."""
    if chosen.step < 0:
        chosen = chosen[::-1]
        backwards = [
            range(len(chosen))[::-1] if i == axis else range(each)
            for i, each in enumerate(term.shape)
        ]
        term = _Spec(backwards, list(term.shape)).of(term)
    if chosen.step > 1 and len(chosen) > 1:
        term = _apart(term, axis, chosen.step)
        most = min(term.shape[axis], size - chosen.start)
        whole = [range(most if i == axis else s) for i, s in enumerate(term.shape)]
        term = _Spec(whole, list(map(len, whole))).of(term)
    start = chosen.start if chosen else 0
    margins = [(0, 0)] * len(term.shape)
    margins[axis] = start, size - start - term.shape[axis]
    return padded(term, margins, number(term.element, 0))


def _apart(term: Term, axis: int, step: int) -> Term:
    """The term's elements so many places apart along an axis, zeros between them."""
    before, after = term.shape[:axis], term.shape[axis + 1 :]
    count = term.shape[axis]
    zeros = number(term.element, 0)
    column = reshaped(term, (*before, count, 1, *after))
    rest = spread(zeros, (*before, count, step - 1, *after))
    return reshaped(joined([column, rest], axis + 1), (*before, count * step, *after))


def padded(term: Term, margins: Sequence[Sequence[int]], value: Term) -> Term:
    """The term with a number around it: so many before and after, for each axis."""
    for axis, (before, after) in reversed(list(enumerate(margins))):
        parts = [
            spread(value, (*term.shape[:axis], size, *term.shape[axis + 1 :]))
            for size in (before, after)
        ]
        found = [each for each in (parts[0], term, parts[1]) if each.shape[axis]]
        if len(found) > 1 or not term.shape[axis]:
            term = joined(found, axis) if len(found) > 1 else (found or [term])[0]
    return term


@lowers("Pad", "PadV2", moves=True, keeps_halves=True)
def _pad(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term = inputs[0]
    flat = known_integers(node, 1, inputs)
    if len(flat) != 2 * len(term.shape) or any(size < 0 for size in flat):
        raise Unsupported("these paddings are an error")
    value = inputs[2] if len(inputs) > 2 else number(term.element, 0)
    return [padded(term, list(zip(flat[::2], flat[1::2], strict=True)), value)]
