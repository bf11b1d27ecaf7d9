"""Tables of ops are found in each form; what names ops otherwise is not one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograph_tools.checks import op_tables

WriteTree = Callable[[dict[str, str]], Path]

TABLES = [
    'OPS = {"Add", "Mul", "Sub"}',
    'OPS: Final = frozenset(["Add", "Mul", "Sub"])',
    'OPS = {"Add": 1, "Mul": 2, "Sub": 3}',
    'OPS = {"+": "Add", "*": "Mul", "-": "Sub"}',
    'OPS = "Add Mul Sub".split()',
    'def OPS(op):\n    return op in ("Add", "Mul", "Sub")',
]
OTHERS = [
    '"""Add Mul Sub"""',
    'OPS = {"Add", "Mul"}',
    'OPS = {"add", "mul", "sub"}',
    'OPS = "Add, Mul and Sub"',
    '@rule("Add", "Mul", "Sub")\ndef rule(): ...',
]


def found(root: Path) -> list[str]:
    return [each for each in op_tables.problems(root) if "needs its" not in each]


@pytest.mark.parametrize("text", TABLES)
def test_table_is_named_with_its_ops(write_tree: WriteTree, text: str) -> None:
    (problem,) = found(write_tree({"runtime/module.py": text}))
    assert problem.startswith("runtime/module.py:")
    assert problem.endswith("OPS is a table of ops: Add, Mul, Sub")


@pytest.mark.parametrize("text", OTHERS)
def test_other_names_are_no_table(write_tree: WriteTree, text: str) -> None:
    assert found(write_tree({"runtime/module.py": text})) == []


@pytest.mark.parametrize("folder", ["graphir/ops/math", "tests"])
def test_ops_and_tests_may_name_ops(write_tree: WriteTree, folder: str) -> None:
    assert found(write_tree({f"{folder}/module.py": TABLES[0]})) == []


def test_exemption_that_nothing_needs_is_named(
    write_tree: WriteTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ("runtime/module.py", "OPS")
    monkeypatch.setattr(op_tables, "OP_TABLES", {key: "a reason"})
    assert list(op_tables.problems(write_tree({"runtime/module.py": TABLES[0]}))) == []
    (problem,) = op_tables.problems(write_tree({"runtime/module.py": OTHERS[1]}))
    assert problem == "runtime/module.py: no table OPS needs its exemption"
