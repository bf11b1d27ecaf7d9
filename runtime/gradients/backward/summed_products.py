"""Products that the gradient of a loop adds up, turn by turn.

The gradient of a matrix that a loop only reads is a sum of products, one of each turn:
thin ones, as large as the matrix, which take longer to add up than to compute. The
turns hand out their factors instead, and one product of all rows is computed after the
loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.dtypes import DType, float32, float64
from graphir.node import Node, Value
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.gradients.backward.gradient_graphs import GradientGraph
from runtime.tensors.conversion import convert_to_tensor

_DTYPES: Final = (float32, float64)
"""What BLAS multiplies; narrower sums would be rounded otherwise."""


@dataclass(frozen=True, slots=True)
class SummedProduct:
    """A part of the gradient of a variable: left factors, transposed, times right."""

    variable: int
    dtype: DType
    left: Shape
    right: Shape


def take_products_out(gradients: GradientGraph) -> list[SummedProduct]:
    """Takes products out of gradients to which turns only add, in place.

    Their factors are further results of the graph, two by two.
    """
    found: list[SummedProduct] = []
    for index, (parts, seed) in enumerate(
        zip(gradients.d_inputs, gradients.d_outputs, strict=True)
    ):
        if gradients.inputs[index] is not gradients.outputs[index] or len(parts) != 1:
            continue
        total = parts[0].node
        if seed is None or total.op != "AddN" or seed not in total.inputs:
            continue
        rest = [value for value in total.inputs if not _is_thin_product(value)]
        if len(rest) == len(total.inputs):
            continue
        for value in total.inputs:
            if _is_thin_product(value):
                left, right = value.node.inputs
                found.append(SummedProduct(index, value.dtype, left.shape, right.shape))
                gradients.further += [left, right]
        gradients.d_inputs[index] = (_sum(gradients, rest),)
    return found


def _sum(gradients: GradientGraph, values: Sequence[Value]) -> Value:
    if len(values) == 1:
        return values[0]
    trace = gradients.trace
    with trace.recording():
        total = apply_op("AddN", [[trace.tensor_of(value) for value in values]])
    found: Value = total.value
    return found


def _is_thin_product(value: Value) -> bool:
    """Whether a value has at least as many elements as the factors of its product."""
    node = value.node
    if not _adds_up_rows(node) or value.dtype not in _DTYPES:
        return False
    sizes = [each.shape.num_elements() for each in node.inputs]
    whole = value.shape.num_elements()
    if whole is None or None in sizes:
        return False
    return sum(size or 0 for size in sizes) <= whole


def _adds_up_rows(node: Node) -> bool:
    attrs = node.attrs
    is_plain = node.op == "MatMul" and not attrs.get("transpose_b")
    return is_plain and bool(attrs.get("transpose_a"))


def product_of_rows(left: Any, right: Any, product: SummedProduct) -> Any:
    """The sum of the products of the elements of two lists, as one product."""
    dtype = product.dtype
    rows = [_rows_of(left, product.left, dtype), _rows_of(right, product.right, dtype)]
    return apply_op("MatMul", rows, {"transpose_a": True})


def _rows_of(values: Any, shape: Shape, dtype: DType) -> Any:
    """The rows of all elements of a list."""
    sizes = convert_to_tensor(np.array(shape.as_ints(), np.int32))
    attrs = {"element_dtype": dtype}
    stacked = apply_op("TensorListStack", [values, sizes], attrs)
    together = convert_to_tensor(np.array([-1, *shape.as_ints()[1:]], np.int32))
    return apply_op("Reshape", [stacked, together])
