"""Submodules of `tensorflow`, created on import or on first use."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

from runtime.alias import internals, names

ROOT: Final = "tensorflow"


class NamesModule(ModuleType):
    """A module whose names are looked up in the tables of public names."""

    __path__: list[str]

    def __getattr__(self, name: str) -> Any:
        own = self.__name__
        if name == "__all__":
            return dir(self)
        if own == ROOT and name in internals.TOPS:
            return self._internal(name)
        if internals.is_inside(own):
            return self._internal(name)
        path = own[len(ROOT) + 1 :]
        value = names.find(path, name)
        if names.is_namespace(value):
            value = import_module(f"{own}.{name}")
        self.__dict__[name] = value
        return value

    def _internal(self, name: str) -> Any:
        """A name of `tensorflow.python...`, or the module of that name."""
        found = internals.find(self.__name__, name)
        if found is not None:
            return found
        inner = f"{self.__name__}.{name}"
        if internals.is_known(inner):
            return import_module(inner)
        raise AttributeError(internals.refusal(inner))

    def __dir__(self) -> list[str]:
        if internals.is_inside(self.__name__):
            return internals.list_names(self.__name__)
        return names.list_names(self.__name__[len(ROOT) + 1 :])


class _NamesLoader:
    """Makes one such module."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return NamesModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Serves Keras' modules unchanged; other names are looked up on first use."""
        if internals.is_inside(module.__name__):
            return
        there = names.namespace_at(module.__name__[len(ROOT) + 1 :])
        if isinstance(there, ModuleType) and not names.is_ours(there):
            sys.modules[module.__name__] = there


class NamesFinder:
    """Finds the modules below `tensorflow`."""

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if not name.startswith(f"{ROOT}."):
            return None
        if internals.is_inside(name):
            if not internals.is_known(name):
                raise ImportError(internals.refusal(name), name=name)
        elif not _is_public_namespace(name):
            return None
        return ModuleSpec(name, _NamesLoader(), is_package=True)  # type: ignore[arg-type]


def _is_public_namespace(name: str) -> bool:
    try:
        names.namespace_at(name[len(ROOT) + 1 :])
    except AttributeError:
        return False
    return True


def install_finder() -> None:
    """Lets Python find the modules below `tensorflow`; once is enough."""
    if not any(isinstance(each, NamesFinder) for each in sys.meta_path):
        sys.meta_path.insert(0, NamesFinder())
