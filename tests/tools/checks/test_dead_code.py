"""Which functions count as used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from autograph_tools.checks.dead_code import problems

WriteTree = Callable[[dict[str, str]], Path]

TREE = {"pyproject.toml": "[project]\n", "graphir/__init__.py": ""}


def found(write_tree: WriteTree, **files: str) -> list[str]:
    made = {name.replace("__", "/") + ".py": text for name, text in files.items()}
    root: Path = write_tree({**TREE, **made})
    return list(problems(root))


def test_what_only_its_definition_and_tests_mention_is_dead(
    write_tree: WriteTree,
) -> None:
    [problem] = found(
        write_tree,
        graphir__a="def used(): ...\ndef idle(): ...\nused()\n",
        tests__test_a="from graphir.a import idle\n",
    )
    assert problem == "graphir/a.py:2: nothing uses idle"


def test_classes_and_tables_count_too(write_tree: WriteTree) -> None:
    text = "class Idle: ...\n_IDLE = 1\n_OTHER: int = 2\n__all__ = []\n"
    lines = [each.rpartition(" ")[2] for each in found(write_tree, graphir__a=text)]
    assert lines == ["Idle", "_IDLE", "_OTHER"]


def test_another_file_a_text_and_a_decorator_use_a_function(
    write_tree: WriteTree,
) -> None:
    text = "def one(): ...\ndef two(): ...\n@rule\ndef three(): ...\n"
    other = "from graphir.a import one\nNAMES = 'two'\nprint(NAMES)\n"
    assert found(write_tree, graphir__a=text, graphir__b=other) == []
