"""Lowers gast trees to the interpreter's own `ast`, ready to compile or print.

A node without a position gets the position of its parent. Trees are rebuilt, so a part
that templates share may occur in many places.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import gast

from autograph.syntax.forms_to_run import RUN_OTHERWISE, SHOWN_BARE, form_to_run
from autograph.syntax.nodes import Node, OperatorsName, OwnName

__all__ = [
    "Lowering",
    "to_python_ast",
]

_LOAD, _STORE, _DEL = ast.Load(), ast.Store(), ast.Del()
_CONTEXTS: dict[type, ast.expr_context] = {
    gast.Load: _LOAD,
    gast.Store: _STORE,
    gast.Del: _DEL,
    gast.Param: _LOAD,
}


class _Plans(dict[type, tuple[Any, tuple[str, ...]]]):
    """The interpreter's class for a gast class, and its fields in this Python."""

    def __missing__(self, kind: type) -> tuple[Any, tuple[str, ...]]:
        target = getattr(ast, kind.__name__)
        self[kind] = plan = (target, target._fields)
        return plan


_PLANS = _Plans()


def to_python_ast(
    node: Node,
    reads_as_they_are: Callable[[Node], bool] | None = None,
    operators_name: str = "ag__",
) -> Any:
    """`node` as a tree of the `ast` module.

    With `reads_as_they_are`, the tree is made to run rather than to be shown: a call
    `ag__.ld(name)` for which the predicate is true becomes the name alone, and some
    nodes run in another form than the one that is shown (`forms_to_run`).
    """
    lowering = Lowering(reads_as_they_are, operators_name)
    return lowering.lower(node, (1, 0, 1, 0))


Position = tuple[int, int, int, int]


class Lowering:
    """One conversion; see `to_python_ast`."""

    def __init__(
        self,
        reads_as_they_are: Callable[[Node], bool] | None = None,
        operators_name: str = "ag__",
    ) -> None:
        self._is_plain_read = reads_as_they_are
        self._operators_name = operators_name

    def lower(self, node: Node, around: Position) -> Any:
        """The lowered `node`, at the position `around` if it has no position."""
        kind = node.__class__
        special = _SPECIAL.get(kind)
        if special is not None:
            return special(self, node, around)
        if self._is_plain_read is None:
            if kind is gast.Call and SHOWN_BARE.get(node):
                return self.lower(node.args[0], around)
        elif kind in RUN_OTHERWISE:
            if kind is gast.Call and self._is_plain_read(node):
                return self.lower(node.args[0], around)
            form = form_to_run(node)
            if form is not None:
                return self.lower(form, around)
        return self._build(*_PLANS[kind], node, around)

    def _build(
        self, target: Any, fields: tuple[str, ...], node: Node, around: Position
    ) -> Any:
        held = node.__dict__
        around = _place(held, around)
        made = target.__new__(target)
        attributes = made.__dict__
        for field in fields:
            value = held.get(field)
            kind = value.__class__
            if kind is list:
                attributes[field] = [
                    self.lower(item, around) if isinstance(item, ast.AST) else item
                    for item in value
                ]
            elif kind is str or value is None or not isinstance(value, ast.AST):
                attributes[field] = value
            else:
                attributes[field] = self.lower(value, around)
        _locate(attributes, around)
        return made

    def _constant(self, node: Node, around: Position) -> ast.AST:
        held = node.__dict__
        made = ast.Constant.__new__(ast.Constant)
        attributes = made.__dict__
        attributes["value"], attributes["kind"] = held["value"], held.get("kind")
        _locate(attributes, _place(held, around))
        return made

    def _attribute(self, node: Node, around: Position) -> ast.AST:
        held = node.__dict__
        around = _place(held, around)
        made = ast.Attribute.__new__(ast.Attribute)
        attributes = made.__dict__
        attributes["value"] = self.lower(held["value"], around)
        attributes["attr"] = held["attr"]
        attributes["ctx"] = _CONTEXTS[held["ctx"].__class__]
        _locate(attributes, around)
        return made

    def _name(self, node: Node, around: Position) -> ast.AST:
        held = node.__dict__
        line = held.get("lineno")
        if line is not None:
            around = (
                line,
                held["col_offset"],
                held.get("end_lineno") or line,
                held.get("end_col_offset") or 0,
            )
        made = ast.Name.__new__(ast.Name)
        attributes = made.__dict__
        attributes["id"] = held["id"]
        attributes["ctx"] = _CONTEXTS[held["ctx"].__class__]
        _locate(attributes, around)
        return made

    def _operators(self, node: Node, around: Position) -> ast.AST:
        made = ast.Name.__new__(ast.Name)
        attributes = made.__dict__
        attributes["id"], attributes["ctx"] = self._operators_name, _LOAD
        _locate(attributes, around)
        return made

    def _context(self, node: Node, around: Position) -> ast.AST:
        return _CONTEXTS[node.__class__]

    def _arguments(self, node: Node, around: Position) -> ast.AST:
        made = ast.arguments.__new__(ast.arguments)
        attributes = made.__dict__
        for field in ("posonlyargs", "args", "kwonlyargs"):
            items = getattr(node, field)
            attributes[field] = [self._arg(each, around) for each in items]
        for field in ("defaults", "kw_defaults"):
            attributes[field] = [
                None if each is None else self.lower(each, around)
                for each in getattr(node, field)
            ]
        for field in ("vararg", "kwarg"):
            attributes[field] = self._arg(getattr(node, field), around)
        return made

    def _arg(self, node: Node, around: Position) -> Any:
        if node is None:
            return None
        held = node.__dict__
        annotation = held.get("annotation")
        made = ast.arg.__new__(ast.arg)
        attributes = made.__dict__
        attributes["arg"] = held["id"]
        attributes["annotation"] = annotation and self.lower(annotation, around)
        attributes["type_comment"] = held.get("type_comment")
        is_placed = held.get("lineno") is not None
        _locate(attributes, _place(held, around) if is_placed else around)
        return made

    def _handler(self, node: Node, around: Position) -> ast.AST:
        made = self._build(ast.ExceptHandler, ("type", "body"), node, around)
        made.name = node.name and (
            node.name if isinstance(node.name, str) else node.name.id
        )
        return made  # type: ignore[no-any-return]


def _place(held: dict[str, Any], around: Position) -> Position:
    """Where a node is: by its own account, or where the one around it begins."""
    line = held.get("lineno")
    if line is not None:
        return (
            line,
            held.get("col_offset", 0),
            held.get("end_lineno") or line,
            held.get("end_col_offset") or 0,
        )
    if around[2] != around[0]:
        # An attribute runs at the line where it ends: ours ends where it begins.
        return (*around[:2], *around[:2])
    return around


def _locate(attributes: dict[str, Any], position: Position) -> None:
    (
        attributes["lineno"],
        attributes["col_offset"],
        attributes["end_lineno"],
        attributes["end_col_offset"],
    ) = position


_SPECIAL: dict[type, Callable[[Lowering, Node, Position], ast.AST]] = {
    gast.Name: Lowering._name,
    OwnName: Lowering._name,
    OperatorsName: Lowering._operators,
    gast.Attribute: Lowering._attribute,
    gast.Constant: Lowering._constant,
    gast.arguments: Lowering._arguments,
    gast.ExceptHandler: Lowering._handler,
    gast.Load: Lowering._context,
    gast.Store: Lowering._context,
    gast.Del: Lowering._context,
    gast.Param: Lowering._context,
}
