"""Hooks of lower classes, with the functions of higher rooms that they call.

A class of a low room has public methods whose code is in a higher room: the text form
of a graph, its picture, its message. The low module owns an ``Attached`` by name; a
table of the package has the module of the function, which is imported on the first
call.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from operator import attrgetter
from types import FrameType
from typing import Any, Final, Generic, TypeVar

Result = TypeVar("Result")

_PLACES: Final[dict[str, str]] = {}


class Attached(Generic[Result]):
    """A function known by its name in the table; it is looked up at its first call.

    >>> from graphir.attachments import Attached, attach
    >>> attach({"square root": "math:sqrt"})
    >>> root: Attached[float] = Attached("square root")
    >>> root(9.0)
    3.0

    Raises:
      LookupError: when called, if the table has no such name.
    """

    __slots__ = ("_function", "_name")

    def __init__(self, name: str) -> None:
        self._name = name
        self._function: Any = None

    def __call__(self, *args: Any, **kwargs: Any) -> Result:
        if self._function is None:
            self._function = _found(self._name)
        result: Result = self._function(*args, **kwargs)
        return result


def calling_frame() -> FrameType:
    """The frame that called the method whose code is attached and now runs."""
    frame = sys._getframe(1)
    while frame.f_code is not _CALL and frame.f_back is not None:
        frame = frame.f_back
    method = frame.f_back or frame
    return method.f_back or method


def attach(places: Mapping[str, str]) -> None:
    """Adds places of functions, as ``module:function`` or ``module:Class.method``."""
    _PLACES.update(places)


_CALL: Final = Attached.__call__.__code__


def _found(name: str) -> Any:
    if name not in _PLACES:
        raise LookupError(f"no function is attached as {name!r}")
    module, _, function = _PLACES[name].partition(":")
    return attrgetter(function)(import_module(module))
