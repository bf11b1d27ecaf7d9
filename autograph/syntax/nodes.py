"""Helpers for trees: child nodes, copies, source positions.

They accept trees of gast, which converters rewrite, and trees of Python's own `ast`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any, TypeAlias, TypeVar

import gast

from autograph.syntax.kinds import kinds

__all__ = [
    "BLOCK_FIELDS",
    "CHILD_BLOCKS",
    "CHILD_FIELDS",
    "FUNCTIONS",
    "SCOPES",
    "Block",
    "Node",
    "OperatorsName",
    "OwnName",
    "children",
    "copy_tree",
    "place",
    "walk",
]

Node: TypeAlias = Any
"""A gast node; gast has no types."""

Block: TypeAlias = list[Any]
"""Statements that run one after the other."""

AnyNode = TypeVar("AnyNode")

# Fields that hold no nodes worth a visit.
_PLAIN = frozenset(
    (
        *("attr", "id", "ctx", "op", "ops", "name", "names", "module", "level", "arg"),
        *("kind", "type_comment", "conversion", "is_async", "simple", "rest"),
        "kwd_attrs",
    )
)
# Classes in which a field with one of those names does hold nodes.
_NODES_AFTER_ALL = {
    (gast.ExceptHandler, "name"),
    *((getattr(each, "TypeAlias", None), "name") for each in (ast, gast)),
}

BLOCK_FIELDS: frozenset[str] = frozenset(("body", "orelse", "finalbody"))
"""Fields that hold statements (in `Lambda` and `IfExp`, an expression)."""


FUNCTIONS: Any = kinds("FunctionDef", "AsyncFunctionDef")
SCOPES: Any = kinds("FunctionDef", "AsyncFunctionDef", "Lambda", "ClassDef")


_LOAD = gast.Load()


class OwnName(gast.Name):  # type: ignore[misc]
    """A name in generated code that is not the user's."""

    def __init__(
        self,
        identifier: str = "",
        context: Any = None,
        annotation: Any = None,
        type_comment: Any = None,
    ) -> None:
        # gast's own constructor takes many times as long; copying gives no arguments,
        # or from Python 3.13 on every field
        self.id = identifier
        self.ctx = context or _LOAD
        self.annotation, self.type_comment = annotation, type_comment


class OperatorsName(OwnName):
    """The name of the operators; lowering decides how it is spelled."""


class _ChildFields(dict[type, tuple[str, ...]]):
    """The fields of a node class that may hold nodes, computed on first use."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        fields: tuple[str, ...] = getattr(kind, "_fields", ())
        if issubclass(kind, gast.Name):
            fields = ("annotation",)
        elif issubclass(kind, kinds("Constant", "MatchSingleton")):
            fields = ()
        kept = tuple(
            field
            for field in fields
            if field not in _PLAIN or (kind, field) in _NODES_AFTER_ALL
        )
        self[kind] = kept
        return kept


CHILD_FIELDS = _ChildFields()


class _BlockFields(dict[type, tuple[str, ...]]):
    """The fields of a node class that hold statements, or clauses that hold them."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        fields = CHILD_FIELDS[kind]
        if issubclass(kind, ast.expr):
            fields = ()
        self[kind] = kept = tuple(field for field in fields if field in _WITH_BLOCKS)
        return kept


_WITH_BLOCKS = frozenset(("body", "orelse", "finalbody", "handlers", "cases"))
CHILD_BLOCKS = _BlockFields()


def children(node: Node) -> list[Node]:
    """The nodes right below `node`, in the order of the source."""
    found: list[Node] = []
    held = node.__dict__
    for field in CHILD_FIELDS[node.__class__]:
        value = held.get(field)
        if value.__class__ is list:
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(node: Node, into_scopes: bool = True) -> Iterator[Node]:
    """`node` and all nodes below it, parents first.

    With `into_scopes=False`, nodes inside nested functions, lambdas and classes are
    skipped.
    """
    stack = [node]
    while stack:
        found = stack.pop()
        yield found
        if into_scopes or found is node or not isinstance(found, SCOPES):
            below = children(found)
            below.reverse()
            stack += below


def copy_tree(node: AnyNode) -> AnyNode:
    """A copy of `node` that shares only parts which no converter changes."""
    if not isinstance(node, ast.AST):
        return node
    new = copy.copy(node)
    for field in CHILD_FIELDS[node.__class__]:
        value = getattr(node, field, None)
        if value.__class__ is list:
            setattr(new, field, [copy_tree(item) for item in value])
        elif isinstance(value, ast.AST):
            setattr(new, field, copy_tree(value))
    return new


def place(node: Node, origin: Node) -> Node:
    """Give `node` the line at which `origin` starts; returns `node`."""
    node.lineno = node.end_lineno = origin.lineno
    node.col_offset = node.end_col_offset = origin.col_offset
    return node
