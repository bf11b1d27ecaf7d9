"""Imports a user's Python file or module; errors are reported with their line."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Final

from ..failures import BAD_INPUT, Failure, described, told


def load_module(place: str) -> ModuleType:
    """The module in a ``.py`` file, or with a dotted name.

    A file inside a package is imported by its full name, so its relative imports work.

    Raises:
      Failure: if it is missing or cannot be imported; names the line that fails.
    """
    return _load_file(place) if place.endswith(".py") else _load_module(place)


class _WithoutBytecode(SourceFileLoader):
    """Loads a file as ``python file.py`` does: nothing is written beside it."""

    def set_data(self, path: str, data: object, *, _mode: int = 0o666) -> None:
        """Drops the bytecode that Python would cache."""


def _load_file(place: str) -> ModuleType:
    path = Path(place)
    if path.is_dir():
        raise Failure(
            f"{place} is a folder: name a file in it, as {place}/FILE.py.", BAD_INPUT
        )
    if not path.is_file():
        raise Failure(f"{place}: there is no such file.", BAD_INPUT)
    if (path.parent / "__init__.py").is_file():
        return _load_member(path)
    name = path.stem
    if name in sys.modules:
        # a file must not take the place of an imported module of its name
        name = f"_target_{name}"
    loader = _WithoutBytecode(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    if spec is None:
        raise Failure(f"{place} cannot be imported as Python.", BAD_INPUT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    # what the file imports beside itself is found, as when it is run
    sys.path.insert(0, str(path.resolve().parent))
    with _importing(place):
        loader.exec_module(module)
    return module


def _load_member(path: Path) -> ModuleType:
    """A file of a package, imported by its full name so that `from .. import` works."""
    path = path.resolve()
    folder, names = path.parent, [path.stem]
    while (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    if names[-1] == "__init__":
        names.pop()
    sys.path.insert(0, str(folder))
    with _importing(str(path)):
        return importlib.import_module(".".join(names))


def _load_module(name: str) -> ModuleType:
    if "" not in sys.path:
        sys.path.insert(0, "")
    with _importing(name):
        return importlib.import_module(name)


_OF_TENSORFLOW: Final = ("tensorflow", "keras", "tf_keras")


class _OfferOnDemand:
    """Where an import asks for TensorFlow or Keras, the next finders see the alias."""

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Offers the TensorFlow alias when it is first imported; finds no module."""
        if name in _OF_TENSORFLOW:
            from runtime.alias.environment import offer_tensorflow

            offer_tensorflow()
        return None


@contextmanager
def _offering_tensorflow() -> Iterator[None]:
    """What a target imports as TensorFlow is this runtime: it is what traces it."""
    finder = _OfferOnDemand()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


@contextmanager
def _importing(place: str) -> Iterator[None]:
    try:
        with _offering_tensorflow():
            yield
    except (Exception, SystemExit) as error:
        raise Failure(
            f"importing {place}: {_told(error)}{_advice(error)}",
            BAD_INPUT,
        ) from error


def _told(error: BaseException) -> str:
    """The error, with the line of a file that cannot be parsed at all."""
    if not isinstance(error, SyntaxError):
        return told(error)
    if error.filename is None:
        return described(error)  # the file is no text, so it has no lines
    place = f"{error.filename}:{error.lineno}"
    return f"SyntaxError: {error.msg}\n  at {place}: {(error.text or '').strip()}"


def _advice(error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError):
        return (
            f"\nInstall it into the Python that runs this command ({sys.executable}), "
            f"or run from the folder that holds it."
        )
    if isinstance(error, SystemExit):
        return "\nPut what runs the program below `if __name__ == '__main__':`."
    return ""
