"""Directives: calls that configure the converter, and do nothing when they run."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import LOOP_OPTIONS, Converter
from autograph.syntax.names import qualified_name
from autograph.syntax.nodes import CHILD_BLOCKS, Block, Node, place

__all__ = ["Directives"]


class Directives(Converter, lowers=(gast.While, gast.For)):
    """Removes `set_loop_options(...)` and adds its values to the loop's options.

        while a:                                    while a:
            set_loop_options(swap_memory=True)  =>      b
            b

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass('''
    ... def f(a):
    ...     while a:
    ...         set_loop_options(swap_memory=True)
    ...         a = a - 1
    ... ''', Directives))
    def f(a):
        while a:
            a = a - 1
    """

    _fields = CHILD_BLOCKS

    def visit_While(self, node: Node) -> Any:
        return self._loop(node)

    def visit_For(self, node: Node) -> Any:
        return self._loop(node)

    def _loop(self, node: Node) -> Node:
        kept: Block = []
        for statement in node.body:
            keywords = self._loop_options(statement)
            if keywords is None:
                kept.append(statement)
            else:
                LOOP_OPTIONS.set(node, keywords)
        node.body = kept or [place(gast.Pass(), node)]
        return self.visit_children(node)

    def _loop_options(self, statement: Node) -> tuple[Node, ...] | None:
        """The keywords, if `statement` is such a call."""
        if not isinstance(statement, gast.Expr):
            return None
        call = statement.value
        if not isinstance(call, gast.Call) or qualified_name(call.func) is None:
            return None
        directive = self.conversion.resolve(call.func)
        if getattr(directive, "__qualname__", "") != "set_loop_options":
            return None
        if not str(getattr(directive, "__module__", "")).startswith("autograph."):
            return None
        parameters = directive.__code__.co_varnames
        named = [
            gast.keyword(name, value)
            for name, value in zip(parameters, call.args, strict=False)
        ]
        return (*named, *call.keywords)
