"""Static values: the elements of a value or a shape, known before the graph runs."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.analysis.evaluation import (
    Array,
    can_evaluate,
    results_if_small,
    shape_of_sizes,
)
from graphir.attributes import TensorValue
from graphir.node import Node, Value
from graphir.shapes import UNKNOWN, Shape

MAX_ELEMENTS: Final = 1024
"""Values of more elements are not computed here; constants are returned at any size."""

MAX_DEPTH: Final = 50
"""How far back a question looks; deeper values count as unknown."""


def constant_value(value: Value) -> Array | None:
    """The elements of a value if they do not depend on feeds, else None.

    Looks through constants, static shapes, and small pure computations on these.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[2,3]) -> (%s) {
    ...       %s = Identity(%c) : i32[2]
    ...       %c = Const() {value = [2, 3] : i32[2]} : i32[2]
    ...     }''')
    >>> constant_value(graph.value("s"))
    array([2, 3], dtype=int32)
    """
    return (
        constant_of_node(value) if value.node.op == "Const" else _Known().value(value)
    )


def constant_of_node(value: Value) -> Array | None:
    """The array of a Const node."""
    tensor = value.node.attrs.get("value")
    if not isinstance(tensor, TensorValue) or not tensor.dtype.has_numpy:
        return None
    return tensor.array


def constant_as_shape(value: Value) -> Shape:
    """The value of a vector of sizes as a shape, unknown parts as unknown dimensions.

    A negative size is an unknown dimension.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[2,?]) -> (%s) { %s = Shape(%x) : i32[2] }''')
    >>> constant_as_shape(graph.value("s"))
    TensorShape([2, None])
    """
    return _Known().as_shape(value)


class _Known:
    """Memoized answers for one query."""

    def __init__(self) -> None:
        self._values: dict[Value, Array | None] = {}
        self._shapes: dict[Value, Shape] = {}
        self._depth = 0

    def value(self, value: Value) -> Array | None:
        """The elements, or None."""
        if value in self._values:
            return self._values[value]
        self._values[value] = None  # a loop ends here
        if self._depth > MAX_DEPTH:
            return None
        self._depth += 1
        self._values[value] = self._find_value(value)
        self._depth -= 1
        return self._values[value]

    def _find_value(self, value: Value) -> Array | None:
        node = value.node
        if node.op == "Const":
            return constant_of_node(value)
        shape_rule = _OF_SHAPES.get(node.op)
        if shape_rule is not None:
            found = shape_rule(node, value)
            return None if found is None else _typed(found, value)
        if node.op == "StridedSlice":
            found = self._sliced_value(value)
            if found is not None:
                return found
        return self._computed(value)

    def _sliced_value(self, value: Value) -> Array | None:
        """One size, or known sizes, sliced from a partly known shape."""
        part = self._sliced_shape(value.node)
        if part is None or not part.is_fully_defined():
            return None
        sizes = part.as_ints()
        return _typed(sizes[0] if value.shape.rank == 0 else sizes, value)

    def _computed(self, value: Value) -> Array | None:
        node = value.node
        if not node.inputs or not value.dtype.has_numpy or not can_evaluate(node):
            return None
        arrays = []
        for each in node.inputs:
            array = self.value(each)
            if array is None or (
                array.size > MAX_ELEMENTS and not node.has_trait("value_preserving")
            ):
                return None
            arrays.append(array)
        results = results_if_small(node, arrays, MAX_ELEMENTS)
        return None if results is None else results[value.index]

    def as_shape(self, value: Value) -> Shape:
        """The value as a shape."""
        if value not in self._shapes:
            self._shapes[value] = UNKNOWN
            self._depth += 1
            self._shapes[value] = self._find_shape(value)
            self._depth -= 1
        return self._shapes[value]

    def _find_shape(self, value: Value) -> Shape:
        array = self.value(value)
        if array is not None:
            return shape_of_sizes(array)
        node = value.node
        found: Shape | None = None
        if self._depth > MAX_DEPTH or value.shape.rank not in (1, None):
            found = None
        elif node.op in ("Shape", "ShapeN"):
            found = node.inputs[value.index].shape
        elif node.op == "Cast" or node.has_trait("value_preserving"):
            found = self.as_shape(node.inputs[value.index])
        elif node.op == "Pack":
            found = Shape([self._dimension(each) for each in node.inputs])
        elif node.op == "ConcatV2":
            found = self._joined(node.inputs[:-1])
        elif node.op == "StridedSlice":
            found = self._sliced_shape(node)
        count = value.shape[0] if value.shape.rank == 1 else None
        if found is not None and found.rank is not None:
            return found
        return UNKNOWN if count is None else Shape([None] * count)

    def _dimension(self, value: Value) -> int | None:
        array = self.value(value)
        if array is None or array.ndim or int(array) < 0:
            return None
        return int(array)

    def _joined(self, parts: tuple[Value, ...]) -> Shape:
        result = Shape(())
        for part in parts:
            result = result.concatenate(self.as_shape(part))
        return result

    def _sliced_shape(self, node: Node) -> Shape | None:
        """The sizes that a slice takes out of a shape; None if not known."""
        source, *bounds = node.inputs
        if source.shape.rank != 1 or node.attrs.get("ellipsis_mask"):
            return None
        if not source.dtype.is_integer:
            return None  # numbers, not sizes
        arrays = [self.value(each) for each in bounds]
        if any(array is None or array.shape != (1,) for array in arrays):
            return None
        known = self.as_shape(source)
        if known.rank is None:
            return None
        begin, end, stride = (int(each[0]) for each in arrays if each is not None)
        if node.attrs.get("new_axis_mask"):
            return None
        if node.attrs.get("shrink_axis_mask"):
            inside = -known.rank <= begin < known.rank
            return Shape([known[begin]]) if inside else None
        first = None if node.attrs.get("begin_mask") else begin
        last = None if node.attrs.get("end_mask") else end
        dims = list(known)[first:last:stride] if stride else None
        return None if dims is None else Shape(dims)


def _typed(found: Any, value: Value) -> Array:
    return np.array(found, value.dtype.numpy_dtype)


def _shape_of(node: Node, value: Value) -> Any:
    shape = node.inputs[value.index].shape
    return shape.as_ints() if shape.is_fully_defined() else None


def _rank_of(node: Node, value: Value) -> Any:
    return node.inputs[0].shape.rank


def _size_of(node: Node, value: Value) -> Any:
    return node.inputs[0].shape.num_elements()


_OF_SHAPES: Final = {
    "Shape": _shape_of,
    "ShapeN": _shape_of,
    "Rank": _rank_of,
    "Size": _size_of,
}
"""Ops whose value follows from the shapes of their inputs alone."""
