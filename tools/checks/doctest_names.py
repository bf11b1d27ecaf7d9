"""pytest plugin of the project's own tests: defines `tf` for doctests."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collect_file(file_path: Path) -> None:
    """Import the package of a module before pytest imports the module.

    pytest would import the package on its way and then execute the module again, even
    if the package has imported it by then: two modules of one name, each with its own
    table of registrations. Whether the doctests of other modules pass would then depend
    on the order of collection.
    """
    package = _package_of(file_path) if file_path.suffix == ".py" else ""
    if package and importlib.util.find_spec(package.partition(".")[0]) is not None:
        importlib.import_module(package)


def _package_of(path: Path) -> str:
    """The dotted name of the package a file lies in; empty if in none."""
    names: list[str] = []
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        names.insert(0, folder.name)
    return ".".join(names)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give a doctest the name `tf`, and no global seed."""
    if isinstance(item, pytest.DoctestItem):
        assert item.dtest is not None
        runtime = importlib.import_module("runtime")
        runtime.random.set_seed(None)
        item.dtest.globs.setdefault("tf", runtime)
