"""Where the test of a module is looked for, and what the check refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograph_tools.checks.mirrored_tests import (
    counts,
    has_behaviour,
    has_examples,
    main,
    modules,
    place_of_test,
    problems,
)
from autograph_tools.checks.tree import SourceFile

WriteTree = Callable[[dict[str, str]], Path]
ROOT = Path(__file__).parents[3]
BEHAVIOUR = "def function():\n    return 1\n"
EXAMPLE = 'def f():\n    """One.\n\n    >>> f()\n    1\n    """\n    return 1\n'


def file_of(text: str, tmp_path: Path) -> SourceFile:
    path = tmp_path / "module.py"
    path.write_text(text)
    return SourceFile(path, "graphir/module.py", "graphir.module")


@pytest.fixture
def tree(write_tree: WriteTree) -> Path:
    return write_tree(
        {
            "graphir/__init__.py": "",
            "graphir/ops/__init__.py": BEHAVIOUR,
            "graphir/ops/mirrored.py": BEHAVIOUR,
            "tests/graphir/ops/test_mirrored.py": "",
            "graphir/ops/shown.py": EXAMPLE,
            "graphir/ops/bare.py": BEHAVIOUR,
            "graphir/ops/table.py": "TABLE = 1\n",
            "graphir/ops/math/__init__.py": "",
            "graphir/ops/math/sums.py": "class Sum(Op):\n    def f(self): return 1\n",
        }
    )


def test_modules_are_counted_by_the_place_of_their_tests(tree: Path) -> None:
    found = {each.package: each[1:] for each in counts(tree)}
    assert found["graphir"] == (1, 1, 1, 1)


def test_a_module_has_one_place(tree: Path) -> None:
    places = {each.relative: place_of_test(tree, each) for each in modules(tree)}
    assert {path: (each.kind, each.path) for path, each in places.items()} == {
        "graphir/ops/mirrored.py": ("own", "tests/graphir/ops/test_mirrored.py"),
        "graphir/ops/shown.py": ("examples", "graphir/ops/shown.py"),
        "graphir/ops/bare.py": ("none", "tests/graphir/ops/test_bare.py"),
        "graphir/ops/math/sums.py": (
            "generated",
            "tests/graphir/ops/test_generated.py",
        ),
    }


def test_a_module_without_a_test_is_told_where_it_belongs(tree: Path) -> None:
    assert list(problems(tree)) == [
        "graphir/ops/bare.py: no test tries it; its test belongs into "
        "tests/graphir/ops/test_bare.py"
    ]
    (tree / "tests/graphir/ops/test_bare.py").touch()
    assert list(problems(tree)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", False),
        ("TABLE = {1: 2}\n", False),
        ("class Point:\n    x: int\n", False),
        ('class Error(Exception):\n    """One."""\n', False),
        ("class Shape:\n    def size(self) -> int: ...\n", False),
        ("class Op:\n    def f(self): raise NotImplementedError('f')\n", False),
        ("class Op:\n    def f(self): raise ValueError('f')\n", True),
        ("class Outer:\n    class Inner:\n        def f(self): return 1\n", True),
        ("async def f():\n    return 1\n", True),
    ],
)
def test_declarations_are_no_behaviour(
    text: str, expected: bool, tmp_path: Path
) -> None:
    assert has_behaviour(file_of(text, tmp_path)) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (EXAMPLE, True),
        (EXAMPLE.replace("f()\n    1", "f()  # doctest: +SKIP\n    1"), False),
        ("def f():\n    # >>> f()\n    return 1\n", False),
        ("TEXT = '>>> '\n", False),
    ],
)
def test_only_examples_that_are_executed_count(
    text: str, expected: bool, tmp_path: Path
) -> None:
    assert has_examples(file_of(text, tmp_path)) is expected


@pytest.mark.slow
def test_the_place_of_every_module_is_there() -> None:
    for file in modules(ROOT):
        place = place_of_test(ROOT, file)
        assert place.kind != "none"
        assert (ROOT / place.path).is_file()


def test_a_module_is_asked_for(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--of", "graphir/ops/bare.py"], tree) == 0
    assert main(["--of", "graphir/ops/table.py"], tree) == 0
    assert capsys.readouterr().out.splitlines() == [
        "tests/graphir/ops/test_bare.py (not there yet)",
        "graphir/ops/table.py only declares",
    ]
    assert main(["--of", "graphir/ops/none.py"], tree) == 2
    assert "no module of the project" in capsys.readouterr().out
