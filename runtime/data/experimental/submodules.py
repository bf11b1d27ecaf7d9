"""Public names of ``tf.data.experimental`` that stand in higher rooms."""

from __future__ import annotations

from typing import Any, Final

from runtime.names.finder import place_of

_NAMES: Final = ("distributed_save", "service")


def __getattr__(name: str) -> Any:
    if name in _NAMES:
        return place_of(f"data.experimental.{name}")
    raise AttributeError(f"module 'tf.data.experimental' has no attribute {name!r}")
