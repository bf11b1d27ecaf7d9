"""Calls that look up their caller's frame, as `warnings.warn` does, in user code.

While a stage records, frames of operators stand between two frames of user functions.
Functions with an argument that counts frames get a count that includes these frames.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from autograph.conversion_cache import original_of
from autograph.tracebacks.frames import is_body
from autograph.tracebacks.hiding import is_hidden

__all__ = ["CALLER_READERS", "entry_frame", "frame_above", "level_of", "users_stack"]

_BEYOND = 1 << 30
_HAS_POSITIONS = sys.version_info >= (3, 11)
_ACTUAL_WARN, _ACTUAL_GET_FRAME = warnings.warn, sys._getframe


def frame_above(frame: FrameType | None, calls: int) -> FrameType | None:
    """The user's frame `calls` calls above `frame`; None if the stack is not so deep.

    If the calling code is in a branch or loop, it is the frame of this block.
    """
    found = _users(frame)
    while calls > 0 and found is not None:
        found = _users(entry_frame(function_frame(found)).f_back)
        calls -= 1
    return found


def function_frame(frame: FrameType) -> FrameType:
    """The frame of the function whose branch or loop runs in `frame`."""
    found, outer = frame, frame.f_back
    while is_body(found.f_code) and outer is not None:
        if found.f_code in outer.f_code.co_consts:
            found = outer
        outer = outer.f_back
    return found


def entry_frame(frame: FrameType) -> FrameType:
    """The frame that was called, for `frame` of a function: its other form may have
    handed over to it."""
    outer = frame.f_back
    if outer is None or original_of(outer.f_code) is None:
        return frame
    one, other = frame.f_code, outer.f_code
    same = (one.co_filename, one.co_firstlineno) == (
        other.co_filename,
        other.co_firstlineno,
    )
    return outer if same and one.co_name == other.co_name else frame


def _users(frame: FrameType | None) -> FrameType | None:
    while frame is not None and is_hidden(frame):
        frame = frame.f_back
    return frame


def level_of(of: FrameType | None, seen_from: FrameType) -> int:
    """The `stacklevel` with which a call in the frame `seen_from` means `of`."""
    level, frame = 1, seen_from
    while frame is not of:
        if frame.f_back is None:
            return _BEYOND
        level, frame = level + 1, frame.f_back
    return level


def _warn(
    frame: FrameType,
    message: Any,
    category: Any = None,
    stacklevel: int = 1,
    *rest: Any,
    **named: Any,
) -> None:
    above = frame_above(frame, max(stacklevel, 1) - 1)
    level = level_of(above, _ACTUAL_GET_FRAME())
    _ACTUAL_WARN(message, category, level, *rest, **named)


def _get_frame(frame: FrameType, depth: int = 0) -> FrameType:
    found = frame_above(frame, depth)
    if found is None:
        raise ValueError("call stack is not deep enough")
    return function_frame(found)


def _current_frame(frame: FrameType) -> FrameType:
    return _get_frame(frame)


def users_stack(frame: FrameType) -> Iterator[FrameType]:
    """The user's frames from `frame` outwards; of a function, that of its block."""
    each = _users(frame)
    while each is not None:
        yield each
        each = _users(entry_frame(function_frame(each)).f_back)


def _stack(frame: FrameType, context: int = 1) -> list[inspect.FrameInfo]:
    return [
        _frame_info(each, function_frame(each), context) for each in users_stack(frame)
    ]


def _frame_info(block: FrameType, whole: FrameType, context: int) -> inspect.FrameInfo:
    """What `inspect` tells of a frame: the line of its block, its function."""
    info = inspect.getframeinfo(block, context)
    where = {"positions": getattr(info, "positions", None)} if _HAS_POSITIONS else {}
    name = whole.f_code.co_name
    return inspect.FrameInfo(
        whole, info.filename, info.lineno, name, info.code_context, info.index, **where
    )


CALLER_READERS: dict[Any, Callable[..., Any]] = {
    warnings.warn: _warn,
    sys._getframe: _get_frame,
    inspect.currentframe: _current_frame,
    inspect.stack: _stack,
}
"""What is called in the place of each, with the frame of the caller first."""
