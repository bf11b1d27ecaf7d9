"""The source tree: modules by their names, folders that are no packages of ours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograph_tools.checks.tree import report, source_files

WriteTree = Callable[[dict[str, str]], Path]


def test_files_have_the_names_of_modules(write_tree: WriteTree) -> None:
    root = write_tree(
        {
            "tools/__init__.py": "",
            "tools/inner/one.py": "x = 1\n\ny = 2",
            "graphir/__pycache__/old.py": "",
            "tests/cases/given.py": "not python (",
            "tests/test_one.py": "",
            "elsewhere/two.py": "",
        }
    )
    found = {each.relative: each for each in source_files(root)}
    assert {path: each.module for path, each in found.items()} == {
        "tools/__init__.py": "autograph_tools",
        "tools/inner/one.py": "autograph_tools.inner.one",
        "tests/test_one.py": "tests.test_one",
    }
    assert found["tools/__init__.py"].is_init
    assert found["tools/inner/one.py"].line_count == 3


def test_problems_are_printed_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert report([], "names") == 0
    assert report(iter(["a is wrong", "b is"]), "names") == 1
    told = capsys.readouterr().out
    assert told == "names: ok\na is wrong\nb is\nnames: 2 to mend\n"
