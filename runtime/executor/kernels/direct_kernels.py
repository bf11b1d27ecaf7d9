"""Fast kernels for static shapes: NumPy's own function where no check is needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir.analysis.constant_values import constant_of_node
from graphir.attributes import Attr
from graphir.compute.array_pool import new_array
from graphir.compute.blas import ALONE, product
from graphir.compute.block_sums import sum_over
from graphir.node import Node, Value
from graphir.ops.contract.registry import lookup
from graphir.shapes import Shape

Kernel = Callable[..., Any]


def direct_kernel(node: Node, attrs: Mapping[str, Attr]) -> Kernel | None:
    """A shorter kernel for this node, or None if its op's own is needed."""
    choose = _CHOICES.get(node.op)
    return None if choose is None else choose(node, attrs)


def _matrix_product(node: Node, attrs: Mapping[str, Attr]) -> Kernel | None:
    a, b = node.inputs
    transposes = bool(attrs.get("transpose_a")), bool(attrs.get("transpose_b"))
    # 16-bit floats need a wider accumulator
    if a.dtype.is_floating and a.dtype.size <= 2:
        return None
    if a.shape.rank != 2 or b.shape.rank != 2:
        return None
    inner_a, inner_b = (
        _inner(a.shape, transposes[0]),
        _inner(b.shape, not transposes[1]),
    )
    if inner_a is None or inner_a != inner_b:
        return None
    return _PRODUCTS[transposes] if _is_small(a, b) else _SHARED_PRODUCTS[transposes]


def is_large_product(node: Node) -> bool:
    """Whether a node is known to multiply matrices that a BLAS library would share."""
    if node.op not in ("MatMul", "_FusedMatMul"):
        return False
    a, b = node.inputs[:2]
    return a.shape.is_fully_defined() and not _is_small(a, b)


def _is_small(a: Value, b: Value) -> bool:
    """Whether the product is known to take one thread."""
    if not (a.shape.is_fully_defined() and b.shape.is_fully_defined()):
        return False
    sizes = a.shape.as_ints(), b.shape.as_ints()
    return math.prod(sizes[0]) * max(sizes[1]) <= ALONE


def _inner(shape: Shape, is_first: bool) -> int | None:
    size: int | None = shape[0] if is_first else shape[1]
    return size


def _products(multiply: Kernel) -> dict[tuple[bool, bool], Kernel]:
    """The kernel by which of the two matrices is transposed first."""
    return {
        (False, False): multiply,
        (True, False): lambda a, b: multiply(a.T, b),
        (False, True): lambda a, b: multiply(a, b.T),
        (True, True): lambda a, b: multiply(a.T, b.T),
    }


def _pooled_product(a: Any, b: Any) -> Any:
    """The product in memory that a large result had before."""
    return product(a, b, new_array((len(a), b.shape[1]), a.dtype))


_PRODUCTS: Final = _products(np.matmul)
_SHARED_PRODUCTS: Final = _products(_pooled_product)


def _update(function: Any) -> Callable[[Node, Mapping[str, Attr]], Kernel]:
    """A change of a variable: a program runs where NumPy does not warn anyway."""

    def change(resource: Any, value: Any) -> None:
        resource.update(function, value)

    return lambda node, attrs: change


def _split(node: Node, attrs: Mapping[str, Attr]) -> Kernel | None:
    """A kernel with precomputed slices, where axis and sizes are known."""
    axis, shape = node.inputs[0].constant_value(), node.inputs[1].shape
    if axis is None or shape.rank is None or not -shape.rank <= int(axis) < shape.rank:
        return None
    known = int(axis)
    position = known % shape.rank
    size = shape[position]
    if not size or size % len(node.outputs):
        return None
    step = size // len(node.outputs)
    before = (slice(None),) * position
    places = [(*before, slice(at, at + step)) for at in range(0, size, step)]
    general = lookup("Split").bind(attrs)

    def split(axis: Any, value: Any) -> Any:
        # a caller may feed other values than the graph has
        if axis != known or value.shape[position] != size:
            return general(axis, value)
        return [value[place] for place in places]

    return split


