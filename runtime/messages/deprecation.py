"""Deprecation warnings, each printed once."""

from __future__ import annotations

import sys
from typing import Final

from runtime.messages.logs import get_logger

_SAID: Final[set[str]] = set()


def warn_once(function: str, module: str, instead: str) -> None:
    """Logs who calls a deprecated function, and what to use instead.

    The caller is who called the function that calls this one.
    """
    if function in _SAID:
        return
    _SAID.add(function)
    caller = sys._getframe(2)
    get_logger().warning(
        "From %s:%s: %s (from %s) is deprecated and will be removed in a future "
        "version.\nInstructions for updating:\n%s",
        caller.f_code.co_filename,
        caller.f_lineno,
        function,
        module,
        instead,
    )
