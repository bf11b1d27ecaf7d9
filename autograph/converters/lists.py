"""Lists, when `Feature.LISTS` is on."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Converter, constant, name_of
from autograph.syntax.names import qualified_name
from autograph.syntax.nodes import Block, Node, OwnName, copy_tree, place
from autograph.syntax.templates import Template

__all__ = ["Lists"]

_NEW = Template("ag__.new_list(__items__)")
_APPEND = Template("ag__.list_append(__list__, __item__)")
_POP = Template(
    """
    __target__, __item__ = ag__.list_pop(__list__, __index__, opts=__options__)
    """
)
_POP_OPTIONS = Template("ag__.ListPopOpts(element_dtype=None, element_shape=None)")
_STACK = Template("ag__.list_stack(__list__, opts=__options__)")
_STACK_OPTIONS = Template(
    "ag__.ListStackOpts(element_dtype=None, original_call=__call__)"
)


class Lists(Converter, lowers=(gast.List, gast.Call)):
    """Lowers changes of a list to assignments.

        l.append(a)         =>      l = ag__.list_append(l, a)
        b = l.pop()                 l, l_1 = ag__.list_pop(l, None, opts=...)
                                    b = l_1

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(l):\\n    l = []\\n    l.append(1)", Lists))
    def f(l):
        l = ag__.new_list([])
        l = ag__.list_append(l, 1)
    """

    _before: Block | None = None
    """Statements to run before the present one; None where none can be put."""

    def visit_List(self, node: Node) -> Any:
        self.visit_children(node)
        if not isinstance(node.ctx, gast.Load):
            return node
        return _NEW.expand_expression(items=node)

    def visit_Expr(self, node: Node) -> Any:
        appended = self._appended(node)
        return self._simple(node) if appended is None else appended

    def visit_Assign(self, node: Node) -> Any:
        return self._simple(node)

    def visit_AugAssign(self, node: Node) -> Any:
        return self._simple(node)

    def visit_Return(self, node: Node) -> Any:
        return self._simple(node)

    def _simple(self, node: Node) -> Any:
        outer, self._before = self._before, []
        self.visit_children(node)
        before, self._before = self._before, outer
        return [*before, node] if before else node

    def _sometimes(self, node: Node) -> Node:
        """Visit an expression of which a part may run never or often."""
        outer, self._before = self._before, None
        self.visit_children(node)
        self._before = outer
        return node

    visit_Lambda = visit_IfExp = visit_BoolOp = _sometimes
    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _sometimes

    def visit_Compare(self, node: Node) -> Any:
        return self._sometimes(node) if len(node.ops) > 1 else self.visit_children(node)

    def visit_Call(self, node: Node) -> Any:
        self.visit_children(node)
        name = qualified_name(node.func)
        if name is not None and name.text == "tf.stack" and _is_plain(node, 1, 1):
            options = _STACK_OPTIONS.expand_expression(call=node.func)
            return _STACK.expand_expression(list=node.args[0], options=options)
        return self._popped(node)

    def _appended(self, statement: Node) -> list[Node] | None:
        call = statement.value
        if not _is_method(call, "append") or not _is_plain(call, 1, 1):
            return None
        call.args = self.visit_all(call.args)
        target = call.func.value
        value = _APPEND.expand_expression(list=target, item=call.args[0])
        return [place(gast.Assign([_stored(target)], value, None), statement)]

    def _popped(self, call: Node) -> Node:
        if self._before is None or not _is_method(call, "pop"):
            return call
        if not _is_plain(call, 0, 1):
            return call
        target = call.func.value
        name = qualified_name(target)
        item = self.names.new(name.text.replace(".", "_") if name else "item")
        self._before += _POP.expand(
            call,
            target=_stored(target),
            item=OwnName(item, gast.Store()),
            list=target,
            index=call.args[0] if call.args else constant(None),
            options=_POP_OPTIONS.expand_expression(),
        )
        return OwnName(item)


def _is_method(node: Node, name: str) -> bool:
    """Whether `node` calls the method `name` of a variable, attribute or item."""
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Attribute):
        return False
    target = node.func.value
    if isinstance(target, gast.Subscript):
        target = target.value
    qualified = qualified_name(target)
    if qualified is None or "[" in qualified.text:
        return False
    is_item = target is not node.func.value
    return node.func.attr == name and (name == "append" or not is_item)


def _is_plain(call: Node, least: int, most: int) -> bool:
    if call.keywords or not least <= len(call.args) <= most:
        return False
    return not any(isinstance(item, gast.Starred) for item in call.args)


def _stored(node: Node) -> Node:
    if isinstance(node, gast.Name):
        return name_of(node.id, gast.Store)
    stored = copy_tree(node)
    stored.ctx = gast.Store()
    return stored
