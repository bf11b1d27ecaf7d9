"""All checks in one process: each file is parsed once, and one finding fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.checks import __main__ as checks
from autograph_tools.checks.tree import read_once, source_files


def test_files_are_the_same_objects_inside_only(tmp_path: Path) -> None:
    (tmp_path / "graphir").mkdir()
    (tmp_path / "graphir/one.py").write_text("x = 1\n")
    with read_once(tmp_path):
        (first,), (again,) = source_files(tmp_path), source_files(tmp_path)
        assert first is again
    (later,) = source_files(tmp_path)
    assert later is not first


@pytest.mark.parametrize("bad", range(7))
def test_one_check_that_finds_something_fails(
    bad: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("layers", "layer_figures", "size", "packages", "op_tables", "dead_code")
    for number, name in enumerate(names):
        found = ["here"] if number == bad else []
        kind = "violations" if name == "layers" else "problems"
        monkeypatch.setattr(getattr(checks, name), kind, lambda _, found=found: found)
    status = int(bad == len(names))
    monkeypatch.setattr(checks.mirrored_tests, "main", lambda *_: status)
    monkeypatch.setattr(checks.gc, "disable", lambda: None)
    assert checks.main(tmp_path) == 1
