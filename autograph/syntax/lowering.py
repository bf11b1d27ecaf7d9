"""Lowers gast trees to the interpreter's own `ast`, ready to compile or print.

A node without a position gets the position of its parent. Trees are rebuilt, so a part
that templates share may occur in many places.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import gast

from autograph.syntax.annotations import Annotation
from autograph.syntax.kinds import kinds
from autograph.syntax.nodes import Node, OperatorsName, OwnName
from autograph.syntax.variable_roles import marked

__all__ = [
    "DECIDING_TEXT",
    "DELETES",
    "DOES_NOTHING",
    "ITEMS_NAME",
    "PENDING_JUMPS",
    "ROLES",
    "SHARED",
    "SHOWN_BARE",
    "WITHOUT_VALUE",
    "Lowering",
    "to_python_ast",
]

DOES_NOTHING = Annotation[bool]("does_nothing", False)
"""On a function without arguments that we made: it has no effect."""

DECIDING_TEXT = Annotation[str]("deciding_text", "")
"""On a conditional expression that is shown as it is, but runs as a call of
`if_exp`: the user's text of its test."""

ITEMS_NAME = Annotation[str]("items_name", "")
"""On a comprehension that is shown as it is, but runs as a call of `list_comp` or
`generator`: the name for what it iterates over."""

SHOWN_BARE = Annotation[bool]("shown_bare", False)
"""On a call `ag__.ld(name)` that is shown as the name alone."""

DELETES = Annotation[Any]("deletes", None)
"""On an assignment of `Undefined` in place of `del`: what reads the variable, which
must have a value."""

PENDING_JUMPS = Annotation[tuple[str, ...]]("pending_jumps", ())
"""On a `try` or `with`: flags of jumps out of it, which do not happen where it raises
while they leave it. That is not shown."""

WITHOUT_VALUE = Annotation[tuple[str, ...]]("without_value", ())
"""On a function: variables that get a stand-in when it begins, which is not shown."""

SHARED = Annotation[tuple[str, ...]]("shared", ())
"""On a function that we made: variables that it has from the function around, which is
not shown."""

ROLES = Annotation[tuple[Any, ...]]("roles", ())
"""On a tuple of names of variables, which is shown as it is: the role of each."""

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
    `ag__.ld(name)` for which the predicate is true becomes the name alone, and
    generated functions without an effect become assignments.
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
        if kind in _SHOWN_OTHERWISE and self._is_plain_read is not None:
            if kind is gast.Call and self._is_plain_read(node):
                return self.lower(node.args[0], around)
            if kind is gast.FunctionDef and DOES_NOTHING.get(node):
                return self._assigned(node, around)
            if kind is gast.FunctionDef and WITHOUT_VALUE.get(node):
                return self._build(*_PLANS[kind], _with_stand_ins(node), around)
            if kind is gast.FunctionDef and SHARED.get(node):
                return self._build(*_PLANS[kind], _with_shared(node), around)
            if kind is gast.IfExp and DECIDING_TEXT.get(node):
                return self.lower(_decided(node), around)
            if kind is gast.Assign and DELETES.get(node) is not None:
                return self._build(*_PLANS[kind], _deleted(node), around)
            if kind is gast.Tuple and ROLES.get(node):
                return self.lower(_with_roles(node), around)
            if kind in _COMPREHENSIONS and ITEMS_NAME.get(node):
                return self.lower(_called(node), around)
            if kind in _LEFT_LATE and PENDING_JUMPS.get(node):
                return self.lower(_undoing_jumps(node), around)
        elif kind is gast.Call and SHOWN_BARE.get(node):
            return self.lower(node.args[0], around)
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

    def _assigned(self, node: Node, around: Position) -> Any:
        # Something to call that has no frame, in which a debugger would stop.
        value = gast.Attribute(gast.Constant(None, None), "__bool__", gast.Load())
        target = OwnName(node.name, gast.Store())
        made = gast.copy_location(gast.Assign([target], value, None), node)
        return self.lower(made, around)

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


