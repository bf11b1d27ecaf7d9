"""Imports every family of rules that write ONNX, to register them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from graphir.onnx.contract.emission import WRITING
from graphir.onnx.writing.elementwise import write_same
from graphir.ops.contract.registry import declared


@cache
def register() -> None:
    """Registers the rules of this room, and those that ops tell by their name there."""
    package = __package__ or ""
    path = import_module(package).__path__
    for each in iter_modules(path):
        if each.name != "families":
            import_module(f"{package}.{each.name}")
    for op in declared():
        if op.onnx_name and op.__name__ not in WRITING:
            write_same(op.__name__, op.onnx_name)
