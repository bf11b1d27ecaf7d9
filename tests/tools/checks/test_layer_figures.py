"""The figures of the rooms: each import of a higher room is counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from autograph_tools.checks.layer_figures import figures, problems

WriteTree = Callable[[dict[str, str]], Path]

TREE = {
    "tools/checks/rooms.txt": "autograph\n    low middle\n    high.one high\n",
    "autograph/__init__.py": "",
    "autograph/middle.py": "",
    "autograph/high/__init__.py": "",
    "autograph/high/one.py": "",
    "autograph/high/two.py": "",
}


def test_figures_name_imports_of_higher_rooms(write_tree: WriteTree) -> None:
    lazy = "def f():\n    import autograph.middle\n"
    named = "def g():\n    return import_module('autograph.high.one')\n"
    root = write_tree({**TREE, "autograph/low.py": lazy + named})
    assert list(figures(root))[:4] == [
        "lazy imports of a higher room: 1",
        "imports of a higher room by a name in a string: autograph/low.py:4",
        "circles of imports, lazy or for types, by files: 0",
        "autograph: 2 files, autograph/high: 2 files",
    ]
    assert list(problems(root)) == [
        "autograph/low.py:4: imports a higher room, by its name in a string"
    ]


def test_imports_of_lower_rooms_are_fine(write_tree: WriteTree) -> None:
    lower = "def g():\n    return import_module('autograph.middle')\n"
    root = write_tree({**TREE, "autograph/high/three.py": lower})
    assert list(problems(root)) == []
