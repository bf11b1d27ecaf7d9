"""Which frames tracebacks hide: those of this package, and of packages with a stage."""

from __future__ import annotations

import os
from types import CodeType, FrameType, TracebackType
from weakref import ref

__all__ = [
    "hide_frames_in",
    "hide_our_frames",
    "hides_frames_below",
    "is_hidden",
    "shows_everything",
]

_hidden_folders: list[str] = [os.path.dirname(os.path.dirname(__file__)) + os.sep]


def hide_frames_in(folder: str) -> None:
    """Hide the frames of files in `folder` in tracebacks, as of this package.

    For packages that register a stage.
    """
    prefix = folder.rstrip(os.sep) + os.sep
    if prefix not in _hidden_folders:
        _hidden_folders.append(prefix)


def is_hidden(frame: FrameType) -> bool:
    """Whether `frame` is one of this package, or of one that registers a stage."""
    filename = frame.f_code.co_filename
    return any(filename.startswith(folder) for folder in _hidden_folders)


def shows_everything() -> bool:
    """Whether the user asked for the frames of this package too."""
    return bool(os.environ.get("AUTOGRAPH_FULL_TRACEBACKS"))


_hiding: dict[int, ref[CodeType]] = {}
"""Code of the user's that hides the frames below before an exception leaves it."""


def hides_frames_below(code: CodeType) -> None:
    """Note that functions of `code` call `hide_our_frames` with what leaves them."""
    key = id(code)
    if key not in _hiding:
        _hiding[key] = ref(code, lambda _: _hiding.pop(key, None))


def hide_our_frames(traceback: TracebackType | None) -> TracebackType | None:
    """`traceback` without hidden frames; its links are changed in place.

    It ends at a frame that has done the same: deep recursion is not gone through again
    for each of its calls.
    """
    if shows_everything():
        return traceback
    while traceback is not None and is_hidden(traceback.tb_frame):
        traceback = traceback.tb_next
    last = traceback
    while last is not None:
        first = following = last.tb_next
        while following is not None and is_hidden(following.tb_frame):
            following = following.tb_next
        if following is not first:  # Python goes through all of them to link one
            last.tb_next = following
        if following is not None and id(following.tb_frame.f_code) in _hiding:
            break
        last = following
    return traceback
