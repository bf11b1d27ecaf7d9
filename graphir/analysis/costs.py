"""Cost model: floating-point operations of a node, bytes it reads and writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod
from typing import Any, Final

from graphir.analysis.reachability import function_names
from graphir.attributes import TensorValue
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.contract.families import Reduction


@dataclass(frozen=True)
class Cost:
    """An estimate. Sizes that are not known count as one element each."""

    flops: int = 0
    """Operations on numbers; a multiplication and an addition are two."""
    bytes_read: int = 0
    bytes_written: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.flops + other.flops,
            self.bytes_read + other.bytes_read,
            self.bytes_written + other.bytes_written,
        )


def element_count(value: Value) -> int:
    """Elements of a value; each unknown size counts one, an unknown rank none."""
    return prod(1 if size is None else size for size in value.shape.sizes or ())


def value_bytes(value: Value) -> int:
    """Bytes of a value's elements, with the sizes that ``element_count`` assumes.

    Values without elements of a fixed width (strings, resources) count 0 bytes.
    """
    return element_count(value) * value.dtype.base_dtype.size


def constant_bytes(node: Node) -> int:
    """Bytes of the constant that a node holds, else 0."""
    tensor = node.attrs.get("value")
    return int(tensor.array.nbytes) if isinstance(tensor, TensorValue) else 0


class CostModel:
    """The costs of nodes; a call costs as much as its function, analysed once.

    Of branches the dearest counts, of a loop one turn. Rearranging (reshape, gather,
    transpose, ...) is no arithmetic: it costs bytes alone.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%a: f32[2,3], %b: f32[3,4]) -> (%c) { %c = MatMul(%a, %b) }''')
    >>> CostModel(graph).of(graph.node("c"))
    Cost(flops=48, bytes_read=72, bytes_written=32)
    """

    def __init__(self, graph: Graph) -> None:
        self._library = graph.functions
        self._bodies: dict[str, Cost] = {}

    def of(self, node: Node) -> Cost:
        """The estimate for one node."""
        read = sum(map(value_bytes, node.inputs))
        written = sum(map(value_bytes, node.outputs))
        called = self._called(node)
        return Cost(flops_of(node) + called.flops, read, written)

    def total(self, nodes: Iterable[Node]) -> Cost:
        """The sum over nodes."""
        return sum(map(self.of, nodes), Cost())

    def _called(self, node: Node) -> Cost:
        names = _callees(node, self._library)
        if not self._bodies.keys() >= names:
            self._look_into(names)
        costs = [self._bodies.get(name, Cost()) for name in sorted(names)]
        if not costs:
            return Cost()
        if "cond" in node.attrs:
            return sum(costs, Cost())
        return max(costs, key=lambda each: each.flops)

    def _look_into(self, names: Iterable[str]) -> None:
        """Costs of functions, callees first; iterative, without recursion."""
        waiting, begun = list(names), set[str]()
        while waiting:
            name = waiting[-1]
            body = self._library[name].body
            called = {each for node in body for each in _callees(node, self._library)}
            missing = called - self._bodies.keys() - begun - {name}
            begun.add(name)
            if missing:
                waiting += sorted(missing)
                continue
            waiting.pop()
            # of a function that calls itself, one round counts
            self._bodies.update(dict.fromkeys(called - self._bodies.keys(), Cost()))
            self._bodies[name] = self.total(body)


def _callees(node: Node, library: FunctionLibrary) -> set[str]:
    return {
        name
        for attr in node.attrs.values()
        for name in function_names(attr)
        if name in library
    }


def flops_of(node: Node) -> int:
    """Operations on numbers of one node, without the functions it calls.

    A product of matrices or a convolution is counted by its formula, a reduction by the
    number of elements it reads, an elementwise op by the number of elements, and any
    other op as 0.
    """
    formula = _FORMULAS.get(node.op)
    if formula is not None and node.inputs and node.outputs:
        return formula(node)
    declaration = node.declaration
    if declaration is None or not node.inputs:
        return 0
    if issubclass(declaration, Reduction):
        return element_count(node.inputs[0])
    if node.has_trait("value_preserving") or not node.has_trait("elementwise"):
        return 0
    return sum(map(element_count, node.outputs))


def _size(value: Value, axis: int) -> int:
    dims = value.shape.sizes
    if dims is None or not -len(dims) <= axis < len(dims):
        return 1
    return 1 if dims[axis] is None else int(dims[axis] or 0)


def _product(transposed: str) -> Callable[[Node], int]:
    """2 m n k: the result's elements times the inner size."""

    def formula(node: Node) -> int:
        axis = -2 if node.attrs.get(transposed) else -1
        return 2 * element_count(node.output) * _size(node.inputs[0], axis)

    return formula


def _convolution(filter_input: int, result: Callable[[Node], Any]) -> Any:
    """2 x elements of the small side x elements of the filter a position."""

    def formula(node: Node) -> int:
        kernel = node.inputs[filter_input]
        positions = element_count(result(node)) // max(1, _channels(result(node), node))
        return 2 * positions * element_count(kernel)

    return formula


def _channels(value: Value, node: Node) -> int:
    layout = node.attrs.get("data_format", b"NHWC")
    return _size(value, 1 if layout.startswith(b"NC") else -1)


def _depthwise(node: Node) -> int:
    # each position of the result's channels reads one plane of the filter
    kernel = node.inputs[1]
    window = _size(kernel, 0) * _size(kernel, 1)
    return 2 * element_count(node.output) * window


def _per_element(count: int) -> Callable[[Node], int]:
    return lambda node: count * element_count(node.inputs[0])


def _output(node: Node) -> Value:
    return node.output


def _filter_gradient(node: Node) -> int:
    gradient = node.inputs[2]
    positions = element_count(gradient) // max(1, _channels(gradient, node))
    return 2 * positions * element_count(node.output)


_FORMULAS: Final[dict[str, Callable[[Node], int]]] = {
    **dict.fromkeys(("MatMul", "_FusedMatMul"), _product("transpose_a")),
    **dict.fromkeys(
        ("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"), _product("adj_x")
    ),
    **dict.fromkeys(("Conv2D", "Conv3D", "_FusedConv2D"), _convolution(1, _output)),
    **dict.fromkeys(
        ("Conv2DBackpropInput", "Conv3DBackpropInputV2"),
        _convolution(1, lambda node: node.inputs[2]),
    ),
    **dict.fromkeys(
        ("Conv2DBackpropFilter", "Conv3DBackpropFilterV2"), _filter_gradient
    ),
    "DepthwiseConv2dNative": _depthwise,
    "BiasAdd": lambda node: element_count(node.output),
    "AddN": lambda node: (len(node.inputs) - 1) * element_count(node.output),
    **dict.fromkeys(("Softmax", "LogSoftmax"), _per_element(5)),
    **dict.fromkeys(("Cumsum", "Cumprod", "L2Loss"), _per_element(1)),
    **dict.fromkeys(
        ("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"), _per_element(4)
    ),
}
"""Op -> its operations. Numbers a element of softmax and batch norm are rough."""


__all__ = [
    "Cost",
    "CostModel",
    "constant_bytes",
    "element_count",
    "flops_of",
    "value_bytes",
]
