"""Module names of TensorFlow's classes, for pickle and libraries that check them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import resources
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Final

_TABLE: Final = "class_places.txt"
"""A line a class: ours as `module:name`, then TensorFlow's module and name."""

_BY_MODULE: Final[dict[str, dict[str, tuple[str, str]]]] = {}


def read_table() -> dict[str, dict[str, tuple[str, str]]]:
    """This runtime's module -> class name -> TensorFlow's module and class name."""
    if not _BY_MODULE:
        text = resources.files("runtime.alias").joinpath(_TABLE).read_text("utf-8")
        for line in text.splitlines():
            ours, module, name = line.split()
            home, _, inner = ours.partition(":")
            _BY_MODULE.setdefault(home, {})[inner] = module, name
    return _BY_MODULE


def classes_by_place() -> dict[str, dict[str, str]]:
    """TensorFlow's module -> class name -> this runtime's class, as `module:name`.

    >>> classes_by_place()["tensorflow.python.framework.ops"]["EagerTensor"]
    'runtime.tensors.tensor:EagerTensor'
    """
    found: dict[str, dict[str, str]] = {}
    for home, classes in read_table().items():
        for inner, (module, name) in classes.items():
            found.setdefault(module, {})[name] = f"{home}:{inner}"
    return found


def rename_classes() -> None:
    """Gives our classes TensorFlow's module and name, now or once they are imported."""
    if any(isinstance(each, _Renaming) for each in sys.meta_path):
        return
    for home in read_table():
        module = sys.modules.get(home)
        if module is not None:
            _rename_in(module)
    sys.meta_path.insert(0, _Renaming())


def _rename_in(module: ModuleType) -> None:
    for inner, (home, name) in read_table()[module.__name__].items():
        kind = getattr(module, inner)
        kind.__module__ = home
        kind.__qualname__ = kind.__name__ = name


class _Renaming:
    """Finds the modules whose classes are renamed as soon as these are there."""

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if name not in read_table():
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return None
        loader: Any = spec.loader
        execute = loader.exec_module

        def execute_and_rename(module: ModuleType) -> None:
            execute(module)
            _rename_in(module)

        loader.exec_module = execute_and_rename
        return spec
