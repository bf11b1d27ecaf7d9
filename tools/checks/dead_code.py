"""Functions, classes and tables that nothing mentions but their definition, and tests.

A name counts as mentioned where it stands anywhere else in the packages, their tables
or the documents, also in a text: public names are served from tables of text. A
decorator that registers a function counts as a mention.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .exemptions import DEAD
from .tree import PACKAGE_FOLDERS, SourceFile, report, source_files

_WORD: Final = re.compile(r"\w+")
_TABLES: Final = (".txt", ".md", ".toml")
_CALLED_BY_NAME: Final = re.compile(r"__\w+__|pytest_\w+")
"""Functions that Python or pytest looks for."""


def problems(root: Path) -> Iterator[str]:
    """The definitions without any mention."""
    files = [each for each in source_files(root) if _is_product(each)]
    texts = [each.text for each in files]
    folders = (*PACKAGE_FOLDERS.values(), "docs", "examples", "benchmarks")
    for folder in dict.fromkeys(folders):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in _TABLES:
                texts.append(path.read_text(encoding="utf-8"))
    texts += [
        path.read_text(encoding="utf-8")
        for folder in ("examples", "benchmarks")
        for path in sorted((root / folder).rglob("*.py"))
    ]
    texts.append((root / "pyproject.toml").read_text(encoding="utf-8"))
    count = Counter(word for text in texts for word in _WORD.findall(text))
    for file in files:
        for name, line in _definitions(file.tree):
            if count[name] == 1 and (file.relative, name) not in DEAD:
                yield f"{file.relative}:{line}: nothing uses {name}"


def _is_product(file: SourceFile) -> bool:
    return file.relative.partition("/")[0] in PACKAGE_FOLDERS.values()


def _definitions(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """What a module defines, without decorators; methods may be for users to call."""
    for node in tree.body:
        for name in _defined_names(node):
            if not _CALLED_BY_NAME.fullmatch(name):
                yield name, node.lineno


def _defined_names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        if not node.decorator_list:
            yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (each.id for each in targets if isinstance(each, ast.Name))


if __name__ == "__main__":
    sys.exit(report(problems(Path.cwd()), "dead code"))
