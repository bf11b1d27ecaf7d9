"""Rewrites errors of converted code so that their message shows the user's lines."""

from __future__ import annotations

import sys
from itertools import groupby
from typing import Any, NamedTuple

from autograph.tracebacks.frames import UserFrame, user_frames
from autograph.tracebacks.hiding import hide_our_frames
from autograph.tracebacks.suggestions import suggestion

__all__ = ["Record", "record_of", "rewritten"]


class Record(NamedTuple):
    """Data on a rewritten error, to which an outer rewriting adds."""

    frames: tuple[UserFrame, ...]
    """The user's frames, outermost first."""
    cause: str
    """The class and the message of the error as it was raised."""


def record_of(error: BaseException) -> Record | None:
    """What is known of an error that was rewritten; else None."""
    found: Record | None = getattr(error, "__autograph_record__", None)
    return found


def rewritten(error: Exception) -> Exception:
    """An error of the type of `error`, with the user's frames in its message.

    The traceback of the result has no frames of this package. An error that did not
    pass through converted code keeps its message. `AUTOGRAPH_FULL_TRACEBACKS=1` keeps
    all frames.

    A type that cannot be built from one message may define
    `__with_message__(self, message)`, which returns the new exception.
    """
    earlier = record_of(error)
    frames = user_frames(error.__traceback__)
    traceback = hide_our_frames(error.__traceback__)
    if not frames:
        return error.with_traceback(traceback)
    cause = f"{type(error).__name__}: {error}{suggestion(error)}"
    if earlier is not None:
        cause = earlier.cause
        if tuple(frames[-len(earlier.frames) :]) != earlier.frames:
            frames += earlier.frames
    indented = "\n".join(f"    {line}" for line in cause.split("\n"))
    message = f"in user code:\n\n{_listing(frames)}\n\n{indented}\n"
    result = _with_message(error, message)
    result.__autograph_record__ = Record(  # type: ignore[attr-defined]
        tuple(frames), cause
    )
    result.__cause__ = error.__cause__
    result.__context__ = error.__context__
    result.__suppress_context__ = error.__suppress_context__
    return result.with_traceback(traceback)


_REPEATS = 3
_SHOWN = 60


def _listing(frames: list[UserFrame]) -> str:
    """The frames; a recursion is shortened to its first and last ones."""
    parts: list[str] = []
    for frame, group in groupby(frames):
        count = sum(1 for _ in group)
        parts += [str(frame)] * min(count, _REPEATS)
        if count > _REPEATS:
            parts.append(f"    [the same line {count - _REPEATS} more times]")
    left_out = len(parts) - _SHOWN
    if left_out > 0:
        half = _SHOWN // 2
        parts[half:-half] = [f"    [{left_out} more frames]"]
    return "\n".join(parts)


_SLOT_INIT = type(Exception.__init__)


def _with_message(error: Exception, message: str) -> Exception:
    kind = type(error)
    own_way = getattr(error, "__with_message__", None)
    if own_way is not None:
        made: Exception = own_way(message)
        return made
    args = error.args
    is_plain = isinstance(kind.__init__, _SLOT_INIT) and kind.__new__ in _PLAIN_NEW
    if is_plain and len(args) <= 1 and kind.__str__ is Exception.__str__:
        result = kind(message)
        result.__dict__.update(error.__dict__)
        return result
    return _showing(error, message)


_PLAIN_NEW = {Exception.__new__, OSError.__new__}


def _showing(error: Exception, message: str) -> Exception:
    """`error` itself, as an instance of its type that prints `message`.

    A new one cannot be made: its constructor may want anything.
    """
    kind = type(error)
    shown = {"__str__": lambda self: message, "__module__": kind.__module__}
    try:
        error.__class__ = type(kind.__name__, (kind,), shown)
    except TypeError:
        return _copied(error, message)
    return error


def _copied(error: Exception, message: str) -> Exception:
    """For types laid out in C, whose instances cannot change their class."""
    kind = type(error)
    namespace: dict[str, Any] = {
        "__str__": lambda self: message,
        "__module__": kind.__module__,
    }
    subclass = type(kind.__name__, (kind,), namespace)
    try:
        result: Exception = subclass(*error.args)
    except Exception:
        if sys.version_info >= (3, 11):
            error.add_note(message)
        return error
    result.__dict__.update(error.__dict__)
    return result
