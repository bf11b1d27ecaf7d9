"""Which frames tracebacks hide: those of this package, and of packages with a stage."""

from __future__ import annotations

import os
from types import FrameType, TracebackType

__all__ = ["hide_frames_in", "hide_our_frames", "is_hidden", "shows_everything"]

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


def hide_our_frames(traceback: TracebackType | None) -> TracebackType | None:
    """`traceback` without hidden frames; its links are changed in place."""
    if shows_everything():
        return traceback
    while traceback is not None and is_hidden(traceback.tb_frame):
        traceback = traceback.tb_next
    last = traceback
    while last is not None:
        following = last.tb_next
        while following is not None and is_hidden(following.tb_frame):
            following = following.tb_next
        last.tb_next = following
        last = following
    return traceback
