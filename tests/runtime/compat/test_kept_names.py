"""Converted code calls the names of TensorFlow 1 as they are."""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import runtime as tf
from autograph.options import ConversionOptions
from autograph.policy import Action, decide

CONVERTING = (Action.CONVERT, Action.CONVERT_CALLS)


def functions(module: Any, path: str, seen: set[int]) -> Iterator[tuple[str, Any]]:
    """Functions and methods that are written in Python, below a module."""
    if id(module) in seen:
        return
    seen.add(id(module))
    for name in dir(module):
        if name.startswith("_") or name in ("keras", "layers", "rnn_cell", "flags"):
            continue  # names of other libraries
        found = getattr(module, name)
        if isinstance(found, ModuleType):
            if found.__name__.startswith("runtime."):  # and no module of others
                yield from functions(found, f"{path}.{name}", seen)
            continue
        for key, each in (
            vars(found) if isinstance(found, type) else {"": found}
        ).items():
            if isinstance(each, FunctionType):
                yield f"{path}.{name}.{key}", each


def test_no_name_of_tensorflow_1_is_converted() -> None:
    tf.function(lambda: tf.constant(1))()  # conversion is set up by the first trace
    found = dict(functions(tf.compat.v1, "v1", set()))
    assert len(found) > 2000
    options = ConversionOptions(user_requested=False)
    converted = [
        name
        for name, each in found.items()
        if decide(each, options).action in CONVERTING
    ]
    assert converted == []
