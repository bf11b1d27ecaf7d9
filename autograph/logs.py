"""Logging of the converter: verbosity and destination."""

from __future__ import annotations

import os
import sys

__all__ = ["get_verbosity", "is_strict", "log", "set_verbosity", "trace", "warn"]


def _level_from_environment() -> int:
    text = os.environ.get("AUTOGRAPH_VERBOSITY", "0")
    return int(text) if text.isdigit() else 0


class _Log:
    """Where messages go; read at each converted call, so it is no function."""

    level = _level_from_environment()
    to_stdout = False


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Print messages up to `level`: 0 warnings only, 1 conversions, 2 every call.

    The environment variable `AUTOGRAPH_VERBOSITY` sets the level at start-up. Messages
    go to the standard error stream, and to standard output too with `alsologtostdout`.
    """
    _Log.level = level
    _Log.to_stdout = alsologtostdout


def get_verbosity() -> int:
    """The level up to which messages are printed."""
    return _Log.level


def is_strict() -> bool:
    """Whether a failing conversion is an error: `AUTOGRAPH_STRICT_CONVERSION`."""
    return os.environ.get("AUTOGRAPH_STRICT_CONVERSION", "") not in ("", "0")


def log(level: int, message: str) -> None:
    """Prints `message` if the verbosity is at least `level`."""
    if _Log.level >= level:
        _write(f"autograph: {message}")


def warn(message: str) -> None:
    """Print a warning."""
    _write(f"WARNING: {message}")


def _write(text: str) -> None:
    print(text, file=sys.stderr)
    if _Log.to_stdout:
        print(text)


def trace(*args: object) -> None:
    """Print `args` when converted code runs, that is once a trace.

    >>> trace("shape", (2, 3))
    shape (2, 3)
    """
    print(*args)