def _with_stand_ins(function: Node) -> Node:
    """`function`, beginning with `a = ag__.Undefined('a')`, after its docstring."""
    held = dict(function.__dict__)
    body = held["body"]
    first = body[0].value if isinstance(body[0], gast.Expr) else None
    start = isinstance(first, gast.Constant) and isinstance(first.value, str)
    place = body[start] if len(body) > start else body[0]
    made = []
    for name in WITHOUT_VALUE.get(function):
        stand_in = gast.Attribute(OperatorsName("ag__"), "Undefined", gast.Load())
        value = gast.Call(stand_in, [gast.Constant(name, None)], [])
        assigned = gast.Assign([OwnName(name, gast.Store())], value, None)
        made.append(gast.copy_location(assigned, place))
    held["body"] = [*body[:start], *made, *body[start:]]
    result = gast.FunctionDef.__new__(gast.FunctionDef)
    result.__dict__.update(held)
    return result


def _with_shared(function: Node) -> Node:
    """`function`, beginning with `nonlocal`."""
    held = dict(function.__dict__)
    declared = gast.Nonlocal(list(SHARED.get(function)))
    held["body"] = [gast.copy_location(declared, function), *held["body"]]
    result = gast.FunctionDef.__new__(gast.FunctionDef)
    result.__dict__.update(held)
    return result


def _decided(node: Node) -> Node:
    """`ag__.if_exp(...)` for a conditional expression."""
    decide = gast.Attribute(OperatorsName("ag__"), "if_exp", gast.Load())
    sides = [gast.Lambda(_NO_ARGUMENTS, side) for side in (node.body, node.orelse)]
    text = gast.Constant(DECIDING_TEXT.get(node), None)
    call = gast.Call(decide, [node.test, *sides, text], [])
    return gast.copy_location(call, node)


def _deleted(node: Node) -> Node:
    """`a = (ag__.ld(a), ag__.Undefined('a'))[1]`."""
    both = gast.Tuple([DELETES.get(node), node.value], gast.Load())
    value = gast.Subscript(both, gast.Constant(1, None), gast.Load())
    return gast.copy_location(gast.Assign(node.targets, value, None), node)


_COMPREHENSIONS = {gast.ListComp: "list_comp", gast.GeneratorExp: "generator"}


def _called(node: Node) -> Node:
    """`ag__.list_comp(lambda items: [... for ... in items], ...)`."""
    (loop,) = node.generators
    name = ITEMS_NAME.get(node)
    inner = gast.comprehension(loop.target, OwnName(name), [], 0)
    body = gast.copy_location(type(node)(node.elt, [inner]), node)
    items = gast.arguments([OwnName(name, gast.Param())], [], None, [], [], None, [])
    operator = _COMPREHENSIONS[type(node)]
    function = gast.Attribute(OperatorsName("ag__"), operator, gast.Load())
    call = gast.Call(function, [gast.Lambda(items, body), loop.iter], [])
    return gast.copy_location(call, node)


_LEFT_LATE = kinds("Try", "TryStar", "With")


def _undoing_jumps(node: Node) -> Node:
    """`try: node`, then `except: flag = False; raise`."""
    kind: Any = type(node)
    inner = kind.__new__(kind)
    inner.__dict__.update(node.__dict__)
    PENDING_JUMPS.set(inner, ())
    undone = [
        gast.Assign([OwnName(flag, gast.Store())], gast.Constant(False, None), None)
        for flag in PENDING_JUMPS.get(node)
    ]
    handler = gast.ExceptHandler(None, None, [*undone, gast.Raise(None, None)])
    return gast.copy_location(gast.Try([inner], [handler], [], []), node)


def _with_roles(node: Node) -> Node:
    """The names with their roles, for the loader."""
    names = [
        gast.Constant(marked(each.value, role), None)
        for each, role in zip(node.elts, ROLES.get(node), strict=True)
    ]
    return gast.copy_location(gast.Tuple(names, node.ctx), node)


_SHOWN_OTHERWISE = frozenset(
    (
        *(gast.Call, gast.FunctionDef, gast.IfExp, gast.Assign, gast.Tuple),
        *_COMPREHENSIONS,
        *_LEFT_LATE,
    )
)
"""Classes of which some nodes run as something else than what is shown."""


_NO_ARGUMENTS = gast.arguments([], [], None, [], [], None, [])


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
