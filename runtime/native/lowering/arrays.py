"""Lowering rules of array ops: shapes, slices, joins, small products, rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from graphir.node import Node, Value
from runtime.native.functions.operations import OPERATIONS
from runtime.native.llvm.blas_calls import blas_function
from runtime.native.llvm.element_types import Element
from runtime.native.llvm.failures import Unsupported
from runtime.native.lowering.nodes import (
    Lowering,
    Multiplications,
    ProductKind,
    applied,
    checked_element,
    constant_term,
    known_integers,
    lowers,
    reshaped,
    spread,
)
from runtime.native.terms.terms import (
    Held,
    Joined,
    Literal,
    Picked,
    Places,
    Product,
    Products,
    Row,
    Term,
    View,
    broadcast,
)

MOST_CALLED: Final = 1 << 26
"""Multiplications from which on one thread is too slow."""


def _view(term: Term, shape: tuple[int, ...], find: Any) -> View:
    return View(term.element, shape, source=term, find=find)


@lowers("Reshape", moves=True, keeps_halves=True)
def _reshape(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, sizes = inputs[0], known_integers(node, 1, inputs)
    try:
        shape = np.empty(term.shape, np.bool_).reshape(sizes).shape
    except ValueError as error:
        raise Unsupported(str(error)) from None
    return [reshaped(term, shape)]


@lowers("ExpandDims", moves=True, keeps_halves=True)
def _expand(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, rank = inputs[0], len(inputs[0].shape)
    (axis,) = known_integers(node, 1, inputs)
    if not -rank - 1 <= axis <= rank:
        raise Unsupported("this axis is an error")
    place = axis % (rank + 1)
    return [reshaped(term, (*term.shape[:place], 1, *term.shape[place:]))]


@lowers("Squeeze", moves=True, keeps_halves=True)
def _squeeze(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, attrs = inputs[0], node.attrs
    given: Any = attrs.get("squeeze_dims") or attrs.get("axis") or []
    axes = [axis % max(1, len(term.shape)) for axis in given]
    if any(axis >= len(term.shape) or term.shape[axis] != 1 for axis in axes):
        raise Unsupported("these axes are an error")
    kept = [
        size
        for axis, size in enumerate(term.shape)
        if (axis not in axes if axes else size != 1)
    ]
    return [reshaped(term, tuple(kept))]


@lowers("BroadcastTo", moves=True, keeps_halves=True)
def _broadcast(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    return [spread(inputs[0], tuple(known_integers(node, 1, inputs)))]


@lowers("Fill", moves=True, keeps_halves=True)
def _fill(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    if inputs[1].shape:
        raise Unsupported("Fill with an array is an error")
    return [spread(inputs[1], tuple(known_integers(node, 0, inputs)))]


@lowers("Shape", "Size", "Rank", moves=True)
def _shape(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    element = checked_element(node.output)
    shape = inputs[0].shape
    found: Any = {"Shape": shape, "Size": inputs[0].size, "Rank": len(shape)}[node.op]
    return [constant_term(element, np.array(found, node.output.dtype.numpy_dtype))]


@lowers("Transpose", moves=True, keeps_halves=True)
def _transpose(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, order = inputs[0], known_integers(node, 1, inputs)
    rank = len(term.shape)
    if sorted(axis % max(1, rank) for axis in order) != list(range(rank)):
        raise Unsupported("this permutation is an error")
    return [turned(term, [axis % rank for axis in order])]


def turned(term: Term, order: Sequence[int]) -> Term:
    """The term with its axes in another order."""
    rank = len(term.shape)
    if list(order) == list(range(rank)):
        return term

    def find(places: Places) -> Places:
        return tuple(places[order.index(axis)] for axis in range(rank))

    return _view(term, tuple(term.shape[axis] for axis in order), find)


def sliced(term: Term, starts: list[int], steps: list[int], sizes: list[int]) -> Term:
    """Elements of a term by a start, a step and a number for each axis."""

    def find(places: Places) -> Places:
        return tuple(
            place.moved(step, start)
            for place, start, step in zip(places, starts, steps, strict=True)
        )

    return _view(term, tuple(sizes), find)


def row(term: Term, index: Term, from_end: bool) -> Term:
    """The slice at a computed index of the first axis."""
    shape = term.shape[1:]
    return Row(term.element, shape, source=term, index=index, from_end=from_end)


@lowers("Gather", "GatherV2", keeps_halves=True)
def _gather(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, indices = inputs[0], inputs[1]
    (axis,) = known_integers(node, 2, inputs) if len(inputs) > 2 else [0]
    rank = len(term.shape)
    if not -rank <= axis < rank or node.attrs.get("batch_dims"):
        raise Unsupported("a gather of these axes is not covered")
    if not indices.shape and axis % rank == 0:
        return [row(term, indices, from_end=False)]
    return [picked(term, indices, axis % rank)]


def picked(term: Term, indices: Term, axis: int) -> Term:
    """Parts of an array at computed indices along an axis."""
    shape = (*term.shape[:axis], *indices.shape, *term.shape[axis + 1 :])
    return Picked(term.element, shape, source=term, indices=indices, axis=axis)


@lowers("Split", moves=True, keeps_halves=True)
def _split(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    term, count = inputs[1], len(node.outputs)
    (axis,) = known_integers(node, 0, inputs)
    axis %= max(1, len(term.shape))
    if not term.shape or term.shape[axis] % count:
        raise Unsupported("this split is an error")
    size = term.shape[axis] // count
    parts = []
    for index in range(count):
        starts = [index * size if i == axis else 0 for i in range(len(term.shape))]
        sizes = [size if i == axis else s for i, s in enumerate(term.shape)]
        parts.append(sliced(term, starts, [1] * len(starts), sizes))
    return parts


@lowers("ConcatV2", moves=True, keeps_halves=True)
def _concatenate(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    *parts, _ = inputs
    (axis,) = known_integers(node, len(parts), inputs)
    rank = len(parts[0].shape)
    if not -rank <= axis < rank or any(len(each.shape) != rank for each in parts):
        raise Unsupported("this concatenation is not covered")
    return [joined(parts, axis % rank)]


def joined(parts: Sequence[Term], axis: int) -> Term:
    """The terms concatenated along an axis.

    Raises:
      Unsupported: if they differ along others.
    """
    others = {(*p.shape[:axis], *p.shape[axis + 1 :]) for p in parts}
    if len(others) > 1:
        raise Unsupported("this concatenation is an error")
    total = sum(part.shape[axis] for part in parts)
    first = parts[0].shape
    shape = (*first[:axis], total, *first[axis + 1 :])
    return Joined(parts[0].element, shape, parts=tuple(parts), axis=axis)


@lowers("Pack", moves=True, keeps_halves=True)
def _pack(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    values: Any = node.attrs
    shape, axis = inputs[0].shape, int(values.get("axis") or 0)
    if any(each.shape != shape for each in inputs):
        raise Unsupported("a stack of different shapes is an error")
    axis %= len(shape) + 1
    expanded = (*shape[:axis], 1, *shape[axis:])
    if len(inputs) == 1:
        return [reshaped(inputs[0], expanded)]
    return [joined([reshaped(each, expanded) for each in inputs], axis)]


def _multiplications(node: Node) -> int:
    """Those of a product: each element of the result is a sum along the inner axis."""
    flip = node.attrs.get("transpose_a") or node.attrs.get("adj_x")
    inner = node.inputs[0].shape.as_ints()[-2 if flip else -1]
    return math.prod(node.outputs[0].shape.as_ints()) * inner


_PRODUCTS: Final = Multiplications(ProductKind.MATRICES, _multiplications)


@lowers("MatMul", products=_PRODUCTS)
def _product(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    return [product_of(context, node, inputs[0], inputs[1])]


@lowers(
    "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", is_costly=True, products=_PRODUCTS
)
def _products(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    flips = bool(node.attrs.get("adj_x")), bool(node.attrs.get("adj_y"))
    a, b = inputs
    return [stacked_products(context, node, a, b, flips)]


def stacked_products(
    context: Lowering, node: Node, a: Term, b: Term, flips: tuple[bool, bool]
) -> Term:
    """The products of the matrices in the last axes of two arrays.

    Raises:
      Unsupported: for those that are not covered.
    """
    if min(len(a.shape), len(b.shape)) < 2 or a.element is not b.element:
        raise Unsupported("products of these arrays are not covered")
    if checked_element(node.output).computed is not a.element:
        raise Unsupported("products of another type are not covered")
    if len(b.shape) == 2 and not flips[0]:
        # one product of all rows
        rows = reshaped(a, (math.prod(a.shape[:-1]), a.shape[-1]))
        found = _checked_product(context, rows, b, flips)
        return reshaped(found, (*a.shape[:-1], found.shape[-1]))
    batch = broadcast([a.shape[:-2], b.shape[:-2]])
    one = _checked_product(context, _last_matrix(a), _last_matrix(b), flips)
    if not math.prod(batch):
        raise Unsupported("no products")
    shape = (*batch, *one.shape)
    return Products(a.element, shape, a=a, b=b, one=one)


def _last_matrix(term: Term) -> Term:
    return Held(term.element, term.shape[-2:])


@lowers("_FusedMatMul", products=_PRODUCTS)
def _layer(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    product = product_of(context, node, inputs[0], inputs[1])
    return [followed(node, product, inputs[2:])]


def followed(node: Node, result: Term, arguments: Sequence[Term]) -> Term:
    """A product or convolution, followed by its ``fused_ops``.

    Raises:
      Unsupported: for steps that are not covered.
    """
    steps: Any = node.attrs.get("fused_ops") or []
    waiting = list(arguments)
    for name in [step.decode() for step in steps]:
        if name == "BiasAdd":
            pair = [result, waiting.pop(0)]
            result = applied("AddV2", OPERATIONS["AddV2"], pair)
        elif name in ("Relu", "Relu6", "Elu", "Tanh", "Sigmoid"):
            result = applied(name, OPERATIONS[name], [result])
        else:
            raise Unsupported(f"a product with {name} is not covered")
    return result


def product_of(context: Lowering, node: Node, a: Term, b: Term) -> Term:
    """The product of two small matrices, or of larger matrices where BLAS is called.

    Raises:
      Unsupported: for others.
    """
    flips = bool(node.attrs.get("transpose_a")), bool(node.attrs.get("transpose_b"))
    if len(a.shape) != 2 or len(b.shape) != 2:
        raise Unsupported("MatMul of these ranks is an error")
    return _checked_product(context, a, b, flips)


def _checked_product(
    context: Lowering, a: Term, b: Term, flips: tuple[bool, bool]
) -> Product:
    sizes = *a.shape, *b.shape
    if not all(sizes) or a.element.kind == "b":
        raise Unsupported("empty matrices are not covered")
    rows, inner = reversed(a.shape) if flips[0] else a.shape
    inner_b, columns = reversed(b.shape) if flips[1] else b.shape
    if inner != inner_b:
        raise Unsupported("MatMul of these shapes is an error")
    product = Product(a.element, (rows, columns), a=a, b=b, transposed=flips)
    if product.is_called:
        require_room(context, a.element, rows * inner * columns)
    return product


@lowers("Mul")
def _scaled(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    """A product of matrices times a number is one call of BLAS."""
    for factor, term, value in zip(
        inputs, inputs[::-1], node.inputs[::-1], strict=True
    ):
        if not isinstance(factor, Literal) or not isinstance(term, Product):
            continue
        is_read_here_only = len(value.uses) == 1 and not _is_result(value)
        if is_read_here_only and not factor.shape and term.is_called:
            return [replace(term, factor=term.factor * factor.number)]
    return [applied("Mul", OPERATIONS["Mul"], inputs)]


def _is_result(value: Value) -> bool:
    graph = value.node.graph
    return graph is None or value in graph.outputs


def require_room(context: Lowering, element: Element, work: int) -> None:
    """Notes a call of BLAS with so many multiplications.

    Raises:
      Unsupported: if there is none, or one thread would work too long.
    """
    if blas_function(element) is None:
        raise Unsupported(f"there is no BLAS function for {element.name}")
    require_short(context, work)
    context.multiplications = max(context.multiplications, work)


def require_short(context: Lowering, work: int) -> None:
    """Checks that a BLAS call does not keep the only thread of a region busy too long.

    Raises:
      Unsupported: if one thread would work too long.
    """
    if context.single_threaded and work >= MOST_CALLED:
        raise Unsupported("a product of large matrices in a loop or branch")
