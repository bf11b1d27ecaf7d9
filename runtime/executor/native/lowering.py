"""From a node of the graph, and the shapes of its inputs, to terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.errors import OpError
from graphir.node import Node
from runtime.executor.native.elements import Element, element_of
from runtime.executor.native.elementwise import OPERATIONS, Operation
from runtime.executor.native.emitter import Emitter, Register
from runtime.executor.native.failures import FailureSites, Unsupported
from runtime.executor.native.terms import (
    Apply,
    Dims,
    Literal,
    Table,
    Term,
    View,
    broadcast,
    places_of_operand,
)


@dataclass(slots=True)
class Lowering:
    """What lowering a node may look at: the places that can fail, so far."""

    sites: FailureSites

    def refusal(
        self, node: Node, kind: type[OpError], message: str
    ) -> Callable[[Emitter, Register], None]:
        """What leaves the code where a condition holds."""
        status = self.sites.number(node, kind, message)
        return lambda e, condition: e.leave_if(condition, status)


Lower = Callable[[Lowering, Node, Sequence[Term]], Sequence[Term]]

LOWERINGS: Final[dict[str, Lower]] = {}
"""Ops with a rule of their own; each family adds its."""


def lowers(*ops: str) -> Callable[[Lower], Lower]:
    """Registers the rule of some ops."""

    def register(rule: Lower) -> Lower:
        for op in ops:
            LOWERINGS[op] = rule
        return rule

    return register


def lower(context: Lowering, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    """The terms of a node's outputs.

    Raises:
      Unsupported: if native code does not cover the node; says why.
    """
    rule = LOWERINGS.get(node.op)
    if rule is not None:
        return rule(context, node, inputs)
    operation = OPERATIONS.get(node.op)
    if operation is None:
        raise Unsupported(f"op {node.op} is not covered")
    return [applied(node.op, operation, inputs)]


def is_known(op: str) -> bool:
    """Whether there is a rule for an op, whatever its types and shapes."""
    return op in LOWERINGS or op in OPERATIONS


def applied(op: str, operation: Operation, inputs: Sequence[Term]) -> Term:
    """The operation on elements of terms.

    Raises:
      Unsupported: for element types it does not have.
    """
    kind = inputs[0].element.kind
    if kind not in operation.kinds:
        raise Unsupported(f"{op} of {inputs[0].element.name} is not covered")
    element = element_of_node_bool() if operation.gives_truth else inputs[0].element
    emit = operation.emit
    return apply(
        lambda e, registers: emit(e, *registers), element, inputs, operation.cost
    )


def element_of_node_bool() -> Element:
    """The element type of truths."""
    from runtime.executor.native.elements import BOOL

    return BOOL


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
    """One number."""
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
    """The same as a list of integers."""
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
