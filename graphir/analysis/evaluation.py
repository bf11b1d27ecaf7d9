"""Evaluates single nodes with their kernels, for constant folding and for checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir.analysis.order import topological_order
from graphir.errors import MissingKernelError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.shapes import UNKNOWN, Shape

Array = np.ndarray[Any, np.dtype[Any]]


_MOST_ASKED: Final = 1 << 20
"""The largest integer among the attributes of a node that is evaluated ahead."""


def can_evaluate(node: Node) -> bool:
    """Whether the results depend on the inputs alone, and there is a kernel.

    A node whose attributes demand millions of operations is not evaluated: no shape
    rule tells how long that takes, and a kernel cannot be interrupted.
    """
    declaration = node.declaration
    if declaration is None or not declaration.is_pure():
        return False
    if node.has_trait("sized_by_values"):
        return False
    return not any(
        isinstance(each, int) and abs(each) > _MOST_ASKED
        for value in node.attrs.values()
        for each in (value if isinstance(value, list) else (value,))
    )


def evaluate_node(node: Node, arrays: Sequence[Array]) -> list[Array]:
    """The results of a pure node for the given inputs, one array per output.

    Raises:
      MissingKernelError: if the op has no kernel here.
      Exception: any error of the kernel for these inputs.
    """
    declaration = node.declaration
    if declaration is None:
        raise MissingKernelError(f"Op {node.op} is not declared here.")
    kernel = declaration.bind(node.attrs)
    with np.errstate(all="ignore"):
        result = kernel(*arrays)
    signature = declaration.declared()
    if len(signature.outputs) == 1 and not signature.outputs[0].is_list:
        result = (result,)
    return [
        _as_array(each, value) for each, value in zip(result, node.outputs, strict=True)
    ]


def results_if_small(
    node: Node, arrays: Sequence[Array], most: int
) -> list[Array] | None:
    """The results of a pure node; None if it refuses the inputs, or if they are large.

    Results are large if all together have more than ``most`` elements. No error is
    lost: the node stays in its graph, and raises the same error, with its place, when
    the graph runs.
    """
    try:
        if result_elements(node, arrays) > most:
            return None
        return evaluate_node(node, arrays)
    except Exception:  # kernels raise errors of any class
        return None


def result_elements(node: Node, arrays: Sequence[Array]) -> int:
    """Elements of all results for these inputs, before computing them.

    Results count 0 if the shape rule does not determine their size: only ops that take
    sizes as values make large results of small inputs, and their rules determine the
    size, or they have the trait ``sized_by_values``.

    Raises:
      TypeError, ValueError: if the inputs do not fit.
    """
    counts = [value.shape.num_elements() for value in node.outputs]
    declaration = node.declaration
    if None in counts and declaration is not None:
        known = [
            KnownValue(array, value)
            for array, value in zip(arrays, node.inputs, strict=True)
        ]
        _, types = declaration.infer(known, node.attrs)
        counts = [shape.num_elements() for _, shape in types]
    return sum(count or 0 for count in counts)


class KnownValue:
    """An array that shape rules may ask as they ask a value of a graph."""

    __slots__ = ("_array", "dtype", "shape")

    def __init__(self, array: Array, value: Value) -> None:
        self._array = array
        self.dtype = value.dtype
        self.shape = Shape.of_ints(array.shape)

    def constant_value(self) -> Array:
        """The array."""
        return self._array

    def constant_as_shape(self) -> Shape:
        """A vector of sizes as a shape; a negative size is unknown."""
        return shape_of_sizes(self._array)


def shape_of_sizes(array: Array) -> Shape:
    """A vector of sizes as a shape; unknown for negative sizes, and for a scalar."""
    if array.ndim != 1:
        return UNKNOWN
    return Shape([None if size < 0 else size for size in array.tolist()])


def _as_array(result: Any, value: Value) -> Array:
    if value.dtype.base_dtype.name == "string":
        array = np.empty(np.shape(result), object)
        array[...] = result
        return array
    return np.asarray(result)


def evaluate_graph(
    graph: Graph, feeds: Mapping[str, Array] | None = None
) -> list[Array]:
    """The outputs of a graph of pure nodes, for inputs by node name.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: i32[]) -> (%y) { %y = Identity(%x) }")
    >>> evaluate_graph(graph, {"x": np.int32(3)})
    [array(3, dtype=int32)]

    Raises:
      MissingKernelError: for a node that is not pure.
    """
    known: dict[Value, Array] = {}
    for name, array in (feeds or {}).items():
        known[graph.value(name)] = np.asarray(array)
    for node in topological_order(graph):
        if all(value in known for value in node.outputs):
            continue
        results = evaluate_node(node, [known[value] for value in node.inputs])
        known.update(zip(node.outputs, results, strict=True))
    return [known[value] for value in graph.outputs]
