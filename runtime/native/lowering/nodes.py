"""Lowers one node, with inputs of known shapes, to terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import numpy as np

from graphir.errors import OpError
from graphir.node import Node
from runtime.native.functions.operations import (
    FIRST_OF_EQUALS,
    OPERATIONS,
    Operation,
)
from runtime.native.llvm.element_types import BOOL, F16, F32, Element, element_of
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import FailureSites, Unsupported
from runtime.native.llvm.storage_formats import rounded
from runtime.native.terms.terms import (
    FIXED,
    Apply,
    Dims,
    Literal,
    Places,
    Reshaped,
    Table,
    Term,
    View,
    broadcast,
    places_of_operand,
)


@dataclass(slots=True)
class Lowering:
    """The context of a lowering: the failure sites so far."""

    sites: FailureSites
    single_threaded: bool = False
    """Whether a single thread runs the region."""
    multiplications: int = 0
    """The number of multiplications of the largest BLAS call."""

    def refusal(
        self, node: Node, kind: type[OpError], message: str
    ) -> Callable[[Emitter, Register], None]:
        """A function that emits an exit with this error if a condition holds."""
        status = self.sites.number(node, kind, message)
        return lambda e, condition: e.leave_if(condition, status)


Lower = Callable[[Lowering, Node, Sequence[Term]], Sequence[Term]]


class ProductKind(Enum):
    """What kind of products an op consists of: each kind has its own times."""

    MATRICES = "matrices"
    CONVOLUTION = "convolution"
    DEPTHWISE = "depthwise"
    """A convolution of each channel by itself."""


@dataclass(frozen=True, slots=True)
class Multiplications:
    """The multiplications of an op that consists of products."""

    kind: ProductKind
    count: Callable[[Node], int]
    """Their number, for a node whose shapes are all known."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The lowering rule of an op, and facts about the op for the choice of regions."""

    lower: Lower
    moves: bool
    """Whether the op moves elements without computing new ones."""
    keeps_halves: bool
    """Whether the op keeps 16-bit floats exact, so that it needs no float32."""
    is_costly: bool
    """Whether a region of this op alone is worth compiling."""
    reduces: bool
    """Whether the op makes one element of many, by one operation."""
    products: Multiplications | None
    """For an op that consists of products, which take most of its time."""


LOWERINGS: Final[dict[str, Rule]] = {}
"""Ops with a rule of their own; each family adds its."""


def lowers(
    *ops: str,
    moves: bool = False,
    keeps_halves: bool = False,
    is_costly: bool = False,
    reduces: bool = False,
    products: Multiplications | None = None,
) -> Callable[[Lower], Lower]:
    """Registers the rule of some ops, none of which has one so far."""

    def register(lower: Lower) -> Lower:
        for op in ops:
            if op in LOWERINGS:
                raise TypeError(f"Op {op} has two rules in native code.")
            LOWERINGS[op] = Rule(
                lower, moves, keeps_halves, is_costly, reduces, products
            )
        return lower

    return register


