"""Activity analysis: the names that each statement reads, writes and defines.

Functions, lambdas and comprehensions are scopes of their own: only the names that they
read from the enclosing scope count as read by their statement.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import gast

from autograph.analysis.dataflow import EVERYTHING, NameTable, Summary
from autograph.syntax.annotations import Annotation
from autograph.syntax.names import qualified_name
from autograph.syntax.nodes import CHILD_FIELDS, SCOPES, Block, Node, OwnName, walk

__all__ = ["Activity", "FunctionActivity", "note_reads_of_all"]


_READS_ALL = Annotation[tuple[str, ...]]("reads_all", ())
"""On the name of `locals` in a call, or its like: the variables that the call reads."""

# The number of arguments with which each reads the variables around it.
_NAMES_READERS = {"locals": 0, "vars": 0, "dir": 0, "eval": 1, "exec": 1}


_MAY_READ_ALL = re.compile(rf"\b(?:{'|'.join(_NAMES_READERS)})\s*\(")


def note_reads_of_all(tree: Node, text: str) -> None:
    """Makes calls such as `locals()` count as reads of all variables of their function.

    `text` is the function's source: if it has no such call, the tree is not searched.
    """
    if not _MAY_READ_ALL.search(text):
        return
    for function in walk(tree):
        if not isinstance(function, gast.FunctionDef):
            continue
        inside = [found for each in function.body for found in _own_nodes(each)]
        written = {
            found.id
            for found in inside
            if isinstance(found, gast.Name) and isinstance(found.ctx, gast.Store)
        }
        for found in inside:
            if isinstance(found, gast.Call) and _reads_all(found):
                _READS_ALL.set(found.func, tuple(sorted(written)))


def _own_nodes(statement: Node) -> Iterator[Node]:
    return iter(()) if isinstance(statement, SCOPES) else walk(statement, False)


def _reads_all(call: Node) -> bool:
    if not isinstance(call.func, gast.Name) or call.keywords:
        return False
    return _NAMES_READERS.get(call.func.id) == len(call.args)


class FunctionActivity:
    """The parameters of one function, and its `global` and `nonlocal` names."""

    __slots__ = ("declared_global", "declared_nonlocal", "node", "parameters", "total")

    def __init__(self, node: Node, parameters: int) -> None:
        self.node = node
        self.parameters = parameters
        self.declared_global = 0
        self.declared_nonlocal = 0
        self.total = Summary()

    @property
    def foreign(self) -> int:
        """Names that the function can rebind in a scope around it."""
        return self.declared_global | self.declared_nonlocal


class Activity:
    """Summaries of all statements of a function and of nested functions."""

    def __init__(self, function: Node) -> None:
        self.names = NameTable()
        self.functions: list[FunctionActivity] = []
        self._of: dict[int, Summary] = {}
        self._heads: dict[int, Summary] = {}
        self._current = FunctionActivity(function, 0)
        if not isinstance(function, gast.Lambda):
            self._function(function)

    def of(self, statement: Node) -> Summary:
        """The summary of the whole `statement`."""
        return self._of[id(statement)]

    def head_of(self, statement: Node) -> Summary:
        """The summary of a compound statement's test, iterable, items or subject."""
        return self._heads[id(statement)]

    def block(self, statements: Block) -> Summary:
        """The summary of consecutive statements."""
        total = Summary()
        for statement in statements:
            found = self._of.get(id(statement))
            total.then(self._statement(statement) if found is None else found)
        return total

    def _function(self, node: Node) -> FunctionActivity:
        outer = self._current
        parameters = self.names.mask(item.id for item in _parameters(node.args))
        self._current = function = FunctionActivity(node, parameters)
        function.total = self.block(node.body)
        self._current = outer
        self.functions.append(function)
        return function

    def _statement(self, node: Node) -> Summary:
        method = _STATEMENTS.get(node.__class__)
        summary = self._simple(node) if method is None else method(self, node)
        self._of[id(node)] = summary
        return summary

    def _simple(self, node: Node) -> Summary:
        return self._expressions(
            getattr(node, field, None) for field in CHILD_FIELDS[node.__class__]
        )

    def _expressions(self, parts: Iterable[Any]) -> Summary:
        summary = Summary()
        for part in parts:
            if part.__class__ is list:
                for item in part:
                    self._collect(item, summary)
            elif part is not None:
                self._collect(part, summary)
        summary.needs = summary.reads
        return summary

    def _collect(self, node: Node, summary: Summary) -> None:
        kind = node.__class__
        if kind is gast.Name or kind is OwnName:
            self._name(node, summary)
            return
        method = _EXPRESSIONS.get(kind)
        if method is not None:
            method(self, node, summary)
            return
        for field in CHILD_FIELDS[kind]:
            value = getattr(node, field, None)
            if value.__class__ is list:
                for item in value:
                    if isinstance(item, ast.AST):
                        self._collect(item, summary)
            elif isinstance(value, ast.AST):
                self._collect(value, summary)

    def _name(self, node: Node, summary: Summary) -> None:
        bit = self.names.bit(node.id)
        context = node.ctx.__class__
        if context is gast.Load:
            summary.reads |= bit
            if node.id in _NAMES_READERS:
                summary.reads |= self.names.mask(_READS_ALL.get(node))
            return
        summary.writes |= bit
        if context is gast.Store:
            self._define(bit, summary)
        else:
            summary.reads |= bit
            summary.keeps &= ~bit
            summary.gives &= ~bit
            summary.holds &= ~bit

    def _define(self, bits: int, summary: Summary) -> None:
        summary.writes |= bits
        summary.gives |= bits
        summary.keeps &= ~bits

    def _place(self, node: Node, summary: Summary) -> None:
        """An attribute or an item; written to, it is state like a variable."""
        if not isinstance(node.ctx, gast.Load):
            name = qualified_name(node)
            if name is not None:
                summary.composites = {**summary.composites, name.text: name}
        self._collect(node.value, summary)
        if isinstance(node, gast.Subscript):
            self._collect(node.slice, summary)

    def _lambda(self, node: Node, summary: Summary) -> None:
        self._defaults(node.args, summary)
        inner = Summary()
        self._collect(node.body, inner)
        own = self.names.mask(item.id for item in _parameters(node.args))
        taken = inner.reads & ~own
        summary.reads |= taken
        summary.captured |= taken | (inner.captured & ~own)

    def _comprehension(self, node: Node, summary: Summary) -> None:
        inner, targets = Summary(), Summary()
        for generator in node.generators:
            self._collect(generator.target, targets)
            self._collect(generator.iter, inner)
            for condition in generator.ifs:
                self._collect(condition, inner)
        for field in ("elt", "key", "value"):
            part = getattr(node, field, None)
            if part is not None:
                self._collect(part, inner)
        taken = inner.reads & ~targets.writes
        summary.reads |= taken
        summary.captured |= inner.captured & ~targets.writes
        if isinstance(node, gast.GeneratorExp):
            summary.captured |= taken
        if inner.writes:
            # by `:=`, for each item, if there is one
            summary.writes |= inner.writes
            summary.gives |= inner.writes

    def _operands(self, node: Node, summary: Summary) -> None:
        """`a and b`, `a < b < c`, `b if a else c`: what comes first is evaluated."""
        if isinstance(node, gast.BoolOp):
            first, rest = node.values[:1], node.values[1:]
        elif isinstance(node, gast.Compare):
            first, rest = [node.left, *node.comparators[:1]], node.comparators[1:]
        else:
            first, rest = [node.test], [node.body, node.orelse]
        for part in first:
            self._collect(part, summary)
        keeps = summary.keeps
        for part in rest:
            self._collect(part, summary)
        summary.keeps = keeps

    def _defaults(self, arguments: Node, summary: Summary) -> None:
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if default is not None:
                self._collect(default, summary)

    def _def(self, node: Node) -> Summary:
        summary = self._expressions((node.decorator_list, node.returns))
        self._defaults(node.args, summary)
        for parameter in _parameters(node.args):
            if parameter.annotation is not None:
                self._collect(parameter.annotation, summary)
        summary.needs = summary.reads
        inner = self._function(node)
        own = inner.parameters | inner.total.writes & ~inner.foreign
        summary.captured |= (inner.total.reads | inner.total.captured) & ~own
        self._define(self.names.bit(node.name), summary)
        return summary

    def _class(self, node: Node) -> Summary:
        summary = self._expressions((node.decorator_list, node.bases, node.keywords))
        body = self.block(node.body)
        summary.reads |= body.reads & ~body.writes | body.needs
        summary.needs = summary.reads
        summary.captured |= body.captured
        self._define(self.names.bit(node.name), summary)
        return summary

    def _import(self, node: Node) -> Summary:
        summary = Summary()
        names = ((item.asname or item.name).partition(".")[0] for item in node.names)
        self._define(self.names.mask(names), summary)
        return summary

    def _declaration(self, node: Node) -> Summary:
        bits = self.names.mask(node.names)
        if isinstance(node, gast.Global):
            self._current.declared_global |= bits
        else:
            self._current.declared_nonlocal |= bits
        return Summary()

    def _annotated(self, node: Node) -> Summary:
        if node.value is None and isinstance(node.target, gast.Name):
            return self._expressions((node.annotation,))
        return self._simple(node)

    def _augmented(self, node: Node) -> Summary:
        summary = self._simple(node)
        if isinstance(node.target, gast.Name):
            summary.reads |= self.names.bit(node.target.id)
            summary.needs = summary.reads
        return summary

    def _raise(self, node: Node) -> Summary:
        summary = self._simple(node)
        summary.keeps = summary.holds = 0
        return summary

    def _head(self, node: Node, *parts: Any) -> Summary:
        self._heads[id(node)] = head = self._expressions(parts)
        total = Summary()
        total.then(head)
        return total

    def _if(self, node: Node) -> Summary:
        total = self._head(node, node.test)
        branches = self.block(node.body)
        branches.beside(self.block(node.orelse))
        total.then(branches)
        return total

    def _while(self, node: Node) -> Summary:
        total = self._head(node, node.test)
        body = self.block(node.body)
        body.maybe()
        total.then(body)
        total.then(self.block(node.orelse))
        return total

    def _for(self, node: Node) -> Summary:
        total = self._head(node, node.iter)
        body = self._expressions((node.target,))
        body.then(self.block(node.body))
        body.maybe()
        total.then(body)
        total.then(self.block(node.orelse))
        return total

    def _with(self, node: Node) -> Summary:
        total = self._head(node, node.items)
        body = self.block(node.body)
        if not body.holds:
            # what it raises may be suppressed
            body.holds = EVERYTHING
        total.then(body)
        return total

    def _try(self, node: Node) -> Summary:
        total = self.block(node.body)
        written = total.writes
        total.then(self.block(node.orelse))
        for handler in node.handlers:
            caught = self.handler(handler)
            caught.gives |= written & caught.holds
            total.beside(caught)
        final = self.block(node.finalbody)
        total.then(final)
        # it also runs where the body was left half way
        total.needs |= final.needs
        return total

    def handler(self, node: Node) -> Summary:
        """The summary of an `except` clause, whose name is deleted at its end."""
        total = self._expressions((node.type,))
        body = self.block(node.body)
        if node.name is not None:
            name = self.names.bit(node.name.id)
            body.needs &= ~name
            body.keeps &= ~name
            body.gives &= ~name
        total.then(body)
        return total

    def _match(self, node: Node) -> Summary:
        total = self._head(node, node.subject)
        cases = Summary()
        for case in node.cases:
            cases.beside(self.case(case))
        total.then(cases)
        return total

    def case(self, node: Node) -> Summary:
        """The summary of a `case` clause."""
        total = self._expressions((node.pattern, node.guard))
        total.needs &= ~total.gives
        total.keeps = total.holds = -1
        total.then(self.block(node.body))
        return total

    def _capture(self, node: Node, summary: Summary) -> None:
        name = node.rest if isinstance(node, gast.MatchMapping) else node.name
        if name:
            self._define(self.names.bit(name), summary)
        for field in ("pattern", "keys", "patterns"):
            part = getattr(node, field, None)
            for item in part if isinstance(part, list) else [part]:
                if item is not None:
                    self._collect(item, summary)


