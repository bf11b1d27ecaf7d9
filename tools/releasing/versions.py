"""The version of a release, and its section in the changelog."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_SECTION: Final = re.compile(r"^## +(.+?) *$", re.MULTILINE)
_VERSION: Final = re.compile(r'^version *= *"([^"]+)"', re.MULTILINE)


def version_of(root: Path) -> str:
    """The version in `pyproject.toml`.

    Raises:
      ValueError: if the file has no version.
    """
    found = _VERSION.search((root / "pyproject.toml").read_text(encoding="utf-8"))
    if found is None:
        raise ValueError("pyproject.toml has no version")
    return found.group(1)


def problems(root: Path, *, unreleased: bool = False) -> Iterator[str]:
    """The reasons why the checkout in `root` cannot be released.

    Args:
      root: the folder of the checkout.
      unreleased: accepts a changelog whose first section is still "Unreleased".
    """
    version = version_of(root)
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    first = _SECTION.search(text)
    title = first.group(1) if first else "nothing"
    if not _is_section_of(version, title) and not (
        unreleased and title == "Unreleased"
    ):
        yield (
            f"CHANGELOG.md begins with {title!r}; the section of a release is "
            f"'## {version} (YEAR-MONTH-DAY)'"
        )
    if changed := _uncommitted(root):
        yield f"not committed: {', '.join(changed)}; a release is built from a commit"


def _is_section_of(version: str, title: str) -> bool:
    return (
        re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", title) is not None
    )


def _uncommitted(root: Path) -> list[str]:
    status = subprocess.run(
        ["git", "status", "--porcelain"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    return [line[3:] for line in status.stdout.splitlines()]


__all__ = ["problems", "version_of"]
