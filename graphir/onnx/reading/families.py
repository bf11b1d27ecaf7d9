"""Imports every family of rules, to register them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from graphir.onnx.contract.calls import READING
from graphir.onnx.reading.elementwise import read_same
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
        if op.onnx_name and ("", op.onnx_name) not in READING:
            read_same(op.onnx_name, op.__name__)
