"""Finds tables of op names outside the ops; traits and registrations replace them.

A list of ops is a trait that is missing (``graphir.ops.contract.traits``), and a table
from ops to functions a rule that is not registered beside its function. Three names or
more in one literal are a table; a table that has to stay is exempt, with its reason.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from graphir.ops.contract.registry import declared, known_lines

from .exemptions import OP_TABLES
from .tree import PACKAGE_FOLDERS, SourceFile, report, source_files

LEAST: Final = 3
OPS: Final = "graphir/ops/"


def problems(root: Path) -> Iterator[str]:
    """The tables without exemption, and the exemptions without table."""
    ops = {*known_lines(), *(each.__name__ for each in declared())}
    unused = set(OP_TABLES)
    for file in source_files(root):
        if file.relative.startswith(OPS) or not _is_product(file):
            continue
        for name, line, found in _tables(file, ops):
            exempt = {
                key
                for key in OP_TABLES
                if fnmatch(file.relative, key[0]) and fnmatch(name, key[1])
            }
            unused -= exempt
            if not exempt:
                names = ", ".join(sorted(found))
                yield f"{file.relative}:{line}: {name} is a table of ops: {names}"
    for files, name in sorted(unused):
        yield f"{files}: no table {name} needs its exemption"


def _is_product(file: SourceFile) -> bool:
    return file.relative.partition("/")[0] in PACKAGE_FOLDERS.values()


Table = tuple[str, int, set[str]]
"""The name of the statement it stands in, its line, its ops."""


def _tables(file: SourceFile, ops: Collection[str]) -> Iterator[Table]:
    for statement in file.tree.body:
        seen: set[int] = set()
        for node in ast.walk(statement):
            if isinstance(node, ast.Expr):
                seen.add(id(node.value))  # documentation
            if id(node) in seen:
                continue
            found = _op_names(node, ops)
            if len(found) >= LEAST:
                yield _name_of(statement), node.lineno, found  # type: ignore[attr-defined]
                seen.update(map(id, ast.walk(node)))


def _name_of(statement: ast.stmt) -> str:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return statement.name
    if isinstance(statement, ast.AnnAssign):
        return ast.unparse(statement.target)
    if isinstance(statement, ast.Assign):
        return ast.unparse(statement.targets[0])
    return ast.unparse(statement).partition("(")[0]


def _op_names(node: ast.AST, ops: Collection[str]) -> set[str]:
    """The ops that a literal names."""
    if isinstance(node, ast.Dict):
        return max(_texts(node.keys, ops), _texts(node.values, ops), key=len)
    if isinstance(node, ast.Set | ast.List | ast.Tuple):
        return _texts(node.elts, ops)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        words = set(node.value.split())
        return words if words <= set(ops) else set()
    return set()


def _texts(nodes: Collection[ast.expr | None], ops: Collection[str]) -> set[str]:
    values = {each.value for each in nodes if isinstance(each, ast.Constant)}
    return {each for each in values if isinstance(each, str) and each in ops}


if __name__ == "__main__":
    sys.exit(report(problems(Path.cwd()), "op tables"))
