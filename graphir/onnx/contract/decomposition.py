"""Ops of ours in terms of other ops of ours, for which ONNX has counterparts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from graphir.graph import Graph
from graphir.node import Node
from graphir.onnx.contract.elements import attr_of
from graphir.onnx.contract.emission import place_of
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.registry import Registry
from graphir.onnx.contract.terms import Term, Terms, Writer

Rule = Callable[["Parts"], Any]

DECOMPOSING: Final[Registry[str, Rule]] = Registry("decompositions of the op")
"""Op of ours -> the rule that computes it by others; filled by ``decomposes``."""


def decomposes(*ops: str) -> Callable[[Rule], Rule]:
    """Registers a rule for ops of ours.

    It gives the term of the result, a sequence of terms for several, or None where the
    op has to be written as it is.
    """
    return DECOMPOSING.of(*ops)


class Parts(Terms):
    """One node: its arguments as terms, its attributes."""

    def __init__(self, build: Writer, node: Node) -> None:
        super().__init__(build)
        self.node = node

    def __getitem__(self, index: int) -> Term:
        return Term(self.build, self.node.inputs[index])

    def attr(self, name: str, default: Any = None) -> Any:
        """An attribute; texts as ``str``.

        Raises:
          UnsupportedOpError: if it is a text of other bytes than UTF-8.
        """
        return attr_of(self.node, name, default)

    def alike(self, value: Any) -> Term:
        """A number of the dtype of the first argument."""
        return self.const(value, self[0].dtype)


def decompose(graph: Graph) -> int:
    """Replaces the nodes of a graph that have a decomposition; how many those were.

    What comes in place of a node has its line, and its last node its name.
    """
    waiting = list(graph)
    replaced: dict[Node, None] = {}
    names: dict[Node, str] = {}
    while waiting:
        node = waiting.pop()
        rule = DECOMPOSING.get(node.op)
        if rule is None:
            continue
        name = names.get(node, node.name)
        build = Writer(graph)
        build.origin = node.origin
        try:
            with build.scope(name):
                found = rule(Parts(build, node))
        except UnsupportedOpError as error:
            raise UnsupportedOpError(f"{place_of(node)}: {error}") from error
        if found is None:
            continue
        results = [found] if isinstance(found, Term) else list(found)
        _pass_on(node, results)
        replaced[node] = None
        names.pop(node, None)
        last = results[0].value.node
        if len(last.outputs) == 1 and last in build.made:
            names[last] = name
        waiting += build.made
    # once for all: each would go over the whole graph
    graph.remove_nodes(replaced)
    graph.rename_nodes(names)
    return len(replaced)


def _pass_on(node: Node, results: Sequence[Term]) -> None:
    """Makes readers of a node read what comes in its place."""
    for value, term in zip(node.outputs, results):
        made = term.value
        if made.shape.is_compatible_with(value.shape):
            made.shape = made.shape.merge_with(value.shape)
        value.replace_all_uses_with(made)
