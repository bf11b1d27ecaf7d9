"""Lowering rules of ops that repeat, reverse or gather elements."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphir.node import Node
from runtime.native.llvm.element_types import BOOL, I64
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import Unsupported
from runtime.native.lowering.arrays import joined, sliced
from runtime.native.lowering.nodes import (
    Lowering,
    apply,
    constant_term,
    known_integers,
    lowers,
    number,
    reshaped,
    spread,
)
from runtime.native.terms.terms import Term

MOST_COPIES: Final = 64
"""Copies of an array are written one by one."""


def _part(term: Term, axis: int, start: int, size: int) -> Term:
    """A part of a term along one axis."""
    rank = len(term.shape)
    starts = [start if each == axis else 0 for each in range(rank)]
    sizes = [size if each == axis else s for each, s in enumerate(term.shape)]
    return sliced(term, starts, [1] * rank, sizes)


@lowers("Unpack", moves=True, keeps_halves=True)
def _unpack(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    (term,), attrs = inputs, node.attrs
    given: Any = attrs.get("axis") or 0
    count, rank = len(node.outputs), len(term.shape)
    if not -rank <= given < rank or term.shape[given] != count:
        raise Unsupported("taking this array apart is an error")
    axis = given % rank
    shape = (*term.shape[:axis], *term.shape[axis + 1 :])
    return [reshaped(_part(term, axis, i, 1), shape) for i in range(count)]


@lowers("SplitV", moves=True, keeps_halves=True)
def _split(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, rank = inputs[0], len(inputs[0].shape)
    sizes = known_integers(node, 1, inputs)
    (axis,) = known_integers(node, 2, inputs)
    if not -rank <= axis < rank or sizes.count(-1) > 1 or min(sizes) < -1:
        raise Unsupported("this split is an error")
    whole = term.shape[axis]
    rest = whole - sum(size for size in sizes if size != -1)
    sizes = [rest if size == -1 else size for size in sizes]
    if sum(sizes) != whole or min(sizes) < 0:
        raise Unsupported("this split is an error")
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    return [
        _part(term, axis % rank, start, size)
        for start, size in zip(starts, sizes, strict=True)
    ]


@lowers("Tile", moves=True, keeps_halves=True)
def _tile(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, counts = inputs[0], known_integers(node, 1, inputs)
    if len(counts) != len(term.shape) or any(count < 0 for count in counts):
        raise Unsupported("these multiples are an error")
    pairs = list(zip(term.shape, counts, strict=True))
    if math.prod(count for size, count in pairs if size != 1) > MOST_COPIES:
        raise Unsupported(f"more than {MOST_COPIES} copies")
    if 0 in counts:
        raise Unsupported("no copies of an array")
    for axis, (size, count) in enumerate(pairs):
        if size == 1:
            shape = (*term.shape[:axis], count, *term.shape[axis + 1 :])
            term = spread(term, shape)
        elif count > 1:
            term = joined([term] * count, axis)
    return [term]


@lowers("ReverseV2", moves=True, keeps_halves=True)
def _reverse(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, rank = inputs[0], len(inputs[0].shape)
    given = known_integers(node, 1, inputs)
    axes = {axis % max(1, rank) for axis in given if -rank <= axis < rank}
    if len(axes) < len(given):
        raise Unsupported("these axes are an error")
    starts = [max(0, s - 1) if i in axes else 0 for i, s in enumerate(term.shape)]
    steps = [-1 if i in axes else 1 for i in range(rank)]
    return [sliced(term, starts, steps, list(term.shape))]


@lowers("Roll", moves=True, keeps_halves=True)
def _roll(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, rank = inputs[0], len(inputs[0].shape)
    shifts, axes = (known_integers(node, each, inputs) for each in (1, 2))
    if len(shifts) != len(axes) or not all(-rank <= axis < rank for axis in axes):
        raise Unsupported("this shift is an error")
    for shift, given in zip(shifts, axes, strict=True):
        axis = given % rank
        size = term.shape[axis]
        before = -shift % size if size else 0
        if before:
            parts = (
                _part(term, axis, before, size - before),
                _part(term, axis, 0, before),
            )
            term = joined(parts, axis)
    return [term]


@lowers("OneHot", keeps_halves=True)
def _one_hot(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    indices, _, on, off = inputs
    attrs: Any = node.attrs
    (depth,) = known_integers(node, 1, inputs)
    rank, given = len(indices.shape), int(attrs.get("axis", -1))
    if depth < 0 or not -1 <= given <= rank:
        raise Unsupported("these places are an error")
    axis = rank if given == -1 else given
    shape = (*indices.shape[:axis], 1, *indices.shape[axis:])
    element = indices.element
    if element.bits < 64 and depth > 1 << (element.bits - 1):
        raise Unsupported(f"more places than {element.name} can count")
    places = constant_term(element, np.arange(depth, dtype=element.name))
    column = reshaped(places, (depth, *[1] * (rank - axis)))

    def choose(e: Emitter, registers: Sequence[Register]) -> Register:
        index, place, yes, no = registers
        return e.select(e.compare("eq", index, place), yes, no)

    return [apply(choose, on.element, [reshaped(indices, shape), column, on, off], 2)]


@lowers("MatrixBandPart", keeps_halves=True)
def _band(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term = inputs[0]
    (lower,), (upper,) = (known_integers(node, each, inputs) for each in (1, 2))
    if len(term.shape) < 2 or lower > term.shape[-2] or upper > term.shape[-1]:
        raise Unsupported("this band is an error")
    rows, columns = term.shape[-2:]
    row = constant_term(I64, np.arange(rows)[:, None])
    column = constant_term(I64, np.arange(columns))

    def is_inside(e: Emitter, registers: Sequence[Register]) -> Register:
        i, j = registers
        above = e.compare("le", e.sub(j, i), e.constant(I64, upper % (1 << 62)))
        below = e.compare("le", e.sub(i, j), e.constant(I64, lower % (1 << 62)))
        return e.logical("and", above, below)

    def choose(e: Emitter, registers: Sequence[Register]) -> Register:
        return e.select(*registers)

    inside = apply(is_inside, BOOL, [row, column], 4)
    return [apply(choose, term.element, [inside, term, number(term.element, 0)], 2)]
