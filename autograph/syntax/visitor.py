"""Tree transformers; only classes with a `visit_` method cost a call."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, ClassVar

import gast

from autograph.syntax.kinds import kinds
from autograph.syntax.nodes import (
    CHILD_FIELDS,
    Block,
    Node,
    OperatorsName,
    OwnName,
)

__all__ = ["Transformer"]

LEAVES = frozenset(
    (
        *(OwnName, OperatorsName, ast.Name),
        *kinds("Constant", "MatchSingleton"),
        *kinds("Pass", "Break", "Continue", "Global", "Nonlocal"),
    )
)
"""Classes of which a node holds no others."""


class Transformer:
    """Rewrites a tree in place.

    `visit_<Class>` returns the replacement of a node; for a statement also a list of
    statements. Nodes that templates share are left untouched unless they change. With
    `grammar=ast` as an argument of the class, it rewrites trees of the module `ast`.

    >>> import gast
    >>> class Doubled(Transformer):
    ...     def visit_Pass(self, node):
    ...         return [node, node]
    >>> len(Doubled().visit(gast.parse("pass")).body)
    2
    """

    _methods: ClassVar[dict[type, Callable[[Any, Node], Any]]] = {}
    _fields: Mapping[type, tuple[str, ...]] = CHILD_FIELDS
    """The fields that `visit_children` visits; `CHILD_BLOCKS` has no expressions."""

    def __init_subclass__(cls, grammar: ModuleType = gast) -> None:
        super().__init_subclass__()
        cls._methods = {
            getattr(grammar, name.removeprefix("visit_")): getattr(cls, name)
            for name in dir(cls)
            if name.startswith("visit_")
            and hasattr(grammar, name.removeprefix("visit_"))
        }

    def visit(self, node: Node) -> Any:
        """The replacement of `node`."""
        method = self._methods.get(node.__class__)
        if method is not None:
            return method(self, node)
        return self.visit_children(node)

    def visit_children(self, node: Node) -> Node:
        """Rewrite the children of `node`; returns `node`."""
        methods = self._methods
        held = node.__dict__
        for field in self._fields[node.__class__]:
            value = held.get(field)
            if value is None:
                continue
            kind = value.__class__
            if kind is list:
                new: Any = self.visit_all(value) if value else value
            elif kind in methods:
                new = methods[kind](self, value)
            elif kind in LEAVES:
                continue
            else:
                new = self.visit_children(value)
            if new is not value:
                held[field] = new
        return node

    def visit_all(self, items: list[Any]) -> list[Any]:
        """The items rewritten; the same list if nothing changed."""
        result: list[Any] | None = None
        methods = self._methods
        for position, item in enumerate(items):
            kind = item.__class__
            if kind in methods:
                new = methods[kind](self, item)
            elif kind in LEAVES or not isinstance(item, ast.AST):
                new = item
            else:
                new = self.visit_children(item)
            if result is None:
                if new is item:
                    continue
                result = items[:position]
            if new.__class__ is list:
                result += new
            else:
                result.append(new)
        return items if result is None else result

    def visit_block(self, statements: Block) -> Block:
        """The rewritten statements; subclasses may override the handling of a block."""
        return self.visit_all(statements)
