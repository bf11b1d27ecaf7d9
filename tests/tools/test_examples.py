"""The examples of the command line's own modules hold."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from autograph_tools.checks.mirrored_tests import has_examples
from autograph_tools.checks.tree import source_files

ROOT = Path(__file__).parents[2]
MODULES = [
    each.module
    for each in source_files(ROOT)
    if each.relative.startswith("tools/") and has_examples(each)
]


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_hold(module: str) -> None:
    found = doctest.testmod(import_module(module), optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0
    assert found.failed == 0
