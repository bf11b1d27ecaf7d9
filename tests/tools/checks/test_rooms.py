"""Rooms are listed, described, and not too large."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograph_tools.checks.layers import violations
from tests.tools.checks.small_trees import TREE

WriteTree = Callable[[dict[str, str]], Path]


def test_rooms_are_listed_and_not_too_large(write_tree: WriteTree) -> None:
    many = {f"autograph/high/m{number}.py": "" for number in range(25)}
    root = write_tree({**TREE, **many, "graphir/stray.py": ""})
    problems = "\n".join(violations(root))
    assert "graphir/stray.py: its room is not in tools/checks/rooms.txt" in problems
    assert "autograph/high/__init__.py: 28 files in one room, at most 25" in problems


@pytest.mark.parametrize(
    ("docstring", "says"),
    [
        ("High things.", "its docstring has no sentence `Not here: ...`"),
        ("Not here: others (`low`, `lost`).", "`lost`, where things stand, is not"),
    ],
)
def test_a_room_says_what_stands_elsewhere(
    write_tree: WriteTree, docstring: str, says: str
) -> None:
    text = f'"""{docstring}"""'
    [problem] = violations(write_tree({**TREE, "autograph/high/__init__.py": text}))
    assert problem.startswith("autograph/high/__init__.py: ")
    assert says in problem


def test_a_listed_room_is_there(write_tree: WriteTree) -> None:
    tree = {name: text for name, text in TREE.items() if name != "graphir/b.py"}
    [problem] = violations(write_tree(tree))
    assert problem == "tools/checks/rooms.txt: graphir.b is not there"
