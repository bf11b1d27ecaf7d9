"""Names of `tf.*`, imported when they are first asked for."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from runtime.public_names import SECTIONS

_PLACES: Final[dict[str, tuple[str, str]]] = {}


_LIKE_MODULES: Final = frozenset({"run_graph"})
"""Public functions that are called as the modules that hold them."""


class _Namespace(ModuleType):
    """The package, where importing ``runtime.run_graph`` does not hide the function."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _LIKE_MODULES and isinstance(value, ModuleType):
            return
        super().__setattr__(name, value)


sys.modules["runtime"].__class__ = _Namespace


def _read_tables() -> None:
    for section in SECTIONS:
        for module, names in section.items():
            for each in names.split():
                public, _, attribute = each.partition("=")
                _PLACES[public] = module, attribute or public


def find_name(name: str) -> Any:
    """The public name; found once, it is an attribute of the package.

    Raises:
      AttributeError: if there is none.
    """
    if not _PLACES:
        _read_tables()
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module 'runtime' has no attribute {name!r}")
    module, attribute = place
    found: Any = import_module(module)
    if attribute != "*":
        found = getattr(found, attribute)
    setattr(sys.modules["runtime"], name, found)
    return found


def list_names() -> list[str]:
    """Every public name."""
    if not _PLACES:
        _read_tables()
    known = {*vars(sys.modules["runtime"]), *_PLACES}
    return sorted(name for name in known if not name.startswith("_"))
