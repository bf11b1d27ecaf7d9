"""Every import of a file, with the time at which it happens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograph_tools.checks.imports import circles_among, imports_of
from autograph_tools.checks.tree import source_files

WriteTree = Callable[[dict[str, str]], Path]


def imports(write_tree: WriteTree, text: str) -> list[tuple[str, int, bool, bool]]:
    root = write_tree({"graphir/__init__.py": "", "graphir/room/one.py": text})
    (file,) = (each for each in source_files(root) if each.relative.endswith("one.py"))
    return [
        tuple(each) for each in map(_fields, imports_of(file, {"graphir.room.two"}))
    ]


def _fields(each: object) -> tuple[str, int, bool, bool]:
    return tuple(vars(each).values())  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import os, sys", [("os", 1, True, False), ("sys", 1, True, False)]),
        ("from . import two", [("graphir.room.two", 1, True, False)]),
        ("from . import three", [("graphir.room", 1, True, False)]),
        ("from .. import x", [("graphir", 1, True, False)]),
        ("from .two import a, b", [("graphir.room.two", 1, True, False)]),
        ("def f():\n  import os", [("os", 2, False, False)]),
        ("class A:\n  import os", [("os", 2, True, False)]),
        ("async def f():\n  import os", [("os", 2, False, False)]),
        (
            "try:\n  import os\nexcept E:\n  import re",
            [("os", 2, True, False), ("re", 4, True, False)],
        ),
        ("if TYPE_CHECKING:\n  import os", [("os", 2, False, True)]),
        (
            "if typing.TYPE_CHECKING:\n  import os\nelse:\n  import re",
            [("os", 2, False, True), ("re", 4, True, False)],
        ),
        (
            "def f():\n  if TYPE_CHECKING:\n    pass\n  else:\n    import re",
            [("re", 5, False, False)],
        ),
        ("", []),
    ],
)
def test_each_import_is_found(
    text: str, expected: list[tuple[str, int, bool, bool]], write_tree: WriteTree
) -> None:
    """What stands behind `else` of a test for types runs: it once passed unseen."""
    assert imports(write_tree, text) == expected


def test_circles_are_found_at_the_start_and_later(write_tree: WriteTree) -> None:
    root = write_tree(
        {
            "graphir/__init__.py": "",
            "graphir/a.py": "from graphir import b",
            "graphir/b.py": "def f():\n  from graphir import a",
            "graphir/c.py": "import graphir.a",
        }
    )
    files = list(source_files(root))
    modules = {each.module for each in files}
    found = {each: list(imports_of(each, modules)) for each in files}
    assert circles_among(found, at_start=True) == []
    assert circles_among(found, at_start=False) == [["graphir.a", "graphir.b"]]
