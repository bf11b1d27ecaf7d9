"""Every public module shows exactly its public names."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

import runtime as tf
from runtime.names.finder import MODULES

FILES = ["data", "data.experimental", "errors"]
"""Public modules that are files of their own, beside those of the tables."""


def hidden_modules(module: ModuleType) -> list[str]:
    """Modules that can be asked for, though no public name says so."""
    shown = set(dir(module))
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, ModuleType)
        and name not in shown
        and not name.startswith(("_", "@"))
    ]


def check_names(module: ModuleType) -> None:
    shown = dir(module)
    assert shown == sorted(set(shown))
    private = {name for name in shown if name.startswith("_")}
    # TensorFlow shows the module for libraries
    assert private <= {"__internal__"}
    assert hidden_modules(module) == []


@pytest.mark.parametrize("name", sorted([*MODULES, *FILES]))
def test_module_shows_public_names_only(name: str) -> None:
    module = import_module(f"runtime.{name}")
    try:
        dir(module)
    except ImportError:
        pytest.skip("needs a library that is not installed")
    check_names(module)


def test_package_shows_public_names_only() -> None:
    check_names(tf)


@pytest.mark.parametrize("name", FILES)
def test_files_have_the_names_that_they_show(name: str) -> None:
    module = import_module(f"runtime.{name}")
    assert [each for each in dir(module) if not hasattr(module, each)] == []
