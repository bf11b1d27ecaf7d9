"""Watchers: observers of the changes that passes and rules make to a graph.

By default there is no watcher, and a change costs one look at an empty tuple.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphir.graph import Graph
    from graphir.node import Node, Value


class Watcher:
    """An observer of changes, in order; subclasses override methods.

    Passes and the graphs themselves call these; an exception that a watcher raises
    ends the pass.
    """

    def pass_started(self, each: Any, graph: Graph, round_number: int) -> None:
        """A pass begins on the graph and the functions in its library."""

    def pass_ended(self, result: Any, graph: Graph) -> None:
        """A pass is through; the result is the pipeline's ``PassResult``."""

    def rule_applied(self, graph: Graph, rule: str, node: Node) -> None:
        """The changes since the last call were made by this rule, at that node.

        The graph may be the body of a function. It is valid, but its nodes need not
        stand in order.
        """

    def node_added(self, node: Node) -> None:
        """A node was put into a graph."""

    def node_removed(self, node: Node) -> None:
        """A node is about to leave its graph."""

    def node_renamed(self, node: Node, old_name: str) -> None:
        """A node got another name."""

    def node_copied(self, node: Node, twin: Node) -> None:
        """A copy, inlined or merged twin of this node was made in another graph."""

    def value_replaced(self, old: Value, new: Value) -> None:
        """The readers of a value read another one from now on."""


WATCHERS: ContextVar[tuple[Watcher, ...]] = ContextVar("watchers", default=())
"""Those who are told, in the order in which they came."""


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """A context manager: the watcher observes changes to graphs in this thread.

    >>> from graphir.graph import Graph
    >>> class Printer(Watcher):
    ...     def node_added(self, node):
    ...         print("added", node.name)
    >>> with watched_by(Printer()):
    ...     node = Graph("g").add_node("NoOp", (), {}, (), "a")
    added a
    """
    token = WATCHERS.set((*WATCHERS.get(), watcher))
    try:
        yield
    finally:
        WATCHERS.reset(token)


def node_copied(node: Node, twin: Node) -> None:
    """Reports to watchers that a node was copied to another graph."""
    for watcher in WATCHERS.get():
        watcher.node_copied(node, twin)


def rule_applied(graph: Graph, rule: str, node: Node) -> None:
    """Reports to watchers each application of a rule that a pass counts."""
    for watcher in WATCHERS.get():
        watcher.rule_applied(graph, rule, node)
