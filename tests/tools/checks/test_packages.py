"""The list of packages is compared with the folders, both ways."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograph_tools.checks.packages import problems

WriteTree = Callable[[dict[str, str]], Path]

SETTINGS = """
[tool.setuptools]
packages = ["autograph", "autograph_tools"]
[tool.setuptools.package-data]
"*" = ["py.typed"]
autograph = ["table.txt"]
"""
TREE = {
    "pyproject.toml": SETTINGS,
    "autograph/__init__.py": "",
    "autograph/py.typed": "",
    "autograph/table.txt": "",
    "tools/__init__.py": "",
}


def test_complete_list_passes(write_tree: WriteTree) -> None:
    assert list(problems(write_tree(TREE))) == []


@pytest.mark.parametrize(
    ("name", "first_line", "line_to_add"),
    [
        (
            "tools/verbs/a.py",
            "tools/verbs/ is not installed",
            '"autograph_tools.verbs",',
        ),
        ("autograph/syntax/a.py", "autograph/syntax/ is not", '"autograph.syntax",'),
        ("autograph/b.txt", "b.txt of autograph is not", '"autograph" = ["b.txt"]'),
    ],
)
def test_missing_line_is_printed(
    write_tree: WriteTree, name: str, first_line: str, line_to_add: str
) -> None:
    [problem] = problems(write_tree({**TREE, name: ""}))
    assert problem.startswith(first_line)
    assert problem.splitlines()[1].strip() == line_to_add


def test_package_without_folder_is_to_be_removed(write_tree: WriteTree) -> None:
    settings = SETTINGS.replace('"autograph"', '"autograph", "autograph.gone"')
    [problem] = problems(write_tree({**TREE, "pyproject.toml": settings}))
    assert "remove from [tool.setuptools] packages" in problem
    assert problem.endswith('"autograph.gone",')