def lower(context: Lowering, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    """The terms of a node's outputs.

    Raises:
      Unsupported: if native code does not cover the node; says why.
    """
    rule = LOWERINGS.get(node.op)
    is_half = any(term.element.is_half for term in inputs)
    if is_half and (rule is None or not rule.keeps_halves):
        return _through_float32(context, node, inputs)
    if rule is not None:
        return rule.lower(context, node, inputs)
    operation = OPERATIONS.get(node.op)
    if operation is None:
        raise Unsupported(f"op {node.op} is not covered")
    return [applied(node.op, operation, inputs)]


def _through_float32(
    context: Lowering, node: Node, inputs: Sequence[Term]
) -> Sequence[Term]:
    """The node computed in float32, and its results rounded."""
    widened = [_widened(term) for term in inputs]
    operation = FIRST_OF_EQUALS.get(node.op)
    if operation is not None and inputs[0].element is F16:
        results: Sequence[Term] = [applied(node.op, operation, widened)]
    else:
        results = lower(context, node, widened)
    return [
        _rounded(term, checked_element(value))
        for term, value in zip(results, node.outputs, strict=True)
    ]


def _widened(term: Term) -> Term:
    if not term.element.is_half:
        return term
    if isinstance(term, Literal):
        return Literal(F32, term.shape, term.number)
    return apply(lambda e, registers: registers[0], F32, [term])


def _rounded(term: Term, element: Element) -> Term:
    if not element.is_half:
        return term
    return apply(
        lambda e, registers: rounded(e, registers[0], element), element, [term], 2
    )


def is_known(op: str) -> bool:
    """Whether there is a rule for an op, regardless of types and shapes."""
    return op in LOWERINGS or op in OPERATIONS


def applied(op: str, operation: Operation, inputs: Sequence[Term]) -> Term:
    """The operation on elements of terms.

    Raises:
      Unsupported: for element types it does not have.
    """
    kind = inputs[0].element.kind
    if kind not in operation.kinds:
        raise Unsupported(f"{op} of {inputs[0].element.name} is not covered")
    element = BOOL if operation.gives_truth else inputs[0].element
    emit = operation.emit
    return Apply(
        element,
        broadcast([each.shape for each in inputs]),
        emit=lambda e, registers: emit(e, *registers),
        operands=tuple(inputs),
        cost=operation.cost,
        operation=emit,
    )


def apply(
    emit: Callable[[Emitter, Sequence[Register]], Register],
    element: Element,
    operands: Sequence[Term],
    cost: int = 1,
) -> Term:
    """An operation on elements, with broadcasting."""
    shape = broadcast([each.shape for each in operands])
    return Apply(element, shape, emit=emit, operands=tuple(operands), cost=cost)


def binary(
    emit: Callable[[Emitter, Register, Register], Register],
    x: Term,
    y: Term,
    cost: int = 1,
) -> Term:
    """An operation on the elements of two terms; the result is of their type."""
    return apply(lambda e, r: emit(e, r[0], r[1]), x.element, [x, y], cost)


def number(element: Element, value: float) -> Literal:
    """A scalar literal."""
    return Literal(element, (), value)


def checked_element(value: Any) -> Element:
    """The element type of a node's output.

    Raises:
      Unsupported: if native code has none.
    """
    element = element_of(value.dtype)
    if element is None:
        raise Unsupported(f"dtype {value.dtype.name} is not covered")
    return element


def known_array(node: Node, index: int, inputs: Sequence[Term]) -> Any:
    """The value of an input that must be known beforehand.

    Raises:
      Unsupported: if it is not.
    """
    term = inputs[index]
    if isinstance(term, Table):
        return term.array
    if isinstance(term, Literal):
        return np.full(term.shape, term.number)
    found = node.inputs[index].constant_value()
    if found is None:
        raise Unsupported(f"input {index} of {node.op} is known only when it runs")
    return found


def known_integers(node: Node, index: int, inputs: Sequence[Term]) -> list[int]:
    """The value of an input that must be known beforehand, as a list of integers."""
    array = known_array(node, index, inputs)
    return [int(each) for each in np.ravel(array)]


def constant_term(element: Element, array: Any) -> Term:
    """An array known beforehand: one number, where all elements are equal."""
    shape = tuple(np.shape(array))
    flat = np.ascontiguousarray(array).reshape(-1)
    if flat.size and flat.tobytes() == flat[:1].tobytes() * flat.size:
        return Literal(element, shape, flat[0].item())
    return Table(element, shape, array=np.ascontiguousarray(array))


def spread(term: Term, shape: Dims) -> Term:
    """The term broadcast to a shape.

    Raises:
      Unsupported: if it does not fit.
    """
    if broadcast([term.shape, shape]) != shape:
        raise Unsupported(f"shape {term.shape} does not fit {shape}")
    if term.shape == shape:
        return term
    if isinstance(term, Literal):
        return Literal(term.element, shape, term.number)
    return View(
        term.element,
        shape,
        source=term,
        find=lambda places: places_of_operand(term, places),
    )


def reshaped(term: Term, shape: tuple[int, ...]) -> Term:
    """The term under another shape: a view where only axes of size 1 differ."""
    if term.shape == shape:
        return term
    long_axes = [axis for axis, size in enumerate(shape) if size != 1]
    sizes = [size for size in term.shape if size != 1]
    if [shape[axis] for axis in long_axes] != sizes:
        return Reshaped(term.element, shape, source=term)

    def find(places: Places) -> Places:
        chosen = iter([places[axis] for axis in long_axes])
        return tuple(FIXED if size == 1 else next(chosen) for size in term.shape)

    return View(term.element, shape, source=term, find=find)
