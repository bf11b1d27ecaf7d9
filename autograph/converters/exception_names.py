"""Names bound by `except` clauses that the function also uses elsewhere."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Converter
from autograph.syntax.names import names_mentioned
from autograph.syntax.nodes import CHILD_BLOCKS, Block, Node, children, walk
from autograph.syntax.templates import Template

__all__ = ["ExceptionNames"]

_HANDLER = Template(
    """
    __name__ = __error__
    try:
        __body__
    finally:
        __name__ = None
        del __name__
    """
)


_TRIES = tuple(
    getattr(gast, name) for name in ("Try", "TryStar") if hasattr(gast, name)
)

_FUNCTIONS = frozenset((gast.FunctionDef, gast.AsyncFunctionDef, gast.Lambda))


class ExceptionNames(Converter, lowers=_TRIES, makes=(gast.Delete, gast.Try)):
    """Makes the name of an `except` clause a variable if it is used elsewhere.

        e = 1                       e = 1
        try:                        try:
            a                           a
        except E as e:      =>      except E as error:
            b                           e = error
                                        try:
                                            b
                                        finally:
                                            e = None
                                            del e

    Python deletes the name at the end of the clause; a branch that has become a
    function could not delete a variable that it shares.

    >>> from autograph.pipeline import show_pass
    >>> code = "def f(e):\\n    try: a()\\n    except E as e: b(e)"
    >>> print(show_pass(code, ExceptionNames))
    def f(e):
        try:
            a()
        except E as error:
            e = error
            try:
                b(e)
            finally:
                e = None
                del e
    """

    _fields = CHILD_BLOCKS

    _elsewhere: frozenset[str] = frozenset()
    """Names that the function at hand uses outside of the clauses that bind them."""

    def visit_function(self, node: Node) -> Any:
        outer = self._elsewhere
        self._elsewhere = frozenset(_used_outside_clauses(node))
        node.body = self.visit_block(node.body)
        self._elsewhere = outer
        return node

    def visit_ClassDef(self, node: Node) -> Any:
        return self.visit_scopes_in(node)

    def visit_ExceptHandler(self, node: Node) -> Any:
        node.body = self.visit_block(node.body)
        if node.name is None or node.name.id not in self._elsewhere:
            return node
        error = self.names.new("error")
        variable = {"name": node.name.id, "error": error}
        node.body = _HANDLER.expand(node, body=node.body, **variable)
        node.name = gast.copy_location(
            gast.Name(error, gast.Store(), None, None), node.name
        )
        return node


def _used_outside_clauses(function: Node) -> set[str]:
    found: set[str] = set()
    _collect([function.args, *function.body], frozenset(), found)
    return found


def _collect(nodes: Block, bound: frozenset[str], found: set[str]) -> None:
    for node in nodes:
        inner = bound
        below = children(node)
        if isinstance(node, gast.ExceptHandler) and node.name is not None:
            inner = bound | {node.name.id}
            below = [each for each in below if each is not node.name]
        if node.__class__ in _FUNCTIONS:
            own = walk(node.args)
            inner |= {each.id for each in own if isinstance(each, gast.Name)}
        found |= names_mentioned(node) - bound
        _collect(below, inner, found)
