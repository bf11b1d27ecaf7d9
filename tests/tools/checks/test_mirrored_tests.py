"""Where the test of a module is looked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from autograph_tools.checks.mirrored_tests import counts, unmirrored

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
