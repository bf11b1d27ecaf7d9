"""Public modules below ``tf.data.experimental`` that stand in higher rooms."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

_MODULES: Final = ("service",)


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        # the table of public modules says where its names stand
        return import_module(f"runtime.data.experimental.{name}")
    raise AttributeError(f"module 'tf.data.experimental' has no attribute {name!r}")
