"""Lazy import: finds the names of ``tf`` and its modules on first use.

A public module such as ``runtime.math`` is created here with only its public names; a
folder of the same name, if it exists, is a room whose modules are private.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType, SimpleNamespace
from typing import Any, Final, cast

from runtime.names import (
    earlier_namespaces,
    earlier_top_level,
    earlier_versions,
    feature_columns,
    library_support,
    mathematics,
    programs,
    refused_modules,
    saving,
    values,
)
from runtime.names.top_level import SECTIONS

Place = tuple[str, str]
"""A module and an attribute of it; ``*`` is the module itself."""

ALL_OF_IT: Final = "*"
"""In place of names: every public name of that module."""

MODULES: Final = {
    **mathematics.MODULES,
    **values.MODULES,
    **programs.MODULES,
    **library_support.MODULES,
    **earlier_top_level.MODULES,
    **earlier_versions.MODULES,
    **earlier_namespaces.MODULES,
    **saving.MODULES,
    **feature_columns.MODULES,
    **refused_modules.MODULES,
}
"""Public module -> its description, and the definitions of its names."""

_ROOT: Final = "runtime"
_KNOWN: Final = frozenset(f"runtime.{name}" for name in MODULES)
_FOLDER: Final = os.path.dirname(os.path.dirname(__file__))
_IS_ZIPPED: Final = not os.path.isdir(_FOLDER)


def places(table: dict[str, str]) -> dict[str, Place]:
    """The definition of each public name that a table lists explicitly.

    >>> places({"runtime.math.scans": "cumsum total=cumsum"})["total"]
    ('runtime.math.scans', 'cumsum')
    """
    found = {}
    for module, names in table.items():
        for each in names.split():
            public, _, attribute = each.partition("=")
            if public != ALL_OF_IT:
                found[public] = module, attribute or public
    return found


class PublicModule(ModuleType):
    """A module of public names, imported at their first use."""

    _places: dict[str, Place]
    _whole: list[str]
    """Modules whose public names are all names of this module."""

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return dir(self)
        if name.startswith("__") and f"{self.__name__}.{name}" not in _KNOWN:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = self._find(name)
        super().__setattr__(name, found)
        return found

    def _find(self, name: str) -> Any:
        if f"{self.__name__}.{name}" in _KNOWN:
            return import_module(f"{self.__name__}.{name}")
        found = self.in_its_place(name)
        if isinstance(found, SimpleNamespace):  # is a module to users
            return import_module(f"{self.__name__}.{name}")
        return found

    def in_its_place(self, name: str) -> Any:
        """The object that a public name refers to.

        Raises:
          AttributeError: if the module does not have the name.
        """
        if place := self._places.get(name):
            return _at(place)
        for module in self._whole:
            if not name.startswith("_") and hasattr(import_module(module), name):
                return getattr(import_module(module), name)
        if len(self._whole) == 1 and not self._places and not name.startswith("_"):
            # the module knows better what was meant
            return getattr(import_module(self._whole[0]), name)
        text = f"module {self.__name__!r} has no attribute {name!r}"
        # the object, for Python to say which name is near where nobody caught it
        raise AttributeError(text, name=name, obj=self)

    def __setattr__(self, name: str, value: object) -> None:
        # the import of a private module of the room is no attribute of the public one
        if isinstance(value, ModuleType) and not self._is_public(name):
            return
        super().__setattr__(name, value)

    def _is_public(self, name: str) -> bool:
        if f"{self.__name__}.{name}" in _KNOWN:
            return True
        place = self._places.get(name)
        return name.startswith("__") or (place is not None and place[1] == ALL_OF_IT)

    def __dir__(self) -> list[str]:
        prefix = self.__name__ + "."
        inner = {
            name.removeprefix(prefix).partition(".")[0]
            for name in _KNOWN
            if name.startswith(prefix)
        }
        whole = {name for module in self._whole for name in _public_names(module)}
        return sorted({*self._places, *inner, *whole})


def _public_names(module: str) -> Iterable[str]:
    found = import_module(module)
    listed = getattr(found, "__all__", None) or dir(found)
    return [name for name in listed if not name.startswith("_")]


def _at(place: Place) -> Any:
    module, attribute = place
    found: Any = import_module(module)
    return found if attribute == ALL_OF_IT else getattr(found, attribute)


class PublicPackage(ModuleType):
    """A public module with a file of its own, of which only ``__all__`` is visible.

    The tables say where those of its names stand that are in rooms above it.
    """

    def __getattr__(self, name: str) -> Any:
        public = f"{self.__name__.removeprefix(_ROOT + '.')}.{name}"
        place = _from_above().get(public)
        if public in MODULES:
            found: Any = import_module(f"{_ROOT}.{public}")
        elif place is not None:
            found = _at(place)
        else:
            text = f"module {self.__name__!r} has no attribute {name!r}"
            raise AttributeError(text, name=name, obj=self)
        setattr(self, name, found)
        return found

    def __dir__(self) -> list[str]:
        return sorted(vars(self)["__all__"])

    def __setattr__(self, name: str, value: object) -> None:
        # the import of a private module of the room is no attribute of the public one
        if isinstance(value, ModuleType) and name not in vars(self)["__all__"]:
            return
        super().__setattr__(name, value)


@cache
def _from_above() -> dict[str, Place]:
    return places(library_support.NAMES)


def show_only_public_names(module: str) -> None:
    """Makes an imported module a ``PublicPackage``.

    Its names must be complete; private modules that it imported are hidden.

    >>> [name for name in dir(tf.errors) if name.startswith("_")]
    []
    """
    shown = sys.modules[module]
    for name, value in list(vars(shown).items()):
        is_module = isinstance(value, ModuleType) and not name.startswith("_")
        if is_module and name not in vars(shown)["__all__"]:
            delattr(shown, name)
    shown.__class__ = PublicPackage


class PublicModuleFinder:
    """Finds the public modules below ``runtime``; all other modules are left to Python.

    Finder and loader in one, without the base classes, whose import takes 10 ms.
    """

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """The spec of a public module; None for other modules."""
        if fullname not in _KNOWN and not _is_namespace(fullname):
            return None
        loader: Any = self
        spec = ModuleSpec(fullname, loader, is_package=True)
        room = os.path.join(_FOLDER, *fullname.split(".")[1:])
        is_room = _IS_ZIPPED or os.path.isdir(room)
        spec.submodule_search_locations = [room] if is_room else []
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """An empty module that looks up its names in a table."""
        public = spec.name.removeprefix(_ROOT + ".")
        text, table = MODULES.get(public) or ("", {})
        module = PublicModule(spec.name, f"``tf.{public}``. {text}")
        vars(module)["_places"] = places(table)
        vars(module)["_whole"] = [key for key, names in table.items() if names == "*"]
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Fills a module that another module defines as a plain namespace."""
        public = module.__name__.removeprefix(_ROOT + ".")
        if public not in MODULES:
            vars(module).update(vars(_namespace(module.__name__)))
            vars(module)["_places"] = dict.fromkeys(
                name for name in vars(_namespace(module.__name__))
            )


