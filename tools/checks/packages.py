"""Checks the packages and data files listed in pyproject.toml against the folders."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from .tree import PACKAGE_FOLDERS, report

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def problems(root: Path) -> Iterator[str]:
    """The differences, with the lines of pyproject.toml that mend them."""
    settings = read_settings(root)
    listed = set(settings["packages"])
    found = dict(packages_in(root))
    for package in sorted(found.keys() - listed):
        yield (
            f"{found[package]}/ is not installed; "
            f'add to [tool.setuptools] packages:\n    "{package}",'
        )
    for package in sorted(listed - found.keys()):
        yield (
            f"{package} has no folder with Python files; "
            f'remove from [tool.setuptools] packages:\n    "{package}",'
        )
    for package, folder in sorted(found.items()):
        yield from _missing_data(root / folder, package, settings["package-data"])


def read_settings(root: Path) -> dict[str, Any]:
    """The table `tool.setuptools` of pyproject.toml."""
    with (root / "pyproject.toml").open("rb") as file:
        settings: dict[str, Any] = tomllib.load(file)["tool"]["setuptools"]
    return settings


def packages_in(root: Path) -> Iterator[tuple[str, str]]:
    """Import name and folder of every package: each folder that holds Python files."""
    for top, start in PACKAGE_FOLDERS.items():
        for init in sorted((root / start).rglob("*.py")):
            folder = init.parent.relative_to(root)
            inner = init.parent.relative_to(root / start).parts
            if "__pycache__" not in inner:
                yield ".".join((top, *inner)), folder.as_posix()


def _missing_data(
    folder: Path, package: str, package_data: dict[str, list[str]]
) -> Iterator[str]:
    patterns = package_data.get(package, []) + package_data.get("*", [])
    for path in sorted(folder.iterdir()):
        is_data = path.is_file() and path.suffix not in (".py", ".pyc", ".md")
        if is_data and not any(fnmatch(path.name, pattern) for pattern in patterns):
            yield (
                f"{path.name} of {package} is not installed; "
                f'add to [tool.setuptools.package-data]:\n    "{package}" = '
                f'["{path.name}"]'
            )


if __name__ == "__main__":
    sys.exit(report(problems(Path.cwd()), "packages"))