def _concatenation(node: Node, attrs: Mapping[str, Attr]) -> Kernel | None:
    """NumPy's own function, where every rank is known to be the same."""
    *values, axis = node.inputs
    rank, dtype = values[0].shape.rank, values[0].dtype
    if not rank or axis.shape.rank != 0 or not dtype.has_numpy or dtype.is_ref:
        return None
    if any(value.shape.rank != rank for value in values):
        return None
    if not all(value.shape.is_fully_defined() for value in (*values, node.output)):
        return None
    return lambda *arrays: np.concatenate(arrays[:-1], int(arrays[-1]))


def _pack(node: Node, attrs: Mapping[str, Attr]) -> Kernel | None:
    """One number becomes a vector."""
    value = node.inputs[0]
    is_number = value.dtype.is_integer and value.shape.rank == 0
    if len(node.inputs) != 1 or not is_number or value.dtype.is_ref:
        return None
    return lambda array: array.reshape(1)


def _element(node: Node, attrs: Mapping[str, Attr]) -> Kernel | None:
    """``value[index]``, where the slice takes one index of the first axis."""
    masks = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask")
    begin, strides = node.inputs[1], node.inputs[3].constant_value()
    if attrs.get("shrink_axis_mask") != 1 or any(attrs.get(each) for each in masks):
        return None
    if begin.shape.rank != 1 or begin.shape[0] != 1 or strides is None:
        return None
    if strides.tolist() != [1] or node.inputs[0].dtype.is_ref:
        return None
    general = lookup("StridedSlice").bind(attrs)

    def element(value: Any, begin: Any, end: Any, strides: Any) -> Any:
        index = begin[0]
        # counting from the end, and errors, are the kernel's own
        if 0 <= index < len(value) and strides[0] == 1:
            return value[index]
        return general(value, begin, end, strides)

    return element


def _sum(node: Node, attrs: Mapping[str, Attr]) -> Kernel | None:
    return _reduction(node, attrs, None)


def _mean(node: Node, attrs: Mapping[str, Attr]) -> Kernel | None:
    value = node.inputs[0]
    if not (value.dtype.is_floating and value.shape.is_fully_defined()):
        return None
    return _reduction(node, attrs, value.shape.as_ints())


def _reduction(
    node: Node, attrs: Mapping[str, Attr], sizes: Sequence[int] | None
) -> Kernel | None:
    """NumPy's own function, its axes read once, where they and the rank are known.

    The sum; given the sizes of the whole, the mean.
    """
    value, axes = node.inputs[0], node.inputs[1].constant_value()
    rank, dtype = value.shape.rank, value.dtype
    if axes is None or rank is None or dtype.is_ref or not dtype.has_numpy:
        return None
    # 16-bit floats need a wider accumulator
    if dtype.is_floating and dtype.size <= 2:
        return None
    known = np.asarray(axes).ravel().tolist()
    places = tuple(axis % rank for axis in known if -rank <= axis < rank)
    if not places or len(set(places)) < len(known):
        return None
    keep, kind = bool(attrs.get("keep_dims")), dtype.numpy_dtype
    general = lookup(node.op).bind(attrs)
    # that of the node, which the program passes
    constant = constant_of_node(node.inputs[1])

    def total(value: Any, axes: Any) -> Any:
        # a caller may feed other values than the graph has
        if value.ndim != rank or (
            axes is not constant and axes.ravel().tolist() != known
        ):
            return general(value, axes)
        return sum_over(value, places, kind, keep)

    if sizes is None:
        return total
    whole = tuple(sizes)
    count = kind.type(math.prod([whole[place] for place in places]))

    def mean(value: Any, axes: Any) -> Any:
        if value.shape != whole or (
            axes is not constant and axes.ravel().tolist() != known
        ):
            return general(value, axes)
        return sum_over(value, places, kind, keep) / count

    return mean


_CHOICES: Final[dict[str, Callable[[Node, Mapping[str, Attr]], Kernel | None]]] = {
    "AssignAddVariableOp": _update(np.add),
    "AssignSubVariableOp": _update(np.subtract),
    "ConcatV2": _concatenation,
    "MatMul": _matrix_product,
    "Mean": _mean,
    "Pack": _pack,
    "Split": _split,
    "StridedSlice": _element,
    "Sum": _sum,
}
