"""Classes of nodes by their names, in gast and in Python's own `ast`."""

from __future__ import annotations

import ast
from typing import Any

import gast

__all__ = ["kinds"]


def kinds(*names: str) -> Any:
    """The classes of gast and of Python's `ast` that have one of the names.

    >>> [each.__module__ for each in kinds("Return")]
    ['gast.gast', 'ast']
    """
    # TryStar and others are not in each Python
    found = [getattr(grammar, name, None) for name in names for grammar in (gast, ast)]
    return tuple(each for each in found if each is not None)
