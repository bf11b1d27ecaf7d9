"""Python's limit of recursion, raised by the frames that are not the user's.

While something is recorded, operators and the functions that branches and loops became
stand between two frames of the user's. Python would count them too, so that recursion
came to a fourth of its depth. Every few nested calls of converted functions, the limit
is raised by the frames of ours below, until the call is done.
"""

from __future__ import annotations

import sys
from types import FrameType

from autograph.processes.forks import forkable_lock
from autograph.tracebacks.frames import is_body
from autograph.tracebacks.hiding import is_hidden

__all__ = ["CALLS_BY_THREAD", "EVERY", "give_back", "make_room"]

EVERY = 16
"""Nested calls after which the limit is looked at: code that is not deep never is."""
CALLS_BY_THREAD: dict[int, int] = {}
"""How many calls of converted functions are nested in each thread."""

_MOST_ADDED = 8_000
"""What the stack of a thread has room for, where Python's frames use that of C."""
_MOST_WALKED = 1_000

_lock = forkable_lock()


class _Limit:
    """What was added, and the limit that was set last: another one is the user's."""

    __slots__ = ("added", "given", "users")

    def __init__(self) -> None:
        self.added = 0
        self.given = 0
        self.users = 0


_limit = _Limit()


def make_room(frame: FrameType) -> int:
    """Raises the limit by the frames of ours in the last `EVERY` calls like `frame`.

    Returns how much was added, for `give_back`.
    """
    count = min(_frames_of_ours(frame), _MOST_ADDED - _limit.added)
    if count > 0:
        _add(count)
    return max(count, 0)


def give_back(count: int) -> None:
    """Takes back what `make_room` added; a limit that the user has set since stays."""
    _add(-count)


def _frames_of_ours(frame: FrameType) -> int:
    code, found, calls = frame.f_code, 0, 0
    each: FrameType | None = frame
    for _ in range(_MOST_WALKED):
        if each is None or calls > EVERY:
            break
        calls += each.f_code is code
        found += is_hidden(each) or is_body(each.f_code)
        each = each.f_back
    return found


def _add(count: int) -> None:
    with _lock:
        now = sys.getrecursionlimit()
        is_users = _limit.added == 0 or now != _limit.given
        _limit.added += count
        if is_users:
            _limit.users = now
            if count < 0:
                return
        _limit.given = _limit.users + _limit.added
        sys.setrecursionlimit(_limit.given)
