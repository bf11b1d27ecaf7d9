"""Where in the user's code an op is applied: frames of ours are skipped."""

from __future__ import annotations

import os
import sys
from types import CodeType, FrameType
from typing import Final

from graphir.origin import Origin

DEPTH: Final = 32
"""At most so many user frames are kept."""

# all three packages stand side by side
_ROOT: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_OURS: Final = tuple(
    os.path.join(_ROOT, package) + os.sep
    for package in ("autograph", "graphir", "runtime")
)
_IS_OURS: Final[dict[str, bool]] = {}
_ENDS: Final[list[str]] = []
_INTERNED: Final[dict[tuple[int, ...], Origin]] = {}
"""By the identities of code, which its origin keeps alive: equal code of two files
compares equal."""
_LIMIT: Final = 10_000


def package_folders() -> tuple[str, ...]:
    """The folders of these packages."""
    return _OURS


def end_frames_at(folder: str) -> None:
    """The user's frames end where a file of `folder` called; its callers are no users.

    For programs that trace functions on behalf of users, such as the command line.
    """
    prefix = folder.rstrip(os.sep) + os.sep
    if prefix not in _ENDS:
        _ENDS.append(prefix)
        _IS_OURS.clear()


def _is_end(filename: str) -> bool:
    return bool(_ENDS) and filename.startswith(tuple(_ENDS))


def is_ours(filename: str) -> bool:
    """Whether a file belongs to these packages, whose frames users don't see."""
    known = _IS_OURS.get(filename)
    if known is None:
        known = filename.startswith((*_OURS, *_ENDS, "<frozen ", "<runtime"))
        _IS_OURS[filename] = known
    return known


def user_origin(boundary: CodeType | None = None) -> Origin | None:
    """The user frames that are active, innermost first, up to a frame of that code."""
    frame: FrameType | None = sys._getframe(1)
    places: list[CodeType] = []
    offsets: list[int] = []
    while frame is not None and len(places) < DEPTH:
        code = frame.f_code
        if code is boundary:
            break
        ours = _IS_OURS.get(code.co_filename)
        if ours is None:
            ours = is_ours(code.co_filename)
        if not ours:
            places.append(code)
            offsets.append(frame.f_lasti)
        elif _ENDS and _is_end(code.co_filename):
            break
        frame = frame.f_back
    if not places:
        return None
    key = (*map(id, places), *offsets)
    found = _INTERNED.get(key)
    if found is None:
        if len(_INTERNED) >= _LIMIT:
            _INTERNED.clear()
        found = _INTERNED[key] = Origin(tuple(zip(places, offsets)))
    return found


def user_place(beyond: str | None = None) -> tuple[CodeType, int] | None:
    """The innermost user frame, as an origin has it: for less than all of them cost.

    Frames of files under the folder ``beyond`` are skipped as ours are.
    """
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        filename = code.co_filename
        ours = _IS_OURS.get(filename)
        if ours is None:
            ours = is_ours(filename)
        if not ours and (beyond is None or not filename.startswith(beyond)):
            return code, frame.f_lasti
        frame = frame.f_back
    return None
