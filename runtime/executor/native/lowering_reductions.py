"""Rules of reductions, and of the normalisations made of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from graphir.node import Node
from runtime.executor.native import exponentials, logarithms
from runtime.executor.native.conversions import cast
from runtime.executor.native.elements import I64
from runtime.executor.native.emitter import Emitter, Register
from runtime.executor.native.failures import Unsupported
from runtime.executor.native.lowering import (
    Lowering,
    apply,
    binary,
    checked_element,
    known_integers,
    lowers,
    number,
)
from runtime.executor.native.terms import Reduced, Term


def reduced(word: str, operand: Term, axes: tuple[int, ...], keep: bool) -> Term:
    """A reduction; of no axes it is the operand."""
    if not axes:
        return operand
    shape = tuple(
        1 if axis in axes else size
        for axis, size in enumerate(operand.shape)
        if keep or axis not in axes
    )
    return Reduced(operand.element, shape, word=word, operand=operand, axes=axes)


def _axes(node: Node, inputs: Sequence[Term]) -> tuple[int, ...]:
    rank = len(inputs[0].shape)
    given = known_integers(node, 1, inputs)
    axes = tuple(sorted(axis % rank for axis in given)) if rank else ()
    is_wrong = any(not -rank <= axis < rank for axis in given)
    if is_wrong or len(set(axes)) < len(given):
        raise Unsupported("these axes are an error")
    return axes


_WORDS = {
    "Sum": "sum",
    "Prod": "prod",
    "Max": "max",
    "Min": "min",
    "All": "all",
    "Any": "any",
}


@lowers(*_WORDS)
def _reduction(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    keep = bool(node.attrs.get("keep_dims"))
    word, element = _WORDS[node.op], inputs[0].element
    if (element.kind == "b") != (word in ("all", "any")):
        raise Unsupported(f"{node.op} of {element.name} is not covered")
    return [reduced(word, inputs[0], _axes(node, inputs), keep)]


@lowers("Mean")
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


@lowers("ArgMax", "ArgMin")
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


@lowers("BiasAddGrad")
def _bias_gradient(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    (x,) = inputs
    is_last = node.attrs.get("data_format", b"NHWC") == b"NHWC"
    if len(x.shape) < 2 or not (is_last or len(x.shape) == 2):
        raise Unsupported("BiasAddGrad of channels in front is not covered")
    return [reduced("sum", x, tuple(range(len(x.shape) - 1)), False)]


def _shifted(x: Term) -> Term:
    """Logits less the greatest of their row: exp does not overflow."""
    greatest = reduced("max", x, (len(x.shape) - 1,), True)
    return binary(lambda e, a, b: e.sub(a, b), x, greatest)


def _exponential(x: Term) -> Term:
    return apply(lambda e, r: exponentials.exp(e, r[0]), x.element, [x], 20)


@lowers("Softmax", "LogSoftmax")
def _softmax(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    (x,) = inputs
    if not x.shape or not x.element.is_float:
        raise Unsupported(f"{node.op} of a {x.element.name} of rank {len(x.shape)}")
    shifted = _shifted(x)
    powers = _exponential(shifted)
    total = reduced("sum", powers, (len(x.shape) - 1,), True)
    if node.op == "Softmax":
        # one division a row
        one = number(x.element, 1)
        inverse = binary(_quotient, one, total, 4)
        return [binary(lambda e, a, b: e.mul(a, b), powers, inverse)]
    logarithm: Any = apply(lambda e, r: logarithms.log(e, r[0]), x.element, [total], 30)
    return [binary(lambda e, a, b: e.sub(a, b), shifted, logarithm)]
