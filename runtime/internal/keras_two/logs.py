"""`tensorflow.python.platform.tf_logging`: the logger, and lines by count."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Any, Final

from runtime.messages.logs import get_logger

DEBUG: Final = logging.DEBUG
INFO: Final = logging.INFO
WARN: Final = logging.WARNING
ERROR: Final = logging.ERROR
FATAL: Final = logging.CRITICAL

_COUNTS: Final[Counter[str]] = Counter()
_HERE: Final = 2
"""The caller of the function of this module, whose place the record has."""


def log(level: int, msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs a line of a level."""
    get_logger().log(level, msg, *args, stacklevel=_HERE, **kwargs)


def debug(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs a message at level DEBUG."""
    get_logger().debug(msg, *args, stacklevel=_HERE, **kwargs)


def info(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs at level INFO."""
    get_logger().info(msg, *args, stacklevel=_HERE, **kwargs)


def warning(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs at level WARNING."""
    get_logger().warning(msg, *args, stacklevel=_HERE, **kwargs)


warn = warning


def error(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs at level ERROR."""
    get_logger().error(msg, *args, stacklevel=_HERE, **kwargs)


def fatal(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs at level FATAL."""
    get_logger().critical(msg, *args, stacklevel=_HERE, **kwargs)


def exception(msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs at level ERROR, with the current exception."""
    # Python 3.10 counts a frame of its own in `Logger.exception`
    kwargs.setdefault("exc_info", True)
    get_logger().error(msg, *args, stacklevel=_HERE, **kwargs)


def vlog(level: int, msg: str, *args: Any, **kwargs: Any) -> None:
    """Logs a line by verbosity: the higher the level, the less it matters."""
    get_logger().log(max(1, DEBUG - level), msg, *args, stacklevel=_HERE, **kwargs)


def log_first_n(level: int, msg: str, n: int, *args: Any) -> None:
    """Logs the first `n` occurrences of a message."""
    _COUNTS[msg] += 1
    if _COUNTS[msg] <= n:
        get_logger().log(level, msg, *args, stacklevel=_HERE)


def log_every_n(level: int, msg: str, n: int, *args: Any) -> None:
    """Logs each `n`-th occurrence of a message, beginning with the first."""
    _COUNTS[msg] += 1
    if (_COUNTS[msg] - 1) % n == 0:
        get_logger().log(level, msg, *args, stacklevel=_HERE)


def get_verbosity() -> int:
    """The level below which nothing is logged."""
    return get_logger().getEffectiveLevel()


def set_verbosity(v: int | str) -> None:
    """Sets the level below which nothing is logged."""
    get_logger().setLevel(v)


def log_if(level: int, msg: str, condition: Any, *args: Any) -> None:
    """Logs where a condition holds."""
    if condition:
        get_logger().log(level, msg, *args, stacklevel=_HERE)


def flush() -> None:
    """Flushes the logger's handlers."""
    for handler in get_logger().handlers:
        handler.flush()


def TaskLevelStatusMessage(msg: str) -> None:
    """Logs a message about a task as a whole at level ERROR, as TensorFlow does."""
    error(msg)


__all__ = [
    "DEBUG",
    "ERROR",
    "FATAL",
    "INFO",
    "WARN",
    "TaskLevelStatusMessage",
    "debug",
    "error",
    "exception",
    "fatal",
    "flush",
    "get_logger",
    "get_verbosity",
    "info",
    "log",
    "log_every_n",
    "log_first_n",
    "log_if",
    "set_verbosity",
    "vlog",
    "warn",
    "warning",
]
