"""Reassociation: products of repeated integers, with few multiplications."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final

from graphir.analysis.order import predecessors, topological_order
from graphir.analysis.shape_equality import have_equal_shapes
from graphir.builder import GraphBuilder
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.origin import merged_origin
from graphir.passes.contract.base import Counts, Pass
from graphir.passes.contract.numerics import check_numerics
from graphir.watching import rule_applied

MAX_FACTORS: Final = 1 << 16


@dataclass(frozen=True)
class Reassociation(Pass):
    """Computes a power in a chain of products by repeated squaring.

    ``x * x * x * x`` is ``(x * x) * (x * x)``, and so for matrices: the hundredth
    power takes 8 products instead of 99. Integers wrap around and form a ring, so the
    result does not depend on the grouping; floats round differently and are regrouped
    with ``numerics=fast`` only.
    """

    numerics: str = "exact"

    name: ClassVar[str] = "reassociation"
    rewrites: ClassVar[Mapping[str, str]] = {
        "repeated_squaring": "x * x * ... * x = x^n by squares (Mul, MatMul)",
    }

    def __post_init__(self) -> None:
        check_numerics(self.numerics)

    def apply(self, graph: Graph) -> Counts:
        """Regroups the chains of one graph."""
        counts: Counts = Counter()
        for node in graph.nodes:
            if node.op not in ("Mul", "MatMul") or node.graph is not graph:
                continue
            if not self._may_regroup(node) or _goes_on(graph, node):
                continue
            factors, links = _factors(graph, node)
            runs = [(key, len(list(same))) for key, same in groupby(factors)]
            if _multiplications(runs) >= len(factors) - 1:
                continue
            origins = [each.origin for each in links]
            node.origin = merged_origin(node.origin, *origins)
            _regroup(graph, node, runs)
            counts["repeated_squaring"] += 1
            rule_applied(graph, "repeated_squaring", node)
        if counts:
            graph.reorder(topological_order(graph))
        return counts

    def _may_regroup(self, node: Node) -> bool:
        dtype = node.output.dtype
        if not (dtype.is_integer or self.numerics == "fast"):
            return False
        if node.op == "MatMul":
            plain = not (node.attrs["transpose_a"] or node.attrs["transpose_b"])
            return plain and not node.control_inputs
        return not node.control_inputs


def _goes_on(graph: Graph, node: Node) -> bool:
    """Whether the product is a factor of a longer one."""
    uses = node.output.uses
    if not _is_link(graph, node) or uses[0].node.op != node.op:
        return False
    return _is_like(uses[0].node, node)


def _is_link(graph: Graph, node: Node) -> bool:
    """Whether only one product reads this one."""
    value = node.output
    if len({use.node for use in value.uses}) != 1 or len(value.uses) != 1:
        return False
    if node.control_outputs or node.control_inputs or value in graph.outputs:
        return False
    return node not in graph.control_outputs


def _is_like(node: Node, other: Node) -> bool:
    same = node.op == other.op and node.attrs == other.attrs
    return same and node.device == other.device and not node.control_inputs


def _factors(graph: Graph, root: Node) -> tuple[list[Value], list[Node]]:
    """The factors from left to right, and the products inside.

    Equal factors of ``Mul``, which commutes, stand together.
    """
    factors: list[Value] = []
    links: list[Node] = []
    open_values = [*reversed(root.inputs)]
    while open_values and len(factors) < MAX_FACTORS:
        value = open_values.pop()
        node = value.node
        if _is_like(node, root) and _is_link(graph, node) and _keeps(value, root):
            links.append(node)
            open_values += reversed(node.inputs)
        else:
            factors.append(value)
    factors += reversed(open_values)
    if root.op == "MatMul":
        return factors, links
    first_place = {value: index for index, value in reversed([*enumerate(factors)])}
    return sorted(factors, key=first_place.__getitem__), links


def _keeps(value: Value, root: Node) -> bool:
    """Whether the order does not matter to shapes: no factor is broadcast."""
    if root.op == "MatMul":
        return True
    return all(have_equal_shapes(each, root.output) for each in value.node.inputs)


def _multiplications(runs: Sequence[tuple[Value, int]]) -> int:
    powers = sum(count.bit_length() + count.bit_count() - 2 for _, count in runs)
    return powers + len(runs) - 1


def _regroup(graph: Graph, root: Node, runs: Sequence[tuple[Value, int]]) -> None:
    build = GraphBuilder(graph)

    def multiply(left: Value, right: Value) -> Value:
        node = build.node(
            root.op, [left, right], root.attrs, root.name, origin=root.origin
        )
        node.device = root.device
        return node.output

    result: Value | None = None
    for value, count in runs:
        power = _power(value, count, multiply)
        result = power if result is None else multiply(result, power)
    assert result is not None
    last = result.node
    open_nodes = list(predecessors(root))
    root.set_inputs(last.inputs)
    graph.remove_node(last)
    while open_nodes:
        node = open_nodes.pop()
        if node.graph is graph and node.op == root.op and not node.output.is_used:
            if node.output in graph.outputs or node.control_outputs:
                continue
            open_nodes += predecessors(node)
            graph.remove_node(node)


def _power(
    value: Value, exponent: int, multiply: Callable[[Value, Value], Value]
) -> Value:
    """The power by squaring, least significant bit first."""
    result: Value | None = None
    square = value
    while exponent:
        if exponent & 1:
            result = square if result is None else multiply(square, result)
        exponent >>= 1
        if exponent:
            square = multiply(square, square)
    assert result is not None
    return result
