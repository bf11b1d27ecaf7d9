"""The source tree as the checks see it: folders, package names, modules."""

from __future__ import annotations

import ast
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PACKAGE_FOLDERS: Final = {
    "autograph": "autograph",
    "graphir": "graphir",
    "runtime": "runtime",
    "autograph_tools": "tools",
}
"""Import package -> the folder it lies in."""

OTHER_FOLDERS: Final = ("tests", "benchmarks", "examples")


@dataclass(frozen=True)
class SourceFile:
    """A Python file: its path, and the dotted name of its module."""

    path: Path
    relative: str
    module: str

    @property
    def is_init(self) -> bool:
        """Whether this is the `__init__.py` of a package."""
        return self.path.name == "__init__.py"

    @cached_property
    def text(self) -> str:
        """The content of the file."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """The file, parsed."""
        return ast.parse(self.text, filename=self.relative)

    @property
    def line_count(self) -> int:
        """Lines, docstrings and comments included."""
        return len(self.text.splitlines())


_KEPT: Final[dict[Path, tuple[SourceFile, ...]]] = {}


@contextmanager
def read_once(root: Path) -> Iterator[None]:
    """Inside, each file below `root` is read and parsed once, whoever asks for it."""
    _KEPT[root] = tuple(source_files(root))
    try:
        yield
    finally:
        del _KEPT[root]


def source_files(root: Path) -> Iterator[SourceFile]:
    """Every Python file of the project below `root`, in a stable order."""
    if root in _KEPT:
        yield from _KEPT[root]
        return
    for package, folder in PACKAGE_FOLDERS.items():
        yield from _files_of(root, folder, package)
    for folder in OTHER_FOLDERS:
        yield from _files_of(root, folder, folder)


def _files_of(root: Path, folder: str, package: str) -> Iterator[SourceFile]:
    for path in sorted((root / folder).rglob("*.py")):
        inner = path.relative_to(root / folder).with_suffix("").parts
        if "__pycache__" in inner or "cases" in inner:
            continue
        names = inner[:-1] if inner[-1] == "__init__" else inner
        relative = path.relative_to(root).as_posix()
        yield SourceFile(path, relative, ".".join((package, *names)))


def report(problems: Iterable[str], check: str) -> int:
    """Prints the problems of a check, and returns the exit status."""
    found = list(problems)
    for problem in found:
        print(problem)
    print(f"{check}: {f'{len(found)} to mend' if found else 'ok'}")
    return 1 if found else 0
