"""Qualified names such as `o.a[0]`, and fresh names without clashes."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

import gast

from autograph.syntax.kinds import kinds
from autograph.syntax.nodes import Node, walk
from autograph.syntax.variable_roles import Role

__all__ = ["NameGenerator", "QualifiedName", "names_used_in", "qualified_name"]


class QualifiedName(NamedTuple):
    """A place that can hold state: a variable, or an attribute or item of one.

    `symbols` are the variables in it: for `d[k].x` these are `d` and `k`.
    """

    text: str
    symbols: frozenset[str]

    @property
    def is_composite(self) -> bool:
        """Whether it is more than a variable."""
        return not self.text.isidentifier()


def qualified_name(node: Node) -> QualifiedName | None:
    """The qualified name that `node` spells, or None: calls and slices have none.

    >>> import gast
    >>> qualified_name(gast.parse("a.b['k'][i]", mode="eval").body).text
    "a.b['k'][i]"
    >>> qualified_name(gast.parse("f().b", mode="eval").body) is None
    True
    """
    tail: list[str] = []
    symbols: set[str] = set()
    while not isinstance(node, gast.Name):
        if isinstance(node, gast.Attribute):
            tail.append(f".{node.attr}")
        elif isinstance(node, gast.Subscript):
            index = _index(node.slice)
            if index is None:
                return None
            tail.append(f"[{index.text}]")
            symbols |= index.symbols
        else:
            return None
        node = node.value
    symbols.add(node.id)
    return QualifiedName(node.id + "".join(reversed(tail)), frozenset(symbols))


def _index(node: Node) -> QualifiedName | None:
    if not isinstance(node, gast.Constant):
        return qualified_name(node)
    if node.value is ...:
        return None
    return QualifiedName(repr(node.value), frozenset())


def names_used_in(tree: Node) -> set[str]:
    """Every name that the code in `tree` mentions, except unused parameters."""
    names: set[str] = set()
    for node in walk(tree):
        kind = node.__class__
        if kind is gast.Name:
            if not isinstance(node.ctx, gast.Param):
                names.add(node.id)
        elif kind in _NAMED:
            names |= _names_of(node)
    return names


def names_mentioned(node: Node) -> set[str]:
    """The names that `node` itself mentions, without its children."""
    if isinstance(node, _NAME):
        return {node.id}
    if isinstance(node, ast.arg):
        return {node.arg}
    return _names_of(node) if node.__class__ in _NAMED else set()


_NAME = kinds("Name")
_DECLARED = kinds("Global", "Nonlocal")
_IMPORTED = kinds("Import", "ImportFrom")
_MAPPING = kinds("MatchMapping")
_NAMED = frozenset(
    (
        *kinds("FunctionDef", "AsyncFunctionDef", "ClassDef", "MatchAs", "MatchStar"),
        *(*_DECLARED, *_IMPORTED, *_MAPPING, ast.ExceptHandler),
    )
)


def _names_of(node: Node) -> set[str]:
    if isinstance(node, _DECLARED):
        return set(node.names)
    if isinstance(node, _IMPORTED):
        return {(item.asname or item.name).partition(".")[0] for item in node.names}
    name = node.rest if isinstance(node, _MAPPING) else node.name
    return {name} if name else set()


class NameGenerator:
    """Generates names that no variable of the function has.

    >>> names = NameGenerator({"break_"})
    >>> names.new("break_"), names.new("get_state"), names.new("get_state")
    ('break__1', 'get_state', 'get_state_1')
    """

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self.roles: dict[str, Role] = {}
        """The roles of the names that have one."""
        self._next: dict[str, int] = {}

    def new(self, root: str, role: Role | None = None) -> str:
        """`root`, or `root_1`, `root_2`, ...: the first that is free."""
        number = self._next.get(root, 0)
        name = f"{root}_{number}" if number else root
        while name in self._taken:
            number += 1
            name = f"{root}_{number}"
        self._taken.add(name)
        self._next[root] = number
        if role is not None:
            self.roles[name] = role
        return name
