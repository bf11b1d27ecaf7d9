"""The nodes that the running form has in place of callees, tests and blocks.

They are of Python's `ast`, whose constructors are fastest with the fields by position.
"""

from __future__ import annotations

import ast
from typing import Any

from autograph.syntax.nodes import Node, walk

__all__ = [
    "CELLS",
    "MARK",
    "METHOD_SITE",
    "NO_ARGUMENTS",
    "SITE",
    "At",
    "is_one_of",
    "is_owner_known",
    "is_small",
    "looked_up",
    "looked_up_at_site",
    "looked_up_attribute",
    "looked_up_directly",
    "staged_call",
]

MARK = "\0autograph:"
"""Begins the name that stands in the tree for a constant of the code."""
SITE, METHOD_SITE = "site", "method"
CELLS = f"{MARK}cells"

_LOAD, _STORE = ast.Load(), ast.Store()
_IN, _IS, _AND = ast.In(), ast.Is(), ast.And()


def _arguments() -> ast.arguments:
    return ast.arguments([], [], None, [], [], None, [])


NO_ARGUMENTS = _arguments()


class At:
    """Makes nodes at the position of `origin`, or at the point where it begins."""

    __slots__ = ("_position",)

    def __init__(self, origin: Node, is_point: bool = False) -> None:
        held = origin.__dict__
        line, column = held["lineno"], held["col_offset"]
        end, end_column = held.get("end_lineno"), held.get("end_col_offset")
        # what is of several lines would run at the last of them
        if is_point or end != line:
            end, end_column = line, column
        self._position = {
            "lineno": line,
            "col_offset": column,
            "end_lineno": end,
            "end_col_offset": end_column,
        }

    def __call__(self, kind: Any, *fields: Any) -> Any:
        """A node of the class `kind` with these fields, in the order of `_fields`."""
        return kind(*fields, **self._position)

    def constant(self, value: Any) -> Any:
        """A constant."""
        return self(ast.Constant, value, None)

    def marked(self, name: str) -> Any:
        """The constant of the code object that is called `name`."""
        return self.constant(MARK + name)

    def called(self, name: str) -> Any:
        """The constant `name` as a callee, without the compiler's warning of it."""
        held = self.marked(name)
        return self(ast.IfExp, self.constant(True), held, held)

    def name(self, identifier: str) -> Any:
        """A variable that is read."""
        return self(ast.Name, identifier, _LOAD)

    def assigned(self, identifier: str, value: Any) -> Any:
        """A variable that is set in an expression."""
        target = self(ast.Name, identifier, _STORE)
        return self(ast.NamedExpr, target, value)

    def call(self, function: Any, *args: Any, keywords: Any = ()) -> Any:
        """A call."""
        return self(ast.Call, function, [*args], [*keywords])

    def attribute(self, owner: Any, name: str) -> Any:
        """An attribute that is read."""
        return self(ast.Attribute, owner, name, _LOAD)

    def compared(self, one: Any, operator: ast.cmpop, other: Any) -> Any:
        """A comparison."""
        return self(ast.Compare, one, [operator], [other])

    def held(self, names: list[str]) -> Any:
        """`lambda: (CELLS, names)`: passes the variables to the staged form."""
        items = [self.constant(CELLS), *map(self.name, names)]
        body = self(ast.Tuple, items, _LOAD)
        return self(ast.Lambda, NO_ARGUMENTS, body)

    def is_recording(self) -> Any:
        """Whether something is recorded."""
        # A constant alone as a test would be decided by the compiler.
        return self.compared(self.constant(1), _IN, self.marked("recordings"))

    def is_something(self, value: Any) -> Any:
        """An expression: whether `value` is not `NOTHING`."""
        return self.compared(value, ast.IsNot(), self.called("nothing"))


def is_one_of(at: At, value: Node, kinds: str) -> Any:
    """An expression: whether the type of `value` is in the constant `kinds`."""
    kind = at.call(at.called("type"), value)
    return at.compared(kind, _IN, at.marked(kinds))


def looked_up_attribute(function: Node, site: str) -> Any:
    """`function`, an attribute, or its converted form, which the call site may know."""
    at = At(function)
    return at.call(at.attribute(at.marked(site), "find"), function)


def is_owner_known(function: Node, site: str) -> Any:
    """A test: whether the owner of a method is of the class that the site knows."""
    at = At(function)
    kind = at.call(at.called("type"), function.value)
    return at.compared(kind, _IS, at.attribute(at.marked(site), "kind"))


_SMALL = (
    *(ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.keyword),
    *(ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context),
)
_FEW = 12


def is_small(call: Node) -> bool:
    """Whether a call of a variable's attribute is short enough to be written twice."""
    if not isinstance(call.func.value, ast.Name):
        return False
    found = [each for one in (*call.args, *call.keywords) for each in walk(one)]
    return len(found) <= _FEW and all(isinstance(each, _SMALL) for each in found)


def looked_up(function: Node) -> Any:
    """`function`, any other expression, or its converted form."""
    at = At(function)
    return at.call(at.called("callee"), function)


def looked_up_directly(function: Node) -> Any:
    """Tests first for a callee that needs no look-up: a function in C, or a class."""
    at = At(function)
    found = at.call(at.called("callee"), function)
    return at(ast.IfExp, is_one_of(at, function, "direct"), function, found)


def looked_up_at_site(function: Node, number: int) -> Any:
    """For a name, checks the call site's cached callee first."""
    at = At(function)
    site = at.marked(f"{SITE}{number}")
    same = [
        at.compared(function, _IS, at.attribute(site, "function")),
        at.compared(
            at.attribute(function, "__code__"), _IS, at.attribute(site, "code")
        ),
        at.compared(
            at.attribute(function, "__defaults__"), _IS, at.attribute(site, "defaults")
        ),
    ]
    found = at.call(at.attribute(site, "find"), function)
    is_direct = is_one_of(at, function, "direct")
    other = at(ast.IfExp, is_direct, function, found)
    test = at(ast.BoolOp, _AND, same)
    made = at.attribute(site, "made")
    return at(ast.IfExp, test, made, other)


def staged_call(at: At, given: ast.arguments, free: tuple[str, ...]) -> Any:
    """`STAGED(lambda: (CELLS, free variables))(all arguments)`; or `STAGED(None)`."""
    held = at.held([*free]) if free else at.constant(None)
    staged = at.call(at.called("staged"), held)
    args = [at.name(each.arg) for each in (*given.posonlyargs, *given.args)]
    if given.vararg is not None:
        value = at.name(given.vararg.arg)
        args.append(at(ast.Starred, value, _LOAD))
    keywords = [
        at(ast.keyword, each.arg, at.name(each.arg)) for each in given.kwonlyargs
    ]
    if given.kwarg is not None:
        value = at.name(given.kwarg.arg)
        keywords.append(at(ast.keyword, None, value))
    return at.call(staged, *args, keywords=keywords)
