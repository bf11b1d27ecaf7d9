"""Symbolic shape equality: whether two values have equal shapes in every run."""

from __future__ import annotations

from typing import Any, Final

from graphir.node import Value
from graphir.shapes import Shape

MAX_DEPTH: Final = 50
"""How far back the proof looks; a deeper value stands for itself."""


def have_equal_shapes(first: Value, second: Value) -> bool:
    """Whether the shapes are known to be equal, unknown sizes included.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[?], %y: f32[?]) -> (%a, %b) {
    ...       %a = AddV2(%x, %y) : f32[?]
    ...       %n = Neg(%y) : f32[?]
    ...       %b = Sub(%n, %x) : f32[?]
    ...     }''')
    >>> have_equal_shapes(graph.value("a"), graph.value("b"))
    True
    """
    if first.shape.is_fully_defined() and first.shape == second.shape:
        return True
    proof = _Proof()
    return bool(proof.key(first) == proof.key(second))


class _Proof:
    """Keys of values: equal keys mean equal shapes. Memoized."""

    def __init__(self) -> None:
        self._known: dict[Value, Any] = {}

    def key(self, value: Value, depth: int = 0) -> Any:
        """The sizes if known, else the operands that broadcasting starts from."""
        if value not in self._known:
            self._known[value] = value
            self._known[value] = self._find_key(value, depth)
        return self._known[value]

    def _find_key(self, value: Value, depth: int) -> Any:
        if value.shape.is_fully_defined():
            return value.shape.sizes
        node = value.node
        if depth > MAX_DEPTH or not node.inputs:
            return value
        if node.has_trait("value_preserving"):
            return self.key(node.inputs[value.index], depth + 1)
        if not node.has_trait("elementwise"):
            return value
        return self._broadcast_key(node.inputs, depth)

    def _broadcast_key(self, inputs: tuple[Value, ...], depth: int) -> Any:
        ranks = [each.shape.rank for each in inputs]
        known_rank = max((rank for rank in ranks if rank is not None), default=0)
        if None in ranks:
            # an input of unknown rank may be the shortest: only scalars add nothing
            known_rank = 0
        keys: set[Any] = set()
        for each in inputs:
            if _adds_nothing(each.shape, known_rank):
                continue
            key = self.key(each, depth + 1)
            keys |= key.parts if isinstance(key, _Broadcast) else {key}
        return next(iter(keys)) if len(keys) == 1 else _Broadcast(frozenset(keys))


def _adds_nothing(shape: Shape, rank: int) -> bool:
    """Whether an operand of that shape leaves the shape of one of that rank."""
    if shape.sizes is None or any(size != 1 for size in shape.sizes):
        return False
    return not shape.sizes or len(shape.sizes) < rank


class _Broadcast:
    """The shape that several shapes broadcast to."""

    __slots__ = ("parts",)

    def __init__(self, parts: frozenset[Any]) -> None:
        self.parts = parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Broadcast) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)
