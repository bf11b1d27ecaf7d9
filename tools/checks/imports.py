"""The import graph: the imports of a file, and import cycles."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .tree import SourceFile


@dataclass(frozen=True)
class Import:
    """One import: the module, the line, and when it happens."""

    target: str
    line: int
    at_start: bool
    """It runs when the file is imported."""
    for_types: bool
    """Only type checkers see it."""


def imports_of(file: SourceFile, modules: set[str]) -> Iterator[Import]:
    """Every import of `file`; `modules` are the names of the project's modules."""
    for statement, at_start, for_types in _statements(file.tree, True, False):
        for name in _imported_names(statement, file, modules):
            yield Import(name, statement.lineno, at_start, for_types)


def circles_among(
    imports: dict[SourceFile, list[Import]], *, at_start: bool
) -> list[list[str]]:
    """Modules that import each other in a circle: at the start, or in any way."""
    import networkx

    modules = {file.module for file in imports if not file.is_init}
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_edges_from(
        (file.module, each.target)
        for file, found in imports.items()
        for each in found
        if file.module in modules and each.target in modules
        if each.at_start or not at_start
    )
    parts = networkx.strongly_connected_components(graph)
    return sorted(sorted(part) for part in parts if len(part) > 1)


def _statements(
    node: ast.AST, at_start: bool, for_types: bool
) -> Iterator[tuple[ast.stmt, bool, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child, at_start and not for_types, for_types
        is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(child, ast.If) and _is_type_checking(child.test):
            seen = ast.Module(child.body, [])
            yield from _statements(seen, at_start, for_types=True)
            # what stands behind `else` runs
            child = ast.Module(child.orelse, [])
        if not isinstance(child, ast.expr):  # it holds no statements
            yield from _statements(child, at_start and not is_function, for_types)


def _is_type_checking(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return name == "TYPE_CHECKING"


def _imported_names(
    statement: ast.stmt, file: SourceFile, modules: set[str]
) -> list[str]:
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    if not isinstance(statement, ast.ImportFrom):
        return []
    package = file.module.split(".")[: None if file.is_init else -1]
    base = package[: len(package) - statement.level + 1] if statement.level else []
    source = ".".join([*base, *filter(None, [statement.module])])
    whole = [f"{source}.{alias.name}" for alias in statement.names]
    return list(dict.fromkeys(name if name in modules else source for name in whole))
