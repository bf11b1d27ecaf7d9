"""Variable loads, deletions and augmented assignments."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import IS_LEFT_ALONE, Converter, constant, name_of
from autograph.syntax.forms_to_run import DELETES, LOOKS_AT_FRAME, SHOWN_BARE
from autograph.syntax.names import names_mentioned
from autograph.syntax.nodes import Node, place, walk
from autograph.syntax.statements import walk_statements
from autograph.syntax.templates import Template
from autograph.syntax.visitor import Transformer

__all__ = ["Variables", "is_read"]

_READ = Template("ag__.ld(__name__)")
_DELETE = Template("__name__ = ag__.Undefined(__text__)")
_UPDATE = Template("__target__ = ag__.ld(__value__)")


class Variables(Converter):
    """Makes the reading of a variable a call, which refuses one without a value.

        del a           =>      a = ag__.Undefined('a')
        b = c                   b = ag__.ld(c)

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(a):\\n    b = a\\n    b += 1\\n    del b", Variables))
    def f(a):
        b = ag__.ld(a)
        b = ag__.ld(b)
        b += 1
        b = ag__.Undefined('b')
    """

    def convert(self, tree: Node) -> Node:
        if not isinstance(tree, gast.Assign):
            return self.visit(tree)
        # A lambda alone has no statement that could leave a variable without a value:
        # those around it may.
        if self.conversion.undefined:
            tree.value = self._shown_bare([tree.value])[0]
        return tree

    def visit_Name(self, node: Node) -> Any:
        if not isinstance(node.ctx, gast.Load):
            return node
        read = _READ.expand_expression(name=node)
        # a name of ours has no place: it gets the one of what it stands in
        return read if node.__dict__.get("lineno") is None else place(read, node)

    _in_class = False
    """Whether a statement at hand is of the body of a class."""
    _globals: frozenset[str] = frozenset()
    """Names that the function at hand declared `global`."""

    def visit_function(self, node: Node) -> Any:
        node.decorator_list = self._shown_bare(node.decorator_list)
        arguments = node.args
        arguments.defaults = self.visit_all(arguments.defaults)
        arguments.kw_defaults = self.visit_all(arguments.kw_defaults)
        outer = self._globals
        self._globals = frozenset(
            name
            for found in walk_statements(node, into_scopes=False)
            if isinstance(found, gast.Global)
            for name in found.names
        )
        is_in_class, self._in_class = self._in_class, False
        node.body = self.visit_block(node.body)
        self._globals, self._in_class = outer, is_in_class
        return node

    def visit_FunctionDef(self, node: Node) -> Any:
        if not IS_LEFT_ALONE.get(node):
            return self.visit_function(node)
        # only what is evaluated where it is defined
        arguments = node.args
        node.decorator_list = self._shown_bare(node.decorator_list)
        arguments.defaults = self._shown_bare(arguments.defaults)
        arguments.kw_defaults = self._shown_bare(arguments.kw_defaults)
        # and the variables of the functions around it
        reads = _FreeReads(node)
        node.body = self._marked_bare(reads.visit_all(node.body))
        return node

    def _shown_bare(self, expressions: list[Node]) -> list[Node]:
        return self._marked_bare(self.visit_all(expressions))

    def _marked_bare(self, made: list[Node]) -> list[Node]:
        for expression in made:
            for found in walk(expression) if expression is not None else ():
                if isinstance(found, gast.Call) and is_read(found):
                    SHOWN_BARE.set(found, True)
        return made

    def visit_AsyncFunctionDef(self, node: Node) -> Any:
        return self.visit_function(node)

    def visit_Lambda(self, node: Node) -> Any:
        arguments = node.args
        arguments.defaults = self.visit_all(arguments.defaults)
        arguments.kw_defaults = self.visit_all(arguments.kw_defaults)
        node.body = self.visit(node.body)
        return node

    def visit_ExceptHandler(self, node: Node) -> Any:
        if node.type is not None:
            node.type = self._shown_bare([node.type])[0]
        node.body = self.visit_block(node.body)
        return node

    def visit_match_case(self, node: Node) -> Any:
        if node.guard is not None:
            node.guard = self.visit(node.guard)
        node.body = self.visit_block(node.body)
        return node

    def visit_AugAssign(self, node: Node) -> Any:
        if not isinstance(node.target, gast.Name):
            return self.visit_children(node)
        node.value = self._shown_bare([node.value])[0]
        name = node.target.id
        read = _UPDATE.expand(
            node, target=name_of(name, gast.Store), value=name_of(name)
        )
        return [*read, node]

    def visit_ClassDef(self, node: Node) -> Any:
        """Leaves `del` in a class body alone: it deletes an attribute of the class."""
        outer, self._in_class = self._in_class, True
        self.visit_children(node)
        self._in_class = outer
        return node

    def visit_Delete(self, node: Node) -> Any:
        if self._in_class:
            return self._deleted_as_written(node)
        result: list[Node] = []
        kept: list[Node] = []
        for target in node.targets:
            # a global variable is read elsewhere too: it goes
            if isinstance(target, gast.Name) and target.id not in self._globals:
                self.conversion.undefined.add(target.id)
                text = constant(target.id)
                stored = name_of(target.id, gast.Store)
                made = _DELETE.expand(node, name=stored, text=text)
                read = _READ.expand_expression(name=name_of(target.id))
                DELETES.set(made[0], read)
                result += made
            else:
                is_name = isinstance(target, gast.Name)
                kept.append(target if is_name else self.visit(target))
        if kept:
            result.append(place(gast.Delete(kept), node))
        return result

    def _deleted_as_written(self, node: Node) -> Node:
        node.targets = [
            each if isinstance(each, gast.Name) else self.visit(each)
            for each in node.targets
        ]
        return node


class _FreeReads(Transformer):
    """Makes the reading of a variable that `function` does not bind a call."""

    def __init__(self, function: Node) -> None:
        self._bound = {
            name
            for found in walk(function)
            if not isinstance(found, gast.Name) or not isinstance(found.ctx, gast.Load)
            for name in names_mentioned(found)
        }

    def visit_Name(self, node: Node) -> Any:
        if node.id in self._bound or not isinstance(node.ctx, gast.Load):
            return node
        return _READ.expand_expression(name=node)

    def visit_Call(self, node: Node) -> Any:
        is_name = isinstance(node.func, gast.Name) and node.func.id in _OF_FRAMES
        is_own = is_name and not node.keywords and len(node.args) <= 1
        if is_own and not any(isinstance(x, gast.Starred) for x in node.args):
            LOOKS_AT_FRAME.set(node, True)
        return self.visit_children(node)


_OF_FRAMES = ("locals", "vars", "dir", "eval", "exec")


def is_read(node: Node) -> bool:
    """Whether `node` is a call `ag__.ld(name)` that this converter made."""
    function = node.func
    return isinstance(function, gast.Attribute) and function.attr == "ld"
