"""pytest plugin of the project's own tests: doctests know `tf`, the runtime."""

from __future__ import annotations

import importlib

import pytest


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give a doctest the name `tf`."""
    if isinstance(item, pytest.DoctestItem):
        assert item.dtest is not None
        item.dtest.globs.setdefault("tf", importlib.import_module("runtime"))
