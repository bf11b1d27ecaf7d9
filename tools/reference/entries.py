"""Public names of the three packages: the object and the page of each name."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from graphir.errors import MissingExtraError

LEFT_OUT: Final = frozenset(
    ("tf.compat", "tf.raw_ops", "tf.keras", "tf.pywrap_tensorflow")
)
"""Namespaces with pages of their own, or documented by another project."""
PACKAGES: Final = {"tf": "runtime", "graphir": "graphir", "autograph": "autograph"}
"""What a page calls a package -> its name."""


@dataclass(frozen=True)
class Entry:
    """A public name and its object."""

    path: str
    """With its namespace, `tf.math.add`."""
    value: Any

    @property
    def name(self) -> str:
        """The last part."""
        return self.path.rpartition(".")[2]

    @property
    def is_documented(self) -> bool:
        """Whether it has its own docstring; a plain value has that of its class."""
        return inspect.isroutine(self.value) or inspect.isclass(self.value)


def namespaces() -> dict[str, list[Entry]]:
    """Public namespaces -> their names, in order of the alphabet.

    >>> found = namespaces()
    >>> [entry.path for entry in found["tf.bitwise"]][:2]
    ['tf.bitwise.bitwise_and', 'tf.bitwise.bitwise_or']
    """
    found: dict[str, list[Entry]] = {}
    for shown, package in PACKAGES.items():
        _collect(shown, import_module(package), found)
    return found


def _collect(shown: str, module: ModuleType, found: dict[str, list[Entry]]) -> None:
    found[shown] = []
    for name in sorted(_public(module)):
        path = f"{shown}.{name}"
        value = _value(module, name)
        if value is None or path in LEFT_OUT:
            continue
        if not isinstance(value, ModuleType):
            found[shown].append(Entry(path, value))
        elif _is_ours(value) and _is_namespace(module, value):
            _collect(path, value, found)


def _public(module: ModuleType) -> Iterator[str]:
    """Its names; of a package whose names a table finds, those of the table."""
    table = vars(module).get("_NAMES", {})
    listed = [name for names in table.values() for name in str(names).split()]
    given = listed or getattr(module, "__all__", None) or dir(module)
    yield from (name for name in given if not name.startswith("_"))


def _value(module: ModuleType, name: str) -> Any:
    """What the name stands for; None where a library that it needs is not here."""
    try:
        return getattr(module, name)
    except MissingExtraError:
        return None


def _is_ours(module: ModuleType) -> bool:
    return module.__name__.partition(".")[0] in PACKAGES.values()


def _is_namespace(owner: ModuleType, module: ModuleType) -> bool:
    """Of the runtime each public module; of others what their lists of names have."""
    return owner.__name__.startswith("runtime") or bool(getattr(owner, "__all__", ()))


def homes(found: dict[str, list[Entry]]) -> dict[int, str]:
    """The identity of each documented value -> the path of the entry that describes it.

    An object is described in the outermost of its namespaces, but in `tf` only if it is
    in no other.
    """
    made: dict[int, str] = {}
    for space in sorted(found, key=lambda each: (each == "tf", each.count("."), each)):
        for entry in found[space]:
            if entry.is_documented:
                made.setdefault(id(entry.value), entry.path)
    return made


def members(kind: type) -> list[Entry]:
    """The public methods and properties of a class that have docstrings."""
    found = []
    for name in sorted(_names_of(kind)):
        value = inspect.getattr_static(kind, name)
        text = inspect.getdoc(getattr(kind, name, value))
        if text and callable(getattr(value, "__get__", value)):
            found.append(Entry(name, value))
    return found


def _names_of(kind: type) -> set[str]:
    ours = [
        each
        for each in kind.__mro__
        if each.__module__.partition(".")[0] in PACKAGES.values()
    ]
    return {name for each in ours for name in vars(each) if not name.startswith("_")}


def module_text(shown: str) -> str:
    """The words of a namespace's module, without its own name at the front."""
    package, _, rest = shown.partition(".")
    name = PACKAGES[package] + (f".{rest}" if rest else "")
    text = inspect.getdoc(sys.modules.get(name)) or ""
    return text.removeprefix(f"``{shown}``.").removeprefix(f"`{shown}`.").strip()
