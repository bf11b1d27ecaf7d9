"""The choice of regions for ``jit_compile="auto"``: a fixed table of costs.

The same graph with the same shapes always has the same regions: the choice does not
depend on clocks, threads, or the contents of a cache. The figures are nanoseconds of
one core, fitted to paired measurements of chains, rows and sums from 16 to 1,048,576
elements.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from graphir.function import FunctionLibrary
from graphir.node import Node, Value
from runtime.executor.planning.call_graph import called_functions
from runtime.native.functions.operations import COSTLY, OPERATIONS
from runtime.native.lowering.nodes import LOWERINGS
from runtime.native.selection.coverage import is_flow, is_list_op, is_loop, is_number

LEAST_GAIN: Final = 20_000.0
"""The least gain of a call: code that is compiled in 30 ms pays after 1,500 calls."""
MOST_SHARE: Final = 0.75
"""Of the default executor's time; a smaller gain is within the table's error."""

_CALL: Final = 1_300.0
_BYTE: Final = 0.03
"""Of arguments and results: all else stays in the cache."""
_CHEAP: Final = 0.02
_PER_COST: Final = 0.012
_ROW: Final = 0.5

_DEFAULT_CALL: Final = 350.0
_DEFAULT_BYTE: Final = 0.03
_DEFAULT_COSTLY: Final = 0.35
_DEFAULT_ROW_CALL: Final = 6_000.0
_DEFAULT_ROW: Final = 1.2


@dataclass(frozen=True, slots=True)
class Choice:
    """Whether a region becomes native code, and why."""

    is_chosen: bool
    why: str


def choice_of(nodes: Sequence[Node], functions: FunctionLibrary) -> Choice:
    """Decides for a region that native code could run."""
    flow = [node for node in nodes if is_flow(node) or is_list_op(node)]
    if flow:
        return _choice_of_flow(flow, functions)
    values = {value: None for node in nodes for value in (*node.inputs, *node.outputs)}
    if not all(value.shape.is_fully_defined() for value in values):
        return Choice(False, "its shapes are known only when it runs")
    default = sum(_default(node) for node in nodes)
    native = _native(nodes)
    figures = f"{_shown(default)} by default, {_shown(native)} as native code"
    if default - native < LEAST_GAIN:
        return Choice(False, f"too little to gain: {figures}")
    if native > MOST_SHARE * default:
        return Choice(False, f"about as quick by default: {figures}")
    return Choice(True, figures)


def _choice_of_flow(flow: Sequence[Node], functions: FunctionLibrary) -> Choice:
    if not any(map(is_loop, flow)):
        return Choice(False, "branches without a loop")
    seen: set[str] = set()
    if all(_is_scalar(node, functions, seen) for node in flow):
        return Choice(True, "a loop over numbers")
    return Choice(False, "a loop over arrays, whose turns are not known")


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


def is_product(node: Node) -> bool:
    """Whether a node's time is the time of the BLAS library, for any caller."""
    rule = LOWERINGS.get(node.op)
    return rule is not None and rule.is_product


def _size(values: Sequence[Value]) -> int:
    return max((math.prod(value.shape.as_ints()) for value in values), default=0)


def _bytes(value: Value) -> int:
    width: Any = value.dtype.size
    return math.prod(value.shape.as_ints()) * int(width)


def _cost(node: Node) -> int:
    operation = OPERATIONS.get(node.op)
    return 1 if operation is None else operation.cost


def _is_row(node: Node) -> bool:
    rule = LOWERINGS.get(node.op)
    return rule is not None and rule.is_costly


def _moves(node: Node) -> bool:
    rule = LOWERINGS.get(node.op)
    return rule is not None and rule.moves


def _default(node: Node) -> float:
    """What the default executor takes for a node."""
    size = _size([*node.inputs, *node.outputs])
    if _is_row(node):
        return _DEFAULT_ROW_CALL + size * _DEFAULT_ROW
    widest = max(map(_bytes, (*node.inputs, *node.outputs)), default=0)
    if _moves(node) or _cost(node) < COSTLY:
        return _DEFAULT_CALL + widest * _DEFAULT_BYTE
    return _DEFAULT_CALL + size * _DEFAULT_COSTLY


def _native(nodes: Sequence[Node]) -> float:
    """What one native region of the nodes takes."""
    made = {value for node in nodes for value in node.outputs}
    inside = set(nodes)
    read = {value for node in nodes for value in node.inputs if value not in made}
    given = {
        value
        for value in made
        if not value.is_used or any(use.node not in inside for use in value.uses)
    }
    return (
        _CALL
        + sum(map(_bytes, read | given)) * _BYTE
        + sum(map(_native_elements, nodes))
    )


def _native_elements(node: Node) -> float:
    size = _size([*node.inputs, *node.outputs])
    if _moves(node):
        return 0.0
    if _is_row(node):
        return size * _ROW
    return size * (_CHEAP if _cost(node) < COSTLY else _PER_COST * _cost(node))


def _shown(nanoseconds: float) -> str:
    return f"{nanoseconds / 1000:,.1f} µs"


__all__ = ["LEAST_GAIN", "MOST_SHARE", "Choice", "choice_of", "is_product"]
