"""Subscripts, when `Feature.LISTS` is on."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Converter
from autograph.syntax.names import qualified_name
from autograph.syntax.nodes import Node, copy_tree
from autograph.syntax.templates import Template

__all__ = ["Slices"]

_GET = Template("ag__.get_item(__target__, __index__, opts=__options__)")
_OPTIONS = Template("ag__.GetItemOpts(element_dtype=None)")
_SET = Template("ag__.set_item(__target__, __index__, __value__)")


class Slices(Converter, lowers=(gast.Subscript,)):
    """Lowers reading and writing one item; slices stay.

        a[i] = b[j]     =>      a = ag__.set_item(a, i, ag__.get_item(b, j, ...))

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(a, i):\\n    a[i] = 2", Slices))
    def f(a, i):
        a = ag__.set_item(a, i, 2)
    """

    def visit_Assign(self, node: Node) -> Any:
        target = node.targets[0]
        if len(node.targets) > 1 or not _is_item(target):
            return self.visit_children(node)
        node.value = self.visit(node.value)
        while _is_item(target):
            holder = target.value
            node.value = _SET.expand_expression(
                target=self.visit(copy_tree(holder)),
                index=self.visit(copy_tree(target.slice)),
                value=node.value,
            )
            target = copy_tree(holder)
            target.ctx = gast.Store()
        node.targets = [self.visit(target)]
        return node

    def visit_Subscript(self, node: Node) -> Any:
        self.visit_children(node)
        if not isinstance(node.ctx, gast.Load) or not _is_single(node.slice):
            return node
        return _GET.expand_expression(
            target=node.value, index=node.slice, options=_OPTIONS.expand_expression()
        )


def _is_single(index: Node) -> bool:
    return not isinstance(index, (gast.Slice, gast.Tuple))


def _is_item(node: Node) -> bool:
    """Whether `node` is an item whose holders can all be assigned to."""
    if not isinstance(node, gast.Subscript):
        return False
    while isinstance(node, gast.Subscript):
        if not _is_single(node.slice):
            return False
        node = node.value
    return qualified_name(node) is not None
