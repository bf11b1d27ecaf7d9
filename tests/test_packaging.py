"""What installs is what the tree holds, and what it needs is what it uses."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from autograph_tools.checks import packages
from autograph_tools.checks.tree import PACKAGE_FOLDERS, source_files

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
TOP_LEVEL = {
    *("pyproject.toml", "autograph", "graphir", "runtime", "tools", "tests"),
    *("README.md", "Makefile", "LICENSE", "CHANGELOG.md", "docs", "examples"),
    *("benchmarks", ".ci", ".gitignore", "SECURITY.md"),
}
IMPORTED_AS = {
    "protobuf": "google",
    "google-re2": "re2",
    "google-crc32c": "google_crc32c",
    "pillow": "PIL",
}
EXTRAS = ("image", "jax", "jit", "ray", "snappy")
"""What users may add; imported when it is first needed."""


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        table: dict[str, Any] = tomllib.load(file)["project"]
    return table


def test_packages_and_data_are_listed() -> None:
    assert "\n".join(packages.problems(ROOT)) == ""


@pytest.mark.parametrize("folder", PACKAGE_FOLDERS.values())
def test_package_is_typed(folder: str) -> None:
    assert (ROOT / folder / "py.typed").is_file()


@pytest.mark.parametrize(
    ("group", "module"),
    [("console_scripts", "autograph_tools.__main__"), ("pytest11", "autograph_tools")],
)
def test_entry_point_is_installed(group: str, module: str) -> None:
    [entry] = entry_points(group=group, name="autograph")
    assert entry.value.startswith(module)
    assert callable(entry.load()) or group == "pytest11"


@pytest.mark.slow
def test_every_dependency_is_used(project: dict[str, Any]) -> None:
    names = [re.split(r"[^\w-]", each)[0] for each in project["dependencies"]]
    expected = {IMPORTED_AS.get(name, name) for name in names}
    assert expected - _third_party_imports() == set()


def test_every_import_is_a_dependency(project: dict[str, Any]) -> None:
    extras = [each for key in EXTRAS for each in project["optional-dependencies"][key]]
    declared = [*project["dependencies"], *extras]
    names = [re.split(r"[^\w-]", each)[0] for each in declared]
    known = {IMPORTED_AS.get(name, name) for name in names}
    # The plugin is imported by pytest; the checks of the tree are for developers, on
    # Python 3.10 with the package that became tomllib.
    # setuptools builds, and imports its command from here.
    # Types alone are read from typing_extensions, which every type checker knows.
    known |= {"pytest", "setuptools", "tomli", "tomllib", "typing_extensions"}
    assert _third_party_imports() - known == set()


@pytest.mark.skipif(not shutil.which("git"), reason="asks git for the files")
def test_top_level_holds_nothing_else() -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    names = {line.partition("/")[0] for line in listed.stdout.splitlines()}
    assert names - TOP_LEVEL == set()


def test_tools_are_typed_under_their_installed_name() -> None:
    link = ROOT / ".ci" / "typing" / "autograph_tools"
    assert link.resolve() == ROOT / "tools"


def test_changelog_has_a_section_for_what_comes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## Unreleased$", text, re.MULTILINE)


@cache
def _third_party_imports() -> set[str]:
    ours = {*PACKAGE_FOLDERS, "tools", *sys.stdlib_module_names}
    names = {
        name.partition(".")[0]
        for file in source_files(ROOT)
        if file.module.partition(".")[0] in PACKAGE_FOLDERS
        for node in ast.walk(file.tree)
        for name in _absolute_imports(node)
    }
    return names - ours


def _absolute_imports(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        return [node.module or ""]
    return []
