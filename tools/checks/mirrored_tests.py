"""Which modules have their test beside them in the mirror of the packages.

The test of `runtime/queues/queues.py` is `tests/runtime/queues/test_queues.py`. This
reports, since the rule is not met yet; `--list` names the modules without any test, and
`--of MODULE.py` says where a module is tested: in its own file, or in the test files of
its room.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .tree import PACKAGE_FOLDERS, SourceFile, source_files


class Count(NamedTuple):
    """The defining modules of a package, by their tests."""

    package: str
    mirrored: int
    """With a test file of their own in the mirror."""
    only_examples: int
    """Without one, but with examples in docstrings, which the tests run."""
    neither: int

    def __str__(self) -> str:
        total = self.mirrored + self.only_examples + self.neither
        return (
            f"mirrored tests: {self.package}: {self.mirrored} of {total} modules; "
            f"{self.only_examples} have examples only, {self.neither} neither"
        )


def counts(root: Path) -> Iterator[Count]:
    """The count of each package."""
    files = list(source_files(root))
    for folder in PACKAGE_FOLDERS.values():
        own = [each for each in files if _is_of(each, folder) and has_behaviour(each)]
        bare = [each for each in own if not test_of(root, each).exists()]
        neither = sum(">>>" not in each.text for each in bare)
        yield Count(folder, len(own) - len(bare), len(bare) - neither, neither)


def unmirrored(root: Path) -> Iterator[str]:
    """The modules that have neither a test of their own nor examples."""
    for file in source_files(root):
        is_ours = any(_is_of(file, folder) for folder in PACKAGE_FOLDERS.values())
        if not is_ours or not has_behaviour(file) or ">>>" in file.text:
            continue
        if not test_of(root, file).exists():
            yield file.relative


def has_behaviour(file: SourceFile) -> bool:
    """Whether a module defines functions or classes; an `__init__` holds names."""
    kinds = ast.FunctionDef | ast.ClassDef
    return not file.is_init and any(isinstance(each, kinds) for each in file.tree.body)


def test_of(root: Path, file: SourceFile) -> Path:
    """The path of a module's own test, if there is one."""
    module = Path(file.relative)
    return root / "tests" / module.parent / f"test_{module.name}"


def place_of_test(root: Path, file: SourceFile) -> Path:
    """The test of a module, or else the tests of its room or of the room around."""
    own = test_of(root, file)
    if own.exists():
        return own
    room = own.parent
    while not any(room.glob("test_*.py")) and room != root / "tests":
        room = room.parent
    return room


def _is_of(file: SourceFile, folder: str) -> bool:
    return file.relative.partition("/")[0] == folder


def _print_place(root: Path, module: str) -> None:
    file = next(each for each in source_files(root) if each.relative == module)
    print(place_of_test(root, file).relative_to(root))
    if ">>>" in file.text:
        print(f"{module} (its examples)")


if __name__ == "__main__":
    if "--of" in sys.argv[1:]:
        _print_place(Path.cwd(), sys.argv[-1])
        sys.exit()
    print(*counts(Path.cwd()), sep="\n")
    if "--list" in sys.argv[1:]:
        print(*unmirrored(Path.cwd()), sep="\n")
