"""Checks size budgets: lines per file and function, methods per class, names.

`--report` prints the size of each package and the largest files.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from .exemptions import SIZES
from .tree import PACKAGE_FOLDERS, SourceFile, report, source_files

FILE_LINES: Final = 600
SCRIPT_LINES: Final = 400
FUNCTION_LINES: Final = 70
PUBLIC_METHODS: Final = 12
PUBLIC_NAMES: Final = 14

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def problems(root: Path) -> Iterator[str]:
    """The exceeded budgets, as `file:line: the problem`."""
    for file in source_files(root):
        for measure, line, message in _over_budget(file):
            exempt = (
                fnmatch(file.relative, files)
                for kind, files in SIZES
                if kind == measure
            )
            if not any(exempt):
                yield f"{file.relative}:{line}: {message}"
    yield from _long_scripts(root)


def _long_scripts(root: Path) -> Iterator[str]:
    """The scripts of pages that are too long; those of others are minified."""
    for folder in PACKAGE_FOLDERS.values():
        for path in sorted((root / folder).rglob("*.js")):
            count = len(path.read_text(encoding="utf-8").splitlines())
            if count > SCRIPT_LINES and not path.name.endswith(".min.js"):
                relative = path.relative_to(root).as_posix()
                yield f"{relative}:1: {count} lines, at most {SCRIPT_LINES}: split"


Excess = tuple[str, int, str]
"""Which measure, at which line, what is said about it."""


def _over_budget(file: SourceFile) -> Iterator[Excess]:
    if file.line_count > FILE_LINES:
        yield "file", 1, f"{file.line_count} lines, at most {FILE_LINES}: split by noun"
    if file.is_init:
        yield from _more_than_names(file)
    elif (count := len(set(_public_names(file.tree)))) > PUBLIC_NAMES:
        yield "names", 1, f"{count} public names, at most {PUBLIC_NAMES}"
    for node in ast.walk(file.tree):
        if isinstance(node, Function):
            yield from _long_function(node)
        elif isinstance(node, ast.ClassDef):
            yield from _wide_class(node)


def _long_function(node: Function) -> Iterator[Excess]:
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    if lines > FUNCTION_LINES:
        message = f"{node.name} has {lines} lines, at most {FUNCTION_LINES}"
        yield "function", node.lineno, message


def _wide_class(node: ast.ClassDef) -> Iterator[Excess]:
    methods = set(filter(None, map(_public_method, node.body)))
    if len(methods) > PUBLIC_METHODS:
        message = f"{len(methods)} public methods, at most {PUBLIC_METHODS}"
        yield "methods", node.lineno, f"class {node.name} has {message}"


def _public_method(node: ast.stmt) -> str | None:
    """A property is a field to its users, not a method."""
    if not isinstance(node, Function) or node.name.startswith("_"):
        return None
    decorators = [ast.unparse(each) for each in node.decorator_list]
    is_field = any("property" in each or ".setter" in each for each in decorators)
    return None if is_field else node.name


def _more_than_names(file: SourceFile) -> Iterator[Excess]:
    for node in file.tree.body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield "init", node.lineno, f"{node.name}: an __init__ holds names only"


def _public_names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, Definition):
            names = [node.name]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [each.id for each in targets if isinstance(each, ast.Name)]
        else:
            continue
        yield from (name for name in names if not name.startswith("_"))


def print_report(root: Path, count: int = 15) -> None:
    """Print lines per package, and the largest files."""
    files = sorted(source_files(root), key=lambda file: -file.line_count)
    lines: Counter[str] = Counter()
    for file in files:
        lines[file.relative.partition("/")[0]] += file.line_count
    rows = [*lines.items(), ("total", lines.total())]
    rows += [("", 0), *((file.relative, file.line_count) for file in files[:count])]
    for name, size in rows:
        print(f"{name:<52}{size:>7,}" if name else "largest files:")


if __name__ == "__main__":
    if "--report" in sys.argv[1:]:
        print_report(Path.cwd())
    sys.exit(report(problems(Path.cwd()), "sizes"))
