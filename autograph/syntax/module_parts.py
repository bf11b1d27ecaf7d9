"""Slices a module: the statements that some of its names depend on.

The names that a statement reads and binds are found in its compiled code.
"""

from __future__ import annotations
import __future__

import ast
import dis
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

from autograph.processes.forks import forkable_property
from autograph.syntax.repeated_warnings import without_repeated_warnings

__all__ = ["ModuleParts", "Part"]

_READS = frozenset(
    ("LOAD_NAME", "LOAD_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS", "STORE_GLOBAL")
)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete)
_IMPORTS = (ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Part:
    """One top-level statement of a module."""

    statement: ast.stmt
    reads: frozenset[str]
    """Global names that it, or the functions in it, read or change."""
    binds: frozenset[str]
    """Global names to which it gives a value when the module is imported."""

    @property
    def is_data(self) -> bool:
        """Whether it makes values, which later statements may change."""
        return not isinstance(self.statement, (*_DEFINITIONS, *_IMPORTS))

    @property
    def binds_anything(self) -> bool:
        """Whether it is `from ... import *`, whose names are unknown until it runs."""
        statement = self.statement
        return isinstance(statement, ast.ImportFrom) and any(
            alias.name == "*" for alias in statement.names
        )

    @forkable_property
    def changes(self) -> frozenset[str]:
        """Names of objects of which it sets or deletes an attribute or an item."""
        return frozenset(_roots_of_targets(self.statement)) if self.is_data else _NONE

    @forkable_property
    def may_change(self) -> frozenset[str]:
        """Names whose values it may change by a call."""
        if not self.is_data:
            return _NONE
        if isinstance(self.statement, _ASSIGNMENTS):
            return frozenset(_roots_of_methods(self.statement))
        return self.reads


_NONE: frozenset[str] = frozenset()


class ModuleParts:
    """The statements of a module, to choose from.

    >>> parts = ModuleParts("a = 1\\nb = 2\\ndef f(): return a\\nb += 1")
    >>> [ast.unparse(part.statement) for part in parts.needed_for({"f"})]
    ['a = 1', 'def f():\\n    return a']
    """

    @without_repeated_warnings()
    def __init__(self, text: str, filename: str = "<module>") -> None:
        self.text = text
        tree = ast.parse(text, filename)
        self.has_lazy_annotations = any(map(_is_lazy_annotations, tree.body))
        flag = __future__.annotations.compiler_flag if self.has_lazy_annotations else 0
        self.parts = tuple(
            _part_of(statement, filename, flag)
            for statement in tree.body
            if not (_is_future(statement) or _only_runs_as_a_program(statement))
        )
        self.code = compile(text, filename, "exec", flag, dont_inherit=True)

    def needed_for(self, names: set[str]) -> list[Part]:
        """The statements that give the names their values, in order."""
        needed, kept = set(names), set[int]()
        while True:
            new = [
                index
                for index, part in enumerate(self.parts)
                if index not in kept and self._is_needed(part, needed)
            ]
            if not new:
                return [self.parts[index] for index in sorted(kept)]
            kept.update(new)
            for index in new:
                needed |= self.parts[index].reads

    def _is_needed(self, part: Part, needed: set[str]) -> bool:
        if part.binds_anything or (part.binds | part.changes) & needed:
            return True
        return bool(part.may_change & needed & self._data)

    @forkable_property
    def _data(self) -> frozenset[str]:
        return frozenset(
            name for part in self.parts if part.is_data for name in part.binds
        )


def _part_of(statement: ast.stmt, filename: str, flag: int) -> Part:
    module = ast.Module([statement], [])
    code = compile(module, filename, "exec", flag, dont_inherit=True)
    binds = {
        str(each.argval)
        for each in dis.get_instructions(code)
        if each.opname == "STORE_NAME"
    }
    return Part(statement, frozenset(_reads(code)), frozenset(binds - {"__doc__"}))


def _reads(code: CodeType) -> Iterator[str]:
    for each in dis.get_instructions(code):
        if each.opname in _READS:
            yield str(each.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _reads(constant)


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _is_lazy_annotations(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.ImportFrom)
        and statement.module == "__future__"
        and any(alias.name == "annotations" for alias in statement.names)
    )


def _only_runs_as_a_program(statement: ast.stmt) -> bool:
    """Whether it is `if __name__ == "__main__":`."""
    return isinstance(statement, ast.If) and any(
        isinstance(node, ast.Name) and node.id == "__name__"
        for node in ast.walk(statement.test)
    )


def _roots_of_targets(statement: ast.stmt) -> Iterator[str]:
    """`a` for `a.b[c] = ...` and `del a[b]`."""
    for node in ast.walk(statement):
        context = getattr(node, "ctx", None)
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(
            context, (ast.Store, ast.Del)
        ):
            yield from _root(node)


def _roots_of_methods(statement: ast.stmt) -> Iterator[str]:
    """`a` for `a.b.pop()`."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _root(node.func)


def _root(node: ast.expr) -> Iterator[str]:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id
