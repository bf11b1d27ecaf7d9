"""Lowering rules of reductions, and of normalizations, which contain some."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from graphir.node import Node
from runtime.native.functions import exponentials, logarithms
from runtime.native.llvm.conversions import cast
from runtime.native.llvm.element_types import BOOL, I64
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import MISMATCH, Unsupported
from runtime.native.lowering.nodes import (
    Lowering,
    apply,
    binary,
    checked_element,
    constant_term,
    known_integers,
    lowers,
    number,
    reshaped,
    spread,
)
from runtime.native.terms.terms import (
    Dims,
    Place,
    Places,
    Reduced,
    Running,
    Term,
    View,
    broadcast,
)

LEAST_ROWS: Final = 16
"""Fewer rows are too few to share."""
MOST_ROWS: Final = 64
"""More are not needed to share a large vector."""
LARGE: Final = 1 << 15
"""A sum of more elements is made of sums of rows, which several threads share."""


def reduced(word: str, operand: Term, axes: tuple[int, ...], keep: bool) -> Term:
    """A reduction; of no axes it is the operand.

    Axes that do not lie side by side are reduced one after the other.
    """
    if not axes:
        return operand
    rows = _row_count(operand.shape)
    if rows:
        total = reduced(word, _in_rows(operand, rows), (0, 1), False)
        return reshaped(total, (1,) if keep else ())
    *first, last = _runs(operand.shape, axes)
    if not first:
        return _reduced_at_once(word, operand, axes, keep)
    for run in (last, *reversed(first)):
        operand = _reduced_at_once(word, operand, run, True)
    if keep:
        return operand
    kept = (size for axis, size in enumerate(operand.shape) if axis not in axes)
    return reshaped(operand, tuple(kept))


def _row_count(shape: Dims) -> int:
    """The number of equal rows that a large vector is split into; 0 for no split."""
    if len(shape) != 1 or shape[0] <= LARGE:
        return 0
    return next(
        (n for n in range(MOST_ROWS, LEAST_ROWS - 1, -1) if not shape[0] % n), 0
    )


def _in_rows(vector: Term, rows: int) -> Term:
    """A vector as a matrix, whose elements are computed where they are needed."""
    size = vector.shape[0] // rows

    def find(places: Places) -> Places:
        row, column = places
        offset = row.offset * size + column.offset
        return (Place(column.loop, column.step, offset, row.loop, row.step * size),)

    return View(vector.element, (rows, size), source=vector, find=find)


def _reduced_at_once(
    word: str, operand: Term, axes: tuple[int, ...], keep: bool
) -> Term:
    shape = tuple(
        1 if axis in axes else size
        for axis, size in enumerate(operand.shape)
        if keep or axis not in axes
    )
    return Reduced(operand.element, shape, word=word, operand=operand, axes=axes)


def _runs(shape: Dims, axes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The axes in groups of neighbours; axes of size 1 between them are ignored."""
    runs: list[list[int]] = []
    is_apart = True
    for axis, size in enumerate(shape):
        if axis not in axes:
            is_apart = is_apart or size != 1
        elif is_apart:
            runs.append([axis])
            is_apart = False
        else:
            runs[-1].append(axis)
    is_large = math.prod(shape) > LARGE and shape[0] >= LEAST_ROWS
    if len(runs) == 1 and len(runs[0]) == len(shape) > 1 and is_large:
        runs = [runs[0][:1], runs[0][1:]]
    return [tuple(run) for run in runs]


def _axes(node: Node, inputs: Sequence[Term]) -> tuple[int, ...]:
    rank = len(inputs[0].shape)
    given = known_integers(node, 1, inputs)
    axes = tuple(sorted(axis % rank for axis in given)) if rank else ()
    is_wrong = any(not -rank <= axis < rank for axis in given)
    if is_wrong or len(set(axes)) < len(given):
        raise Unsupported("these axes are an error")
    return axes


