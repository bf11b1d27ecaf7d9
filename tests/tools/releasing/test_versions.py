"""A release has its section in the changelog, and a commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from autograph_tools.releasing.versions import problems, version_of


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0 (2026-11-23)\n")
    author = ("-c", "user.name=n", "-c", "user.email=e@example.org")
    for words in (["init", "-q"], ["add", "."], [*author, "commit", "-qm", "first"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_a_dated_section_of_the_version_is_a_release(checkout: Path) -> None:
    assert version_of(checkout) == "1.2.0"
    assert list(problems(checkout)) == []


@pytest.mark.parametrize("title", ["1.2.0", "1.1.0 (2026-11-23)", "Unreleased"])
def test_another_section_is_none(checkout: Path, title: str) -> None:
    (checkout / "CHANGELOG.md").write_text(f"## {title}\n")
    said = "".join(problems(checkout, unreleased=title == "Unreleased"))
    assert "not committed: CHANGELOG.md" in said
    assert ("begins with" in said) == (title != "Unreleased")


def test_no_version_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    with pytest.raises(ValueError, match="no version"):
        version_of(tmp_path)
