"""Where the test of a module is looked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from autograph_tools.checks.mirrored_tests import counts, place_of_test, unmirrored
from autograph_tools.checks.tree import source_files

WriteTree = Callable[[dict[str, str]], Path]


def test_modules_are_counted_by_their_tests(write_tree: WriteTree) -> None:
    behaviour = "def function(): ...\n"
    root = write_tree(
        {
            "graphir/__init__.py": "",
            "graphir/ops/__init__.py": behaviour,
            "graphir/ops/mirrored.py": behaviour,
            "tests/graphir/ops/test_mirrored.py": "",
            "graphir/ops/shown.py": behaviour + "# >>> function()\n",
            "graphir/ops/bare.py": "class Bare: ...\n",
            "graphir/ops/table.py": "TABLE = 1\n",
        }
    )
    found = {each.package: each[1:] for each in counts(root)}
    assert found["graphir"] == (1, 1, 1)
    assert list(unmirrored(root)) == ["graphir/ops/bare.py"]


def test_every_module_has_one_place_where_it_is_tested(write_tree: WriteTree) -> None:
    root = write_tree(
        {
            "graphir/__init__.py": "",
            "graphir/ops/__init__.py": "",
            "graphir/ops/own.py": "",
            "tests/graphir/ops/test_own.py": "",
            "graphir/ops/math/__init__.py": "",
            "graphir/ops/math/sums.py": "",
        }
    )
    places = {each.relative: place_of_test(root, each) for each in source_files(root)}
    assert places["graphir/ops/own.py"] == root / "tests/graphir/ops/test_own.py"
    assert places["graphir/ops/math/sums.py"] == root / "tests/graphir/ops"