@lowers("Sum", "Prod", "Max", "Min", "All", "Any", reduces=True)
def _reduction(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    keep = bool(node.attrs.get("keep_dims"))
    word, element = node.op.lower(), inputs[0].element
    if (element.kind == "b") != (word in ("all", "any")):
        raise Unsupported(f"{node.op} of {element.name} is not covered")
    return [reduced(word, inputs[0], _axes(node, inputs), keep)]


@lowers("Mean", reduces=True)
def _mean(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    (x, *_), axes = inputs, _axes(node, inputs)
    if not x.element.is_float:
        raise Unsupported(f"Mean of {x.element.name} is not covered")
    if not axes:
        return [x]
    total = reduced("sum", x, axes, bool(node.attrs.get("keep_dims")))
    count = number(x.element, math.prod(x.shape[axis] for axis in axes))
    return [binary(_quotient, total, count, 4)]


def _quotient(e: Emitter, x: Register, y: Register) -> Register:
    return e.div(x, y)


@lowers("ArgMax", "ArgMin", is_costly=True)
def _position(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    (x, *_), (axis,) = inputs, _axes(node, inputs)
    if not x.shape[axis] or x.element.kind == "b":
        raise Unsupported(f"{node.op} of {x.element.name} over {x.shape[axis]}")
    shape = tuple(size for i, size in enumerate(x.shape) if i != axis)
    word = node.op.lower()
    found = Reduced(I64, shape, word=word, operand=x, axes=(axis,))
    target = checked_element(node.output)

    def emit(e: Emitter, registers: Sequence[Register]) -> Register:
        return cast(e, registers[0], target)

    return [apply(emit, target, [found])]


@lowers("Cumsum", "Cumprod", is_costly=True)
def _running(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    (x, *_), given = inputs, known_integers(node, 1, inputs)
    rank, attrs = len(x.shape), node.attrs
    if len(given) != 1 or not -rank <= given[0] < rank:
        raise Unsupported("this axis is an error")
    if checked_element(node.inputs[0]).is_half or not x.size:
        raise Unsupported(f"{node.op} of {x.element.name} of shape {list(x.shape)}")
    return [
        Running(
            x.element,
            x.shape,
            source=x,
            axis=given[0] % rank,
            word="sum" if node.op == "Cumsum" else "prod",
            is_exclusive=bool(attrs.get("exclusive")),
            is_reversed=bool(attrs.get("reverse")),
        )
    ]


@lowers("BiasAddGrad", reduces=True)
def _bias_gradient(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    (x,) = inputs
    is_last = node.attrs.get("data_format", b"NHWC") == b"NHWC"
    rank = len(x.shape)
    if rank < 2:
        raise Unsupported("BiasAddGrad of these shapes is an error")
    channels = rank - 1 if is_last else 1
    axes = tuple(axis for axis in range(rank) if axis != channels)
    return [reduced("sum", x, axes, False)]


def _shifted(x: Term) -> Term:
    """Logits less the greatest of their row: exp does not overflow.

    A NaN is passed over: it makes the sum of its row NaN all the same.
    """
    greatest = reduced("top", x, (len(x.shape) - 1,), True)
    return binary(lambda e, a, b: e.sub(a, b), x, greatest)


def _exponential(x: Term) -> Term:
    return apply(lambda e, r: exponentials.exp(e, r[0]), x.element, [x], 20)


@lowers("Softmax", "LogSoftmax", is_costly=True)
def _softmax(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    (x,) = inputs
    if not x.shape or not x.element.is_float:
        raise Unsupported(f"{node.op} of a {x.element.name} of rank {len(x.shape)}")
    shifted, logarithm, softmax = _normalized(x)
    if node.op == "Softmax":
        return [softmax]
    return [binary(lambda e, a, b: e.sub(a, b), shifted, logarithm)]


def _normalized(x: Term) -> tuple[Term, Term, Term]:
    """Logits less the greatest of their row, the logarithm of their sum, softmax."""
    shifted = _shifted(x)
    powers = _exponential(shifted)
    total = reduced("sum", powers, (len(x.shape) - 1,), True)
    # one division a row
    inverse = binary(_quotient, number(x.element, 1), total, 4)
    logarithm = apply(lambda e, r: logarithms.log(e, r[0]), x.element, [total], 30)
    return shifted, logarithm, binary(lambda e, a, b: e.mul(a, b), powers, inverse)


def _require_matrix(node: Node, x: Term) -> None:
    if len(x.shape) != 2 or not x.size or not x.element.is_float:
        raise Unsupported(f"{node.op} of a {x.element.name} of shape {x.shape}")


@lowers("SoftmaxCrossEntropyWithLogits", is_costly=True)
def _cross_entropy(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    x, labels = inputs
    x = spread(x, broadcast([x.shape, labels.shape]))
    _require_matrix(node, x)
    shifted, logarithm, softmax = _normalized(x)

    def part(e: Emitter, r: Sequence[Register]) -> Register:
        label, z, log = r
        zero = e.constant(z.element, 0)
        # a label of 0 counts nothing, also where the logarithm is infinite
        value = e.mul(label, e.sub(log, z))
        return e.select(e.compare("eq", label, zero), zero, value)

    loss = reduced(
        "sum", apply(part, x.element, [labels, shifted, logarithm], 4), (1,), False
    )
    return [loss, binary(lambda e, a, b: e.sub(a, b), softmax, labels)]


@lowers("SparseSoftmaxCrossEntropyWithLogits", is_costly=True)
def _sparse_cross_entropy(
    context: Lowering, node: Node, inputs: Sequence[Term]
) -> list[Term]:
    x, labels = inputs
    _require_matrix(node, x)
    if labels.shape != x.shape[:1]:
        raise Unsupported(f"{node.op} of these shapes is an error")
    is_class = _is_class(labels, x.shape[1])
    shifted, logarithm, softmax = _normalized(x)

    def picked(e: Emitter, r: Sequence[Register]) -> Register:
        return e.select(r[0], r[1], e.constant(r[1].element, 0))

    def less_one(e: Emitter, r: Sequence[Register]) -> Register:
        return e.select(r[0], e.sub(r[1], e.constant(r[1].element, 1)), r[1])

    chosen = reduced("sum", apply(picked, x.element, [is_class, shifted]), (1,), True)
    loss = reshaped(
        binary(lambda e, a, b: e.sub(a, b), logarithm, chosen), labels.shape
    )
    return [loss, apply(less_one, x.element, [is_class, softmax], 2)]


def _is_class(labels: Term, classes: int) -> Term:
    """A mask with the class of each row; exits with a status for invalid labels."""
    element = labels.element
    numbers = constant_term(element, np.arange(classes, dtype=element.name))
    column = reshaped(labels, (labels.shape[0], 1))

    def is_equal(e: Emitter, r: Sequence[Register]) -> Register:
        label, number = r
        below = e.compare("lt", label, e.constant(element, 0))
        above = e.compare("ge", label, e.constant(element, classes))
        e.leave_if(e.logical("or", below, above), MISMATCH)
        return e.compare("eq", label, number)

    return apply(is_equal, BOOL, [column, numbers], 4)
