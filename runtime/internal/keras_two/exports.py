"""`tensorflow.python.util.tf_export`: the public names that a symbol has."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from runtime.names import finder
from runtime.names.top_level import SECTIONS

_T = TypeVar("_T")

TENSORFLOW: Final = "tensorflow"
KERAS: Final = "keras"


class _Names:
    """The names of one API: those exported by libraries, by symbol and back."""

    def __init__(self) -> None:
        self.of: dict[int, tuple[Any, tuple[str, ...], tuple[str, ...]]] = {}
        """The identity of a symbol -> itself, its names, its names of version 1."""
        self.symbols: dict[str, Any] = {}

    def add(
        self, symbol: Any, names: Sequence[str], v1_names: Sequence[str] | None
    ) -> None:
        earlier = tuple(names if v1_names is None else v1_names)
        self.of[id(symbol)] = symbol, tuple(names), earlier
        for name in names:
            self.symbols[name] = symbol
        for name in earlier:
            self.symbols[f"compat.v1.{name}"] = symbol


_APIS: Final[dict[str, _Names]] = {TENSORFLOW: _Names(), KERAS: _Names()}


class api_export:
    """A decorator that records the public names of a function or class.

    >>> @tf_export("words.shout")
    ... def shout(word): return word.upper()
    >>> get_canonical_name_for_symbol(shout)
    'words.shout'
    """

    def __init__(
        self,
        *args: str,
        api_name: str = TENSORFLOW,
        v1: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> None:
        self._names, self._v1 = args, v1
        self._api_name = api_name

    def __call__(self, symbol: _T) -> _T:
        _APIS[self._api_name].add(symbol, self._names, self._v1)
        if self._api_name == KERAS and isinstance(symbol, type):
            # Keras 2 knows its own layers, and subclasses of them, by these
            named: Any = symbol
            named._keras_api_names = self._names
            named._keras_api_names_v1 = self._names if self._v1 is None else self._v1
        return symbol

    def export_constant(self, module_name: str, name: str) -> None:
        """Does nothing: constants cannot carry names."""


def tf_export(*args: str, **kwargs: Any) -> api_export:
    """A decorator that records names below ``tf``."""
    return api_export(*args, api_name=TENSORFLOW, **kwargs)


def keras_export(*args: str, **kwargs: Any) -> api_export:
    """A decorator that records names below ``keras``."""
    return api_export(*args, api_name=KERAS, **kwargs)


def get_canonical_name_for_symbol(
    symbol: Any, api_name: str = TENSORFLOW, add_prefix_to_v1_names: bool = False
) -> str | None:
    """The canonical name of a symbol, or None.

    >>> get_canonical_name_for_symbol(tf.math.add)
    'math.add'
    """
    while True:
        entry = _APIS[api_name].of.get(id(symbol))
        if entry is not None and entry[0] is symbol:
            return _shown(entry[1], entry[2], add_prefix_to_v1_names)
        inner = getattr(symbol, "__wrapped__", None)
        if inner is None:
            return _public_name(symbol) if api_name == TENSORFLOW else None
        symbol = inner


def _shown(names: Sequence[str], v1_names: Sequence[str], prefix: bool) -> str | None:
    for name in names:
        if "deprecated" not in name:
            return name
    for name in v1_names:
        return f"compat.v1.{name}" if prefix else name
    return None


@functools.cache
def _public_names() -> dict[tuple[str, str], str]:
    """(Module, name) of a public function -> its public name, preferably with a dot."""
    found: dict[tuple[str, str], str] = {}
    for section in SECTIONS:
        found.update((place, name) for name, place in finder.places(section).items())
    for module, (_, table) in finder.MODULES.items():
        if not module.startswith(("compat", "__internal__")):
            for name, place in finder.places(table).items():
                found[place] = f"{module}.{name}"
    return found


def _public_name(symbol: Any) -> str | None:
    place = getattr(symbol, "__module__", ""), getattr(symbol, "__name__", "")
    return _public_names().get(place)


def get_symbol_from_name(name: str) -> Any:
    """The object that a library exported under a name, or None.

    >>> get_symbol_from_name("words.nothing") is None
    True
    """
    for api in _APIS.values():
        if name in api.symbols:
            return api.symbols[name]
    return None


def get_v1_names(symbol: Any) -> list[str]:
    """The names of version 1 that were exported for a symbol."""
    found = [api.of.get(id(symbol)) for api in _APIS.values()]
    return [name for each in found if each is not None for name in each[2]]


def get_v2_names(symbol: Any) -> list[str]:
    """The names that were exported for a symbol."""
    found = [api.of.get(id(symbol)) for api in _APIS.values()]
    return [name for each in found if each is not None for name in each[1]]


__all__ = [
    "api_export",
    "get_canonical_name_for_symbol",
    "get_symbol_from_name",
    "get_v1_names",
    "get_v2_names",
    "keras_export",
    "tf_export",
]
