"""Where each module is tested: beside it in the mirror of the packages.

The test of `runtime/queues/queues.py` is `tests/runtime/queues/test_queues.py`. A
module has behaviour of its own if it defines a function, or a class with a method that
computes something: tables, types, protocols and `__init__` files only declare. A module
with behaviour is tested in one of three places: in its own file; by a generated test
that finds what the module declares (see `generated_tests`); by the examples of its
docstrings, which the tests run.

A module with none of them is refused, and this check says where its test belongs.

`--list` prints the modules without a test of their own, and `--of MODULE.py` the one
place where a module is tested, or where its test belongs.
"""

from __future__ import annotations

import ast
import doctest
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from .generated_tests import generated_test_of
from .tree import PACKAGE_FOLDERS, SourceFile, report, source_files


class Count(NamedTuple):
    """The modules of a package that have behaviour, by the place of their tests."""

    package: str
    own: int
    """With a test file of their own in the mirror."""
    generated: int
    """Without one, tried by a generated test."""
    examples: int
    """With neither, but with examples in docstrings."""
    untested: int

    def __str__(self) -> str:
        return (
            f"mirrored tests: {self.package}: {self.own} of {sum(self[1:])} modules; "
            f"{self.generated} more have a generated test, {self.examples} examples, "
            f"{self.untested} none"
        )


class Place(NamedTuple):
    """Where a module is tested."""

    kind: str
    """`own`, `generated`, `examples`, or `none`: the path is where its test belongs."""
    path: str


def place_of_test(root: Path, file: SourceFile) -> Place:
    """The place of a module's test, or the place where it belongs."""
    own = test_of(file)
    if (root / own).exists():
        return Place("own", own)
    if generated := generated_test_of(file):
        return Place("generated", generated.test)
    if has_examples(file):
        return Place("examples", file.relative)
    return Place("none", own)


def test_of(file: SourceFile) -> str:
    """The path of a module's own test, whether it is there or not."""
    module = Path(file.relative)
    return (Path("tests") / module.parent / f"test_{module.name}").as_posix()


def has_behaviour(file: SourceFile) -> bool:
    """Whether a module computes something, and does not only declare."""
    return not file.is_init and any(map(_computes, file.tree.body))


def _computes(node: ast.stmt) -> bool:
    if isinstance(node, ast.ClassDef):
        return any(map(_computes, node.body))
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return not all(map(_is_declared, node.body))


def _is_declared(statement: ast.stmt) -> bool:
    """A docstring, `...`, `pass`, or the error of a method that others define."""
    if isinstance(statement, ast.Raise):
        return "NotImplementedError" in ast.unparse(statement)
    is_value = isinstance(statement, ast.Expr)
    return isinstance(statement, ast.Pass) or (
        is_value and isinstance(getattr(statement, "value", None), ast.Constant)
    )


def has_examples(file: SourceFile) -> bool:
    """Whether a docstring has an example that the tests run."""
    if not (">>>" in file.text and _is_collected(file)):
        return False
    documented = (
        ast.Module,
        ast.ClassDef,
        ast.FunctionDef,
        ast.AsyncFunctionDef,
    )
    texts = (
        ast.get_docstring(each) or ""
        for each in ast.walk(file.tree)
        if isinstance(each, documented)
    )
    parser = doctest.DocTestParser()
    return any(
        not each.options.get(doctest.SKIP)
        for text in texts
        if ">>>" in text
        for each in parser.get_examples(text)
    )


def _is_collected(file: SourceFile) -> bool:
    """Whether the tests run the examples: not where a file imports too much."""
    return not file.relative.startswith(("autograph/stages/", "runtime/alias/site/"))


def modules(root: Path) -> Iterator[SourceFile]:
    """The modules of the packages that have behaviour."""
    folders = tuple(f"{each}/" for each in PACKAGE_FOLDERS.values())
    for file in source_files(root):
        if file.relative.startswith(folders) and has_behaviour(file):
            yield file


def counts(root: Path) -> Iterator[Count]:
    """The count of each package."""
    places = [(each.relative, place_of_test(root, each).kind) for each in modules(root)]
    for folder in PACKAGE_FOLDERS.values():
        kinds = [kind for path, kind in places if path.startswith(f"{folder}/")]
        yield Count(folder, *(kinds.count(each) for each in _KINDS))


_KINDS: Final = ("own", "generated", "examples", "none")


def problems(root: Path) -> Iterator[str]:
    """Modules without a test, each with the path of the test that it needs."""
    for file in modules(root):
        kind, path = place_of_test(root, file)
        if kind == "none":
            yield f"{file.relative}: no test tries it; its test belongs into {path}"


def main(arguments: list[str], root: Path) -> int:
    """Prints the counts, or what the options ask for; fails where a test is missing."""
    if arguments[:1] == ["--of"]:
        return _print_place(root, arguments[-1])
    if arguments == ["--list"]:
        for file in modules(root):
            if (place := place_of_test(root, file)).kind != "own":
                print(f"{file.relative}: {place.path} ({_WORDS[place.kind]})")
        return 0
    print(*counts(root), sep="\n")
    return report(problems(root), "mirrored tests")


def _print_place(root: Path, module: str) -> int:
    file = next((each for each in source_files(root) if each.relative == module), None)
    if file is None:
        print(f"{module} is no module of the project: give its path from the root")
        return 2
    kind, path = place_of_test(root, file)
    declares = kind == "none" and not has_behaviour(file)
    print(f"{module} only declares" if declares else f"{path} ({_WORDS[kind]})")
    return 0


_WORDS: Final = {
    "own": "its own test",
    "generated": "a generated test",
    "examples": "its examples",
    "none": "not there yet",
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path.cwd()))
