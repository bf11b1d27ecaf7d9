"""Calls of `logging` in user code, while a stage records.

A record has the place, the traceback and the stack that Python would give it.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from threading import Lock, get_ident
from types import FrameType, MethodType
from typing import Any

from autograph.operators.caller_frames import frame_above, level_of
from autograph.operators.traceback_readers import (
    stack_text,
    users_traceback,
    users_tracebacks,
)
from autograph.tracebacks.hiding import shows_everything

__all__ = ["log_in_frame"]

_SKIPS_OWN_FRAMES = sys.version_info >= (3, 11)
_CHANGE = Lock()
"""Held while the filters of a logger change: other threads log with it as well."""
_HEADING = "Stack (most recent call last):\n"


def log_in_frame(
    f: Callable[..., Any], frame: FrameType, *args: Any, **named: Any
) -> Any:
    """The value of `f(*args, **named)`, a function of `logging` called in `frame`."""
    wanted = named.get("exc_info", f.__name__ == "exception")
    if wanted and not isinstance(wanted, BaseException):
        kind, error, found = wanted if isinstance(wanted, tuple) else sys.exc_info()
        named["exc_info"] = (kind, error, users_traceback(found))
        wanted = error
    with users_tracebacks(wanted):
        return _log_at(f, frame, *args, **named)


def _log_at(
    f: Callable[..., Any],
    frame: FrameType,
    *args: Any,
    stacklevel: int = 1,
    **named: Any,
) -> Any:
    own = 0 if _SKIPS_OWN_FRAMES else _frames_of_logging(f, args)
    above = frame_above(frame, stacklevel - 1 - own)
    level = level_of(above, sys._getframe()) + own
    logger = _logger_of(f, args)
    reads = named.get("stack_info") and above is not None and logger is not None
    if not reads or shows_everything():
        return f(*args, stacklevel=level, **named)
    first = _PutsStack(above)
    with _CHANGE:
        logger.filters = [first, *logger.filters]
    try:
        return f(*args, stacklevel=level, **named)
    finally:
        with _CHANGE:
            logger.filters = [each for each in logger.filters if each is not first]


def _owner_of(f: Any, args: tuple[Any, ...]) -> Any:
    """The logger or adapter of which `f` is a method; the root of a plain function."""
    if isinstance(f, MethodType):
        return f.__self__
    if "." not in f.__qualname__:
        return logging.root
    return args[0] if args else None


def _logger_of(f: Any, args: tuple[Any, ...]) -> Any:
    """The logger that makes the record; None if it is none of `logging`'s."""
    owner = _owner_of(f, args)
    while isinstance(owner, logging.LoggerAdapter):
        owner = owner.logger
    return owner if isinstance(owner, logging.Logger) else None


def _frames_of_logging(f: Any, args: tuple[Any, ...]) -> int:
    """The frames that Python 3.10 counts between a function of `logging` and a caller.

    >>> adapter = logging.LoggerAdapter(logging.root, {})
    >>> _frames_of_logging(logging.info, ()), _frames_of_logging(adapter.info, ())
    (1, 2)
    """
    name: str = f.__qualname__
    owner, _, method = name.rpartition(".")
    if owner != "LoggerAdapter":
        return (owner != "Logger") + (method == "exception")
    frames = int(method != "log")
    adapter = _owner_of(f, args)
    while isinstance(adapter, logging.LoggerAdapter):  # each has a `log` of its own
        frames, adapter = frames + 1, adapter.logger
    return frames


class _PutsStack(logging.Filter):
    """Gives one record of this thread the user's stack, before other filters see it.

    `logging` walks the stack itself, and no argument of a call tells it where to begin.
    """

    def __init__(self, frame: FrameType | None) -> None:
        super().__init__()
        self._frame = frame
        self._thread = get_ident()

    def filter(self, record: logging.LogRecord) -> bool:
        """True; a handler that logs to the same logger finds this filter done."""
        if record.stack_info and self._frame and get_ident() == self._thread:
            text = _HEADING + stack_text(self._frame)
            record.stack_info = text.removesuffix("\n")
            self._frame = None
        return True
