"""The plugin for doctests: a module is executed once, whatever is collected first."""

from __future__ import annotations

import pytest

_REGISTRY = '''
"""A table that another module fills.

>>> sorted(TABLE)
['circle']
"""

TABLE: dict[str, int] = {}
'''
_SHAPES = """
from drawing.tables.registry import TABLE

TABLE["circle"] = 1
"""


def test_a_module_collected_first_is_the_one_its_package_imported(
    pytester: pytest.Pytester,
) -> None:
    """The package imports a module, and what was registered with it stays seen."""
    tables = pytester.path / "drawing" / "tables"
    tables.mkdir(parents=True)
    (tables / "__init__.py").write_text("")
    (tables / "registry.py").write_text(_REGISTRY)
    (tables.parent / "__init__.py").write_text("from drawing import shapes\n")
    (tables.parent / "shapes.py").write_text(_SHAPES)
    result = pytester.runpytest_subprocess(
        "--import-mode=importlib",
        "--doctest-modules",
        "-p",
        "autograph_tools.checks.doctest_names",
        "-p",
        "no:cacheprovider",
        "drawing/tables/registry.py",
    )
    result.assert_outcomes(passed=1)
