"""Trees of the `ast` module as gast trees; `lowering` goes the other way."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import gast

from autograph.syntax.nodes import Node

__all__ = ["from_python_ast"]

_SAME_FOR_ALL = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)
"""Classes of nodes that hold nothing."""


def from_python_ast(node: ast.AST) -> Node:
    """The tree of `gast.ast_to_gast`, in a third of its time; `node` stays unchanged.

    >>> tree = ast.parse("def f(x): return x").body[0]
    >>> gast.dump(from_python_ast(tree)) == gast.dump(gast.ast_to_gast(tree))
    True
    """
    return _read(node)


class _Readers(dict[type, Callable[[Any], Node]]):
    """How nodes of a class are read, found when the first one is."""

    def __missing__(self, kind: type) -> Callable[[Any], Node]:
        target = getattr(gast, kind.__name__)
        if issubclass(kind, _SAME_FOR_ALL):
            shared = target()
            self[kind] = read = lambda node: shared
            return read
        fields = tuple(each for each in kind._fields if each not in _TEXTS)  # type: ignore[attr-defined]
        added = [each for each in target._fields if each not in kind._fields]  # type: ignore[attr-defined]
        if added:
            self[kind] = read = lambda node: _completed(target, fields, added, node)
        else:
            self[kind] = read = lambda node: _built(target, fields, node)
        return read


_TEXTS = frozenset(
    ("attr", "id", "arg", "module", "level", "type_comment", "kind", "simple", "lineno")
)
"""Fields that hold no nodes in any class."""


def _built(target: Any, fields: tuple[str, ...], node: ast.AST) -> Node:
    made = target.__new__(target)
    held = made.__dict__
    held.update(node.__dict__)
    for field in fields:
        value = held.get(field)
        kind = value.__class__
        if kind is list:
            held[field] = [
                _READERS[item.__class__](item) if isinstance(item, ast.AST) else item
                for item in value
            ]
        elif isinstance(value, ast.AST):
            held[field] = _READERS[kind](value)
    return made


def _completed(
    target: Any, fields: tuple[str, ...], added: list[str], node: ast.AST
) -> Node:
    """A node with fields that this Python does not have."""
    made = _built(target, fields, node)
    for field in added:
        made.__dict__[field] = [] if field == "type_params" else None
    return made


def _name(node: ast.Name) -> Node:
    made = gast.Name.__new__(gast.Name)
    held = made.__dict__
    held.update(node.__dict__)
    held["ctx"] = _READERS[node.ctx.__class__](node.ctx)
    held["annotation"] = held["type_comment"] = None
    return made


def _argument(node: ast.arg) -> Node:
    made = _built(gast.Name, ("annotation",), node)
    held = made.__dict__
    held["id"] = held.pop("arg")
    held["ctx"] = _PARAMETER
    return made


def _handler(node: ast.ExceptHandler) -> Node:
    made = _built(gast.ExceptHandler, ("type", "body"), node)
    if node.name:
        made.name = gast.Name(node.name, _STORE, None, None)
    return made


_PARAMETER, _STORE = gast.Param(), gast.Store()
_READERS = _Readers()
_READERS.update(
    {ast.Name: _name, ast.arg: _argument, ast.ExceptHandler: _handler},
)


def _read(node: ast.AST) -> Node:
    return _READERS[node.__class__](node)
