"""The choice of regions for ``jit_compile="auto"``: a fixed table of costs.

The same graph with the same shapes always has the same regions: the choice does not
depend on clocks, threads, or the contents of a cache. The figures are nanoseconds of
one core, fitted to paired measurements of chains, rows and sums from 16 to 1,048,576
elements, and of products and convolutions from 4,096 to a billion multiplications;
those of small arrays follow `benchmarks/native_costs.py`, in proportion to NumPy's
addition of 320 numbers, taken as 350 ns: kinds that differ have one of their lower
figures, so softmax is counted too low rather than positions of extremes too high.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from graphir.dtypes import variant
from graphir.function import FunctionLibrary
from graphir.node import Node, Value
from runtime.executor.planning.call_graph import called_functions
from runtime.native.functions.operations import COSTLY, OPERATIONS
from runtime.native.lowering.nodes import LOWERINGS, ProductKind
from runtime.native.selection.coverage import is_flow, is_list_op, is_loop, is_number
from runtime.native.selection.screening import GAIN_OF_NODE, LEAST_GAIN

MOST_SHARE: Final = 0.75
"""Of the default executor's time without products; the table's error is smaller."""
TURNS: Final = 16
"""The turns of a loop that are counted: how many there will be is not known."""
MOST_INSIDE: Final = 1 << 22
"""Multiplications of a product in a loop: with more, several threads are quicker."""

_CALL: Final = 1_300.0
_BYTE: Final = 0.03
"""Of arguments and results: all else stays in the cache."""
_CHEAP: Final = 0.02
_PER_COST: Final = 0.012
_SUM_CALL: Final = 200.0
_ROW_CALL: Final = 500.0
_ROW: Final = 0.5
_LIST: Final = 20.0
"""Of an op on a list of arrays."""

_DEFAULT_CALL: Final = 450.0
_DEFAULT_BYTE: Final = 0.03
_DEFAULT_COSTLY: Final = 0.35
_DEFAULT_SUM_CALL: Final = 2_500.0
_DEFAULT_ROW_CALL: Final = 8_000.0
_DEFAULT_ROW: Final = 1.2
_DEFAULT_LIST: Final = 700.0
_DEFAULT_TURN: Final = 1_000.0


class _OfProduct(NamedTuple):
    """The costs of one kind of products."""

    default_call: float
    default: float
    """Of a multiplication."""
    native: float
    """Of a multiplication."""


_PRODUCTS: Final = {
    ProductKind.MATRICES: _OfProduct(1_200.0, 0.021, 0.021),
    ProductKind.CONVOLUTION: _OfProduct(8_000.0, 0.028, 0.021),
    ProductKind.DEPTHWISE: _OfProduct(5_000.0, 0.35, 0.04),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """Whether a region becomes native code, and why."""

    is_chosen: bool
    why: str


class _Costs(NamedTuple):
    """The time of nodes with either executor."""

    default: float = 0.0
    native: float = 0.0
    products: float = 0.0
    """The part of both that multiplications take: no choice changes it."""

    def plus(self, other: _Costs, times: float = 1.0) -> _Costs:
        """The sum with other costs, these taken some times."""
        return _Costs(
            *(a + times * b for a, b in zip(self, other, strict=True)),
        )


def choice_of(nodes: Sequence[Node], functions: FunctionLibrary) -> Choice:
    """Decides for a region that native code could run."""
    flow = [node for node in nodes if is_flow(node) or is_list_op(node)]
    seen: set[str] = set()
    if flow and not any(map(is_loop, flow)):
        return Choice(False, "branches without a loop")
    if flow and all(_is_scalar(node, functions, seen) for node in flow):
        return Choice(True, "a loop over numbers")
    bodies = _Bodies(functions)
    if not (_are_known(nodes) and all(map(bodies.are_known, flow))):
        return Choice(False, "its shapes are known only when it runs")
    if any(map(bodies.have_large_products, flow)):
        return Choice(False, "a loop with products that several threads share")
    costs = _region_costs(nodes).plus(bodies.costs_of_loops(flow))
    return _choice_by(costs, max(LEAST_GAIN, GAIN_OF_NODE * len(nodes)))


def _choice_by(costs: _Costs, least: float) -> Choice:
    default, native, products = costs
    figures = f"{_shown(default)} by default, {_shown(native)} as native code"
    if default - native < least:
        return Choice(False, f"too little to gain: {figures}")
    if native - products > MOST_SHARE * (default - products):
        return Choice(False, f"about as quick by default: {figures}")
    return Choice(True, figures)


class _Bodies:
    """The functions that the loops and branches of a region call."""

    def __init__(self, functions: FunctionLibrary) -> None:
        self._functions = functions

    def _of(self, node: Node) -> list[Sequence[Node]]:
        names = dict.fromkeys(called_functions(node))
        return [list(self._functions[name].body) for name in names]

    def are_known(self, node: Node) -> bool:
        """Whether all shapes are known in the functions that a node calls."""
        return all(
            _are_known(body) and all(map(self.are_known, body))
            for body in self._of(node)
        )

    def have_large_products(self, node: Node) -> bool:
        """Whether the functions that a node calls have a product worth sharing."""
        return any(
            _multiplications(inner) > MOST_INSIDE or self.have_large_products(inner)
            for body in self._of(node)
            for inner in body
        )

    def costs_of_loops(self, nodes: Iterable[Node]) -> _Costs:
        """The costs of loops, branches and calls, all with their functions."""
        total = _Costs()
        for node in nodes:
            turns = TURNS if is_loop(node) else 1
            for body in self._of(node):
                turn = _costs_inside(body).plus(self.costs_of_loops(body))
                total = total.plus(turn, turns)
        return total


def _are_known(nodes: Iterable[Node]) -> bool:
    values = (value for node in nodes for value in (*node.inputs, *node.outputs))
    return all(
        value.dtype is variant or value.shape.is_fully_defined() for value in values
    )


def _is_scalar(node: Node, functions: FunctionLibrary, seen: set[str]) -> bool:
    """Whether a node, and all that its functions do, is about single numbers."""
    if not all(map(is_number, (*node.inputs, *node.outputs))):
        return False
    for name in called_functions(node):
        if name not in seen:
            seen.add(name)
            if not all(_is_scalar(n, functions, seen) for n in functions[name].body):
                return False
    return not is_list_op(node)


def _is_product(node: Node) -> bool:
    rule = LOWERINGS.get(node.op)
    return rule is not None and rule.products is not None


def _multiplications(node: Node) -> int:
    rule = LOWERINGS.get(node.op)
    return rule.products.count(node) if rule is not None and rule.products else 0


def _size(values: Sequence[Value]) -> int:
    return max((math.prod(value.shape.as_ints()) for value in values), default=0)


def _bytes(value: Value) -> int:
    if value.dtype is variant:
        return 0
    width: Any = value.dtype.size
    return math.prod(value.shape.as_ints()) * int(width)


def _cost(node: Node) -> int:
    operation = OPERATIONS.get(node.op)
    return 1 if operation is None else operation.cost


def _is_row(node: Node) -> bool:
    rule = LOWERINGS.get(node.op)
    return rule is not None and rule.is_costly


def _reduces(node: Node) -> bool:
    rule = LOWERINGS.get(node.op)
    return rule is not None and rule.reduces


def _moves(node: Node) -> bool:
    rule = LOWERINGS.get(node.op)
    return rule is not None and rule.moves


def _region_costs(nodes: Sequence[Node]) -> _Costs:
    """The costs of a region's nodes, those of its loops' turns aside."""
    made = {value for node in nodes for value in node.outputs}
    inside = set(nodes)
    read = {
        value
        for node in nodes
        if not _is_product(node)  # whose times include what they read
        for value in node.inputs
        if value not in made
    }
    given = {
        value
        for value in made
        if not value.is_used or any(use.node not in inside for use in value.uses)
    }
    call = _CALL + sum(map(_bytes, read | given)) * _BYTE
    return _sum_of(nodes).plus(_Costs(native=call))


def _costs_inside(nodes: Sequence[Node]) -> _Costs:
    """The costs of one turn of a loop."""
    return _sum_of(nodes).plus(_Costs(_DEFAULT_TURN))


def _sum_of(nodes: Iterable[Node]) -> _Costs:
    total = _Costs()
    for node in nodes:
        if node.op not in ("Const", "Placeholder") and not is_flow(node):
            total = total.plus(node_costs(node))
    return total


def node_costs(node: Node) -> _Costs:
    """The nanoseconds of one node by the table; one with loops or calls has none."""
    widest = max(map(_bytes, (*node.inputs, *node.outputs)), default=0)
    moved = widest * _DEFAULT_BYTE
    if is_list_op(node):
        return _Costs(_DEFAULT_LIST + moved, _LIST + moved)
    rule = LOWERINGS.get(node.op)
    if rule is not None and rule.products is not None:
        call, default, native = _PRODUCTS[rule.products.kind]
        count, width = _multiplications(node), _width(node)
        least = count * width * min(default, native)
        return _Costs(call + count * width * default, count * width * native, least)
    size = _size([*node.inputs, *node.outputs])
    if _is_row(node):
        default = _DEFAULT_ROW_CALL + size * _DEFAULT_ROW
        return _Costs(default, _ROW_CALL + size * _ROW)
    if _reduces(node):
        return _Costs(_DEFAULT_SUM_CALL + moved, _SUM_CALL + size * _CHEAP)
    if _moves(node):
        return _Costs(_DEFAULT_CALL + moved)
    cost = _cost(node)
    if cost < COSTLY:
        return _Costs(_DEFAULT_CALL + moved, size * _CHEAP)
    return _Costs(_DEFAULT_CALL + size * _DEFAULT_COSTLY, size * _PER_COST * cost)


def _width(node: Node) -> float:
    """How long a multiplication takes, beside one of float32."""
    size: Any = node.outputs[0].dtype.size
    return max(1.0, int(size) / 4)


def _shown(nanoseconds: float) -> str:
    return f"{nanoseconds / 1000:,.1f} µs"


__all__ = ["MOST_SHARE", "Choice", "choice_of", "node_costs"]
