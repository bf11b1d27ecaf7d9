"""Deprecation warnings, each printed once."""

from __future__ import annotations

import sys
from logging import ERROR, WARNING
from typing import ClassVar, Final

from runtime.messages.logs import get_logger

_SAID: Final[set[str]] = set()


class _Strictness:
    is_strict: ClassVar[bool] = False


def enable_strict_mode() -> None:
    """Makes deprecated functions raise an error from now on, in this process."""
    _Strictness.is_strict = True


def warn_once(function: str, module: str, instead: str) -> None:
    """Logs once that a function is deprecated, with its replacement.

    The log shows the line that called the deprecated function.

    Raises:
      RuntimeError: after `enable_strict_mode`, each time.
    """
    if function in _SAID and not _Strictness.is_strict:
        return
    _SAID.add(function)
    caller = sys._getframe(2)
    get_logger().log(
        ERROR if _Strictness.is_strict else WARNING,
        "From %s:%s: %s (from %s) is deprecated and will be removed in a future "
        "version.\nInstructions for updating:\n%s",
        caller.f_code.co_filename,
        caller.f_lineno,
        function,
        module,
        instead,
    )
    if _Strictness.is_strict:
        raise RuntimeError(
            "This behavior has been deprecated, which raises an error in strict mode."
        )
