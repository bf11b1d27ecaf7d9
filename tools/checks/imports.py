"""What a file imports, and the order of layers that a package declares."""

from __future__ import annotations

import ast
import re
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
    """Every import of `file`; `modules` are the names that are modules of ours."""
    for statement, at_start, for_types in _statements(file.tree, True, False):
        for name in _imported_names(statement, file, modules):
            yield Import(name, statement.lineno, at_start, for_types)


def cycles_among(imports: dict[SourceFile, list[Import]]) -> set[tuple[str, str]]:
    """The pairs of modules, importing and imported at the start, that form circles."""
    import networkx

    edges = [
        (file.module, each.target)
        for file, found in imports.items()
        for each in found
        if each.at_start and not file.is_init
    ]
    graph: networkx.DiGraph[str] = networkx.DiGraph(edges)
    parts = {
        module: number
        for number, part in enumerate(networkx.strongly_connected_components(graph))
        for module in part
        if len(part) > 1
    }
    return {(a, b) for a, b in edges if a in parts and parts.get(b) == parts[a]}


def layers_of(file: SourceFile) -> list[str]:
    """The layers that the docstring of a package lists, lowest first."""
    text = ast.get_docstring(file.tree) or ""
    if listed := re.search(r"^Layers: (\w+(?:,\s+\w+)*)", text, re.MULTILINE):
        return [name for name in re.findall(r"\w+", listed[1]) if name != "then"]
    table = re.search(r"^Layers\b[^:]*:\n\n((?: +.*\n?)+)", text, re.MULTILINE)
    columns = re.findall(r"^ +(\w+(?:, \w+)*)", table[1] if table else "", re.MULTILINE)
    return [name for names in columns for name in names.split(", ")]


def _statements(
    node: ast.AST, at_start: bool, for_types: bool
) -> Iterator[tuple[ast.stmt, bool, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child, at_start and not for_types, for_types
        is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        guarded = isinstance(child, ast.If) and _is_type_checking(child.test)
        yield from _statements(
            child, at_start and not is_function, for_types or guarded
        )


def _is_type_checking(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


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
