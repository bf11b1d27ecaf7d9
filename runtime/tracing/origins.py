"""The user's source location where an op is applied; library frames are skipped."""

from __future__ import annotations

import functools
import os
import sys
from functools import partial
from types import CodeType, FrameType
from typing import Final
from weakref import ref

from graphir.origin import Origin

DEPTH: Final = 32
"""At most so many user frames are kept."""

# all three packages stand side by side
_ROOT: Final = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
)
_OURS: Final = tuple(
    os.path.join(_ROOT, package) + os.sep
    for package in ("autograph", "graphir", "runtime")
)
_PASSED_THROUGH: Final = "<frozen ", "<runtime", functools.__file__
"""Through `functools` our cached properties are computed; users never are there."""
_IS_OURS: Final[dict[str, bool]] = {}
_ENDS: Final[list[str]] = []
_INTERNED: Final[dict[tuple[int, ...], ref[Origin]]] = {}
"""By the identities of code, which its origin keeps alive: equal code of two files
compares equal. An origin goes with the last node that has it, and its code with it."""
_LIMIT: Final = 10_000
"""At most so many names of files are known."""


def package_folders() -> tuple[str, ...]:
    """The folders of this library's packages."""
    return _OURS


def end_frames_at(folder: str) -> None:
    """Ends the user's frames at a caller in `folder`; its callers are not user code.

    For programs that trace functions on behalf of users, such as the command line.
    """
    prefix = folder.rstrip(os.sep) + os.sep
    if prefix not in _ENDS:
        _ENDS.append(prefix)
        _IS_OURS.clear()


def _is_end(filename: str) -> bool:
    return bool(_ENDS) and filename.startswith(tuple(_ENDS))


def is_ours(filename: str) -> bool:
    """Whether a file belongs to this library, whose frames users don't see."""
    known = _IS_OURS.get(filename)
    if known is None:
        if len(_IS_OURS) >= _LIMIT:
            _IS_OURS.clear()
        known = filename.startswith((*_OURS, *_ENDS, *_PASSED_THROUGH))
        _IS_OURS[filename] = known
    return known


def user_origin(boundary: CodeType | None = None) -> Origin | None:
    """The active user frames, innermost first, up to a frame of the code."""
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
    weak = _INTERNED.get(key)
    found = None if weak is None else weak()
    if found is None:
        found = Origin(tuple(zip(places, offsets)))
        _INTERNED[key] = ref(found, partial(_forget, key))
    return found


def origin_of_error(error: BaseException, outer: Origin | None) -> Origin | None:
    """The user frames in which an error was raised, innermost first, then ``outer``'s.

    ``outer`` is the origin of where it was caught.
    """
    places = []
    entry = error.__traceback__
    while entry is not None:
        code = entry.tb_frame.f_code
        if not is_ours(code.co_filename):
            places.append((code, entry.tb_lasti))
        entry = entry.tb_next
    if not places:
        return outer
    inner = Origin(tuple(reversed(places))).frames
    return Origin.from_frames((*inner, *(outer.frames if outer else ())))


def _forget(key: tuple[int, ...], weak: ref[Origin]) -> None:
    if _INTERNED.get(key) is weak:  # not one that was made since
        del _INTERNED[key]


def user_place(beyond: str | None = None) -> tuple[CodeType, int] | None:
    """The innermost user frame, which is cheaper than the whole origin.

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
