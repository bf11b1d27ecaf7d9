"""Who else holds an object: counted in one module, and refused where nobody can say."""

from __future__ import annotations

from pathlib import Path
from types import CellType

import pytest

import autograph
import graphir
import runtime
from autograph.operators import ownership
from autograph.operators.ownership import (
    has_other_references,
    is_only_in,
    part_has_other_references,
    references,
)


def counted(argument: object) -> bool:
    return has_other_references(references(argument))


def test_only_a_variable_of_functions_holds_it() -> None:
    cell, held = CellType([1]), [2]

    assert is_only_in(cell)
    assert not is_only_in(CellType(held))


def test_a_second_variable_a_container_or_an_attribute_holds_it() -> None:
    cell = CellType([1])
    kept = [cell.cell_contents]

    assert not is_only_in(cell)
    kept.clear()
    assert is_only_in(cell)


def test_an_argument_that_the_caller_made_for_the_call() -> None:
    held = iter([])
    made_for_the_call, kept = counted(iter([])), counted(held)

    assert not made_for_the_call
    assert kept


def test_where_counts_say_nothing_all_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership, "COUNTS_ARE_EXACT", False)

    assert counted(iter([]))
    assert part_has_other_references(1, 1)
    assert not is_only_in(CellType([]))


@pytest.mark.parametrize(
    ("package", "module"),
    [
        (autograph, "operators/ownership.py"),
        (graphir, "compute/sole_references.py"),
        (runtime, None),
    ],
)
def test_counts_are_asked_in_one_module(package: object, module: str | None) -> None:
    (folder,) = package.__path__  # type: ignore[attr-defined]
    asking = [
        path.relative_to(folder).as_posix()
        for path in Path(folder).rglob("*.py")
        if "getrefcount" in path.read_text(encoding="utf-8")
    ]

    assert asking == ([] if module is None else [module])
