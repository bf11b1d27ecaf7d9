"""Common subexpression elimination: of nodes that compute the same value, one stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from graphir.analysis.control_flow import is_control_flow
from graphir.analysis.order import topological_order
from graphir.attributes import NOTES, attrs_key
from graphir.graph import Graph
from graphir.node import Node
from graphir.ops.contract.registry import signature_of
from graphir.passes.contract.base import Counts, Pass
from graphir.watching import rule_applied


@dataclass(frozen=True)
class CommonSubexpressions(Pass):
    """Keeps one of several nodes that compute the same value.

    Such nodes have equal ops, inputs (in any order if the op is commutative),
    attributes, control inputs and devices.
    """

    name: ClassVar[str] = "cse"
    rewrites: ClassVar[Mapping[str, str]] = {
        "merged": "a node that gave way to an equal one",
    }

    def apply(self, graph: Graph) -> Counts:
        """Merges the duplicates of one graph."""
        counts: Counts = Counter()
        first: dict[Any, Node] = {}
        facts: dict[str, _Facts] = {}
        kept = {value.node for value in graph.inputs} | set(graph.control_outputs)
        for node in topological_order(graph):
            known = facts.get(node.op)
            if known is None:
                known = facts[node.op] = _Facts(node)
            if not known.can_merge or node in kept or _has_reference(node):
                continue
            other = first.setdefault(known.key(node), node)
            if other is not node:
                merge(graph, node, other)
                counts["merged"] += 1
                rule_applied(graph, "merged", node)
        return counts


class _Facts:
    """Facts that all nodes of one op share, computed once."""

    def __init__(self, node: Node) -> None:
        signature, declaration = signature_of(node.op), node.declaration
        # without inputs a result comes from outside, unless a kernel makes it
        is_source = not node.inputs and (
            declaration is None or not declaration.is_pure()
        )
        self.can_merge = not (
            not node.outputs or node.is_stateful or is_control_flow(node) or is_source
        )
        self.is_commutative = node.has_trait("commutative")
        # equal inputs have equal dtypes: those need not be compared again
        self._ignored = NOTES | (signature.inferred_attrs if signature else frozenset())

    def key(self, node: Node) -> Any:
        """A key that is equal for nodes that compute equal values."""
        inputs: Any = tuple([(id(value.node), value.index) for value in node.inputs])
        if self.is_commutative:
            inputs = tuple(sorted(inputs))
        ignored = self._ignored
        attrs = {name: node.attrs[name] for name in node.attrs if name not in ignored}
        return (
            node.op,
            inputs,
            attrs_key(attrs) if attrs else (),
            frozenset(node._control_inputs) if node._control_inputs else (),
            node.device,
        )


def _has_reference(node: Node) -> bool:
    return any(value.dtype.is_ref for value in (*node.inputs, *node.outputs))


def merge(graph: Graph, node: Node, other: Node) -> None:
    """Replaces a node by another node that computes the same value."""
    for value, twin in zip(node.outputs, other.outputs, strict=True):
        twin.shape = twin.shape.merge_with(value.shape)
        value.replace_all_uses_with(twin)
    for follower in node.control_outputs:
        follower.add_control_input(other)
    graph.remove_node(node)
