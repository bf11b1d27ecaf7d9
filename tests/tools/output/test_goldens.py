"""Goldens: comparing, rewriting, and what a failing or updating run says."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import autograph_tools.output.goldens
from autograph_tools.output.goldens import Golden

PROJECT_TEST = """
from pathlib import Path

def test_text(golden):
    golden(Path(__file__).parent / "case.txt", {text!r}, reproduce="print it")
"""


@pytest.fixture
def project(
    pytester: pytest.Pytester, request: pytest.FixtureRequest
) -> pytest.Pytester:
    """A folder whose conftest has the project's own golden fixture."""
    conftest = request.config.rootpath / "tests" / "conftest.py"
    pytester.makeconftest(conftest.read_text(encoding="utf-8"))
    return pytester


def test_example_in_the_docstring() -> None:
    assert doctest.testmod(autograph_tools.output.goldens).failed == 0


@pytest.mark.parametrize("recorded", ["text", "text\n", "text\n\n"])
def test_newlines_at_the_end_do_not_differ(tmp_path: Path, recorded: str) -> None:
    path = tmp_path / "golden.txt"
    path.write_text(recorded, encoding="utf-8")
    assert Golden(path, "text\n").agrees


def test_space_at_the_end_of_a_line_differs(tmp_path: Path) -> None:
    path = tmp_path / "golden.txt"
    path.write_text("text \n", encoding="utf-8")
    golden = Golden(path, "text")
    assert not golden.agrees
    assert golden.difference().splitlines()[-2:] == ["-text ", "+text"]


def test_write_leaves_only_the_golden(tmp_path: Path) -> None:
    golden = Golden(tmp_path / "new" / "golden.txt", "größer")
    golden.write()
    assert golden.agrees
    assert [each.name for each in golden.path.parent.iterdir()] == ["golden.txt"]


def test_failed_write_keeps_the_old_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*names: object) -> None:
        raise OSError("disk full")

    path = tmp_path / "golden.txt"
    path.write_text("old\n", encoding="utf-8")
    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(OSError, match="disk full"):
        Golden(path, "new").write()
    assert [each.read_text() for each in tmp_path.iterdir()] == ["old\n"]


def test_difference_fails_with_both_commands(project: pytest.Pytester) -> None:
    project.makefile(".txt", case="old")
    project.makepyfile(PROJECT_TEST.format(text="new"))
    result = project.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "-old",
            "+new",
            "reproduce with: print it",
            "accept with: * --update-goldens *",
        ]
    )


def test_update_rewrites_and_prints_what_changed(project: pytest.Pytester) -> None:
    project.makefile(".txt", case="old")
    project.makepyfile(PROJECT_TEST.format(text="new"))
    result = project.runpytest("--update-goldens")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*goldens rewritten*", "-old", "+new"])
    assert (project.path / "case.txt").read_text(encoding="utf-8") == "new\n"
