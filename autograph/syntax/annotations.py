"""Typed annotations on tree nodes, where analyses store their facts."""

from __future__ import annotations

from typing import Generic, TypeVar

from autograph.syntax.nodes import Node

__all__ = ["Annotation"]

Value = TypeVar("Value")


class Annotation(Generic[Value]):
    """A fact that one converter leaves on a node for a later one.

    >>> import gast
    >>> is_hot = Annotation[bool]("is_hot", False)
    >>> loop = gast.parse("while a: b").body[0]
    >>> is_hot.set(loop, True)
    >>> is_hot.get(loop)
    True
    """

    def __init__(self, name: str, default: Value) -> None:
        self._attribute = f"_annotation_{name}"
        self._default = default

    def get(self, node: Node) -> Value:
        """The fact about `node`, or the default."""
        value: Value = node.__dict__.get(self._attribute, self._default)
        return value

    def set(self, node: Node, value: Value) -> None:
        """State the fact about `node`."""
        setattr(node, self._attribute, value)

    def forget(self, node: Node) -> None:
        """Withdraw the fact, if there is one."""
        node.__dict__.pop(self._attribute, None)
