"""Warnings about functions that should not be used any more, said once each."""

from __future__ import annotations

from typing import Final

from runtime.logs import get_logger

_SAID: Final[set[str]] = set()


def warn_once(function: str, instead: str) -> None:
    """Logs that a function is deprecated and what to use instead."""
    if function in _SAID:
        return
    _SAID.add(function)
    get_logger().warning(
        "%s is deprecated and will be removed in a future version.\n"
        "Instructions for updating:\n%s",
        function,
        instead,
    )