def _parameters(arguments: Node) -> list[Node]:
    found = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return found + [item for item in (arguments.vararg, arguments.kwarg) if item]


_STATEMENTS: dict[type, Callable[[Activity, Node], Summary]] = {
    gast.FunctionDef: Activity._def,
    gast.AsyncFunctionDef: Activity._def,
    gast.ClassDef: Activity._class,
    gast.Import: Activity._import,
    gast.ImportFrom: Activity._import,
    gast.Global: Activity._declaration,
    gast.Nonlocal: Activity._declaration,
    gast.AnnAssign: Activity._annotated,
    gast.AugAssign: Activity._augmented,
    gast.Raise: Activity._raise,
    gast.If: Activity._if,
    gast.While: Activity._while,
    gast.For: Activity._for,
    gast.AsyncFor: Activity._for,
    gast.With: Activity._with,
    gast.AsyncWith: Activity._with,
    gast.Try: Activity._try,
    gast.Match: Activity._match,
}
if hasattr(gast, "TryStar"):
    _STATEMENTS[gast.TryStar] = Activity._try

_EXPRESSIONS: dict[type, Callable[[Activity, Node, Summary], None]] = {
    gast.Attribute: Activity._place,
    gast.Subscript: Activity._place,
    gast.BoolOp: Activity._operands,
    gast.Compare: Activity._operands,
    gast.IfExp: Activity._operands,
    gast.Lambda: Activity._lambda,
    gast.ListComp: Activity._comprehension,
    gast.SetComp: Activity._comprehension,
    gast.DictComp: Activity._comprehension,
    gast.GeneratorExp: Activity._comprehension,
    gast.MatchAs: Activity._capture,
    gast.MatchStar: Activity._capture,
    gast.MatchMapping: Activity._capture,
}
