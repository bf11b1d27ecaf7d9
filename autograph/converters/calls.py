"""Calls."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import (
    SCOPE_NAME,
    Conversion,
    Converter,
    constant,
)
from autograph.options import Feature
from autograph.syntax.forms_to_run import RUNS_AS
from autograph.syntax.names import qualified_name
from autograph.syntax.nodes import Node, OwnName
from autograph.syntax.templates import Template

__all__ = ["Calls"]

_CALL = Template("ag__.converted_call(__function__, __args__, __keywords__, __scope__)")
_TUPLE = Template("tuple(__items__)")
_DEBUGGERS = frozenset(("breakpoint", "pdb.set_trace", "ipdb.set_trace"))


class Calls(Converter, lowers=(gast.Call,)):
    """Lowers each call to one that converts the function when it runs.

        f(a, *b, c=d)   =>
            ag__.converted_call(f, (a,) + tuple(b), dict(c=d), fscope)

    Left as they are: `print` (unless `Feature.BUILTIN_FUNCTIONS` is on), debuggers,
    and calls that make the context of a `with`.

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(a):\\n    print(g(a))", Calls))
    def f(a):
        print(ag__.converted_call(g, (a,), None, fscope))
    """

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self._scope = SCOPE_NAME.get(conversion.function) or "fscope"
        self._plain = set(_DEBUGGERS)
        if not self.options.uses(Feature.BUILTIN_FUNCTIONS):
            self._plain.add("print")

    def visit_function(self, node: Node) -> Any:
        node.decorator_list = self.visit_all(node.decorator_list)
        arguments = node.args
        arguments.defaults = self.visit_all(arguments.defaults)
        arguments.kw_defaults = self.visit_all(arguments.kw_defaults)
        outer = self._scope
        self._scope = SCOPE_NAME.get(node) or outer
        node.body = self.visit_block(node.body)
        self._scope = outer
        return node

    def visit_withitem(self, node: Node) -> Any:
        return node

    def visit_Call(self, node: Node) -> Any:
        self.visit_children(node)
        function = node.func
        if isinstance(function, gast.Attribute) and isinstance(function.value, OwnName):
            return node
        name = qualified_name(function)
        if name is not None and name.text in self._plain:
            return node
        made = _CALL.expand_expression(
            function=function,
            args=_positional(node.args),
            keywords=_keywords(node.keywords),
            scope=self._scope,
        )
        if _unpacks(node):
            RUNS_AS.set(made, "unpacking_call")
        # an error names the line of the call, and not that of the statement
        return gast.copy_location(made, node)


def _unpacks(node: Node) -> bool:
    has_star = any(isinstance(each, gast.Starred) for each in node.args)
    return has_star or any(each.arg is None for each in node.keywords)


def _positional(args: list[Node]) -> Node:
    """A tuple of the arguments: `(a, b) + tuple(c)` for `a, b, *c`."""
    parts: list[Node] = []
    run: list[Node] = []
    for item in args:
        if isinstance(item, gast.Starred):
            if run:
                parts.append(gast.Tuple(run, gast.Load()))
                run = []
            parts.append(_TUPLE.expand_expression(items=item.value))
        else:
            run.append(item)
    if run or not parts:
        parts.append(gast.Tuple(run, gast.Load()))
    total = parts[0]
    for part in parts[1:]:
        total = gast.BinOp(total, gast.Add(), part)
    return total


def _keywords(keywords: list[Node]) -> Node:
    if not keywords:
        return constant(None)
    return gast.Call(OwnName("dict"), [], keywords)
