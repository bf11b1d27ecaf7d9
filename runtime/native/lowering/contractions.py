"""Lowering rule of einsum: a stack of products of turned operands."""

from __future__ import annotations

import math
from collections.abc import Sequence

from graphir.node import Node
from graphir.ops.linalg.contractions import contraction_of
from graphir.ops.linalg.einsum import parse_equation
from runtime.native.llvm.failures import Unsupported
from runtime.native.lowering.arrays import stacked_products, turned
from runtime.native.lowering.nodes import (
    Lowering,
    Multiplications,
    ProductKind,
    lowers,
    reshaped,
)
from runtime.native.terms.terms import Term


def _multiplications(node: Node) -> int:
    """The product of the sizes of all labels."""
    equation = node.attrs["equation"]
    assert isinstance(equation, bytes)
    operands, _ = parse_equation(equation.decode())
    sizes = {
        label: size
        for labels, value in zip(operands, node.inputs, strict=True)
        for label, size in zip(labels, value.shape.as_ints(), strict=False)
    }
    return math.prod(sizes.values())


@lowers(
    "Einsum",
    is_costly=True,
    products=Multiplications(ProductKind.MATRICES, _multiplications),
)
def _einsum(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    equation = node.attrs["equation"]
    assert isinstance(equation, bytes)
    operands, result = parse_equation(equation.decode())
    plan = contraction_of(*operands, result) if len(operands) == 2 else None
    if plan is None:
        raise Unsupported("a sum of products other than of two matrices")
    sizes: dict[str, int] = {}
    for labels, term in zip(operands, inputs, strict=True):
        if len(labels) != len(term.shape):
            raise Unsupported("this sum of products is an error")
        for label, size in zip(labels, term.shape, strict=True):
            if sizes.setdefault(label, size) != size:
                raise Unsupported("this sum of products is an error")
    *stacks, whole = plan.shapes(sizes)
    terms = inputs[::-1] if plan.swapped else inputs
    a, b = (
        reshaped(turned(term, order), shape)
        for term, order, shape in zip(terms, plan.orders, stacks, strict=True)
    )
    found = stacked_products(context, node, a, b, plan.flips)
    return [turned(reshaped(found, whole), plan.result)]