def _is_private(fullname: str) -> bool:
    """Whether a file or folder of the room has that name."""
    if _IS_ZIPPED:
        rooms = import_module(fullname.rpartition(".")[0]).__path__
        return PathFinder.find_spec(fullname, rooms) is not None
    path = os.path.join(_FOLDER, *fullname.split(".")[1:])
    return os.path.isdir(path) or os.path.isfile(path + ".py")


def _namespace(fullname: str) -> SimpleNamespace | None:
    """What a public module has by that name, if it is a namespace of plain values."""
    parent, _, name = fullname.rpartition(".")
    if parent not in _KNOWN or _is_private(fullname):
        return None
    public = cast("PublicModule", import_module(parent))
    if vars(public)["_places"].get(name, ("", ""))[0] == fullname:
        return None  # a function that stands in the module of its name
    if name not in dir(public):
        return None
    found = public.in_its_place(name)
    return found if isinstance(found, SimpleNamespace) else None


def _is_namespace(fullname: str) -> bool:
    parent = fullname.rpartition(".")[0]
    return parent in _KNOWN and _namespace(fullname) is not None


class _Top(ModuleType):
    """The package itself: rooms are no attributes of it, public modules are."""

    def __setattr__(self, name: str, value: object) -> None:
        public = f"{_ROOT}.{name}" in _KNOWN or name == "errors"
        if isinstance(value, ModuleType) and not public:
            return
        super().__setattr__(name, value)


_PLACES: Final[dict[str, Place]] = {}


def _top_level_places() -> dict[str, Place]:
    if not _PLACES:
        for section in SECTIONS:
            _PLACES.update(places(section))
    return _PLACES


def find_name(name: str) -> Any:
    """Finds the object of a public name, and stores it as an attribute of the package.

    Raises:
      AttributeError: if the name does not exist.
    """
    if f"{_ROOT}.{name}" in _KNOWN:
        return import_module(f"{_ROOT}.{name}")
    place = _top_level_places().get(name)
    if place is None:
        text = f"module 'runtime' has no attribute {name!r}"
        raise AttributeError(text, name=name, obj=sys.modules[_ROOT])
    found = _at(place)
    setattr(sys.modules[_ROOT], name, found)
    return found


def list_names() -> list[str]:
    """Every public name of ``tf``."""
    return sorted(_iterate_names())


def _iterate_names() -> Iterator[str]:
    yield from (name for name in _top_level_places() if not name.startswith("_"))
    public = (name for name in MODULES if "." not in name)
    shown = (name for name in public if not name.startswith("_"))
    yield from (*shown, "__internal__")


def install() -> None:
    """Puts the finder first in `sys.meta_path` and sets the class of the root package.

    Repeated calls put it first again: the finders of other programs, such as pytest,
    would find the private rooms in their folders instead of the public modules.
    """
    root = sys.modules[_ROOT]
    vars(root).pop("names", None)  # this room, whose import came first
    root.__class__ = _Top
    found = [each for each in sys.meta_path if isinstance(each, PublicModuleFinder)]
    finder = found[0] if found else PublicModuleFinder()
    others = [each for each in sys.meta_path if each is not finder]
    sys.meta_path[:] = [cast(Any, finder), *others]
