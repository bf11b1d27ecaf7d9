"""Imports every family of rules that write ONNX, to register them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules


@cache
def register() -> None:
    """Registers the rules of this room."""
    package = __package__ or ""
    path = import_module(package).__path__
    for each in iter_modules(path):
        if each.name != "families":
            import_module(f"{package}.{each.name}")
