"""Calls of `traceback` in user code, as `traceback.format_exc()`.

While a stage records, frames of operators stand in stacks and tracebacks, and a branch
or loop has a frame of its own. What is read there is what Python has.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType, TracebackType
from typing import Any

from autograph.operators.caller_frames import (
    entry_frame,
    frame_above,
    users_stack,
)
from autograph.tracebacks.frames import is_body
from autograph.tracebacks.hiding import is_hidden, shows_everything

__all__ = ["TRACEBACK_READERS", "stack_text", "users_traceback", "users_tracebacks"]


def users_traceback(found: TracebackType | None) -> TracebackType | None:
    """A copy of `found` as Python would have it: one entry for each user function."""
    if shows_everything():
        return found
    entries: list[TracebackType] = []
    while found is not None:
        if not is_hidden(found.tb_frame):
            _add(found, entries)
        found = found.tb_next
    made: TracebackType | None = None
    for each in reversed(entries):
        made = TracebackType(made, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return made


def _add(entry: TracebackType, entries: list[TracebackType]) -> None:
    """Add `entry`, in the place of its function's if it is of a block or other form."""
    code = entry.tb_frame.f_code
    if entries and entry_frame(entry.tb_frame) is entries[-1].tb_frame:
        entries.pop()
    if entries and is_body(code) and code in entries[-1].tb_frame.f_code.co_consts:
        if code.co_name.startswith("<"):
            return  # an operand, or a lambda of the user's: in the function's line
        entries.pop()
    entries.append(entry)


@contextmanager
def users_tracebacks(*errors: Any) -> Iterator[None]:
    """Under it, these exceptions and theirs have `users_traceback`."""
    kept = [(each, each.__traceback__) for each in _with_others(errors)]
    try:
        for error, own in kept:
            error.__traceback__ = users_traceback(own)
        yield
    finally:
        for error, own in kept:
            error.__traceback__ = own


def _with_others(values: tuple[Any, ...]) -> list[BaseException]:
    """The exceptions among `values`, with their causes, contexts and parts."""
    found: dict[int, BaseException] = {}
    waiting = list(values)
    while waiting:
        error = waiting.pop()
        if isinstance(error, BaseException) and id(error) not in found:
            found[id(error)] = error
            waiting += [error.__cause__, error.__context__]
            waiting += getattr(error, "exceptions", ())
    return list(found.values())


def _read(
    reader: Callable[..., Any], frame: FrameType, *args: Any, **named: Any
) -> Any:
    with users_tracebacks(*args, *named.values()):
        return reader(
            *map(_users, args), **{name: _users(each) for name, each in named.items()}
        )


def _users(value: Any) -> Any:
    return users_traceback(value) if isinstance(value, TracebackType) else value


def _walk_tb(
    frame: FrameType, tb: TracebackType | None
) -> Iterator[tuple[FrameType, int]]:
    return traceback.walk_tb(users_traceback(tb))


def _walk_stack(
    frame: FrameType, f: FrameType | None
) -> Iterator[tuple[FrameType, int]]:
    """As Python's generator does, it finds the stack when the first item is asked."""
    first = f
    if first is None:
        first = frame_above(sys._getframe(), _FRAMES_OF_READERS)
    for each in () if first is None else users_stack(first):
        yield each, each.f_lineno


_FRAMES_OF_READERS = 3 if sys.version_info >= (3, 11) else 1
"""The calls that `walk_stack` takes for those of `traceback` that read from it."""


def _format_exc(frame: FrameType, limit: int | None = None, chain: bool = True) -> str:
    kind, error, found = sys.exc_info()
    own = users_traceback(found)
    with users_tracebacks(error):
        lines = traceback.format_exception(kind, error, own, limit, chain)
    return "".join(lines)


def _print_exc(
    frame: FrameType, limit: int | None = None, file: Any = None, chain: bool = True
) -> None:
    kind, error, found = sys.exc_info()
    own = users_traceback(found)
    with users_tracebacks(error):
        traceback.print_exception(kind, error, own, limit, file, chain)


def _extract_stack(
    frame: FrameType, f: FrameType | None = None, limit: int | None = None
) -> traceback.StackSummary:
    found = users_stack(frame if f is None else f)
    lines = ((each, each.f_lineno) for each in found)
    made = traceback.StackSummary.extract(lines, limit=limit)
    made.reverse()
    return made


def _format_stack(frame: FrameType, *args: Any, **named: Any) -> list[str]:
    return traceback.format_list(_extract_stack(frame, *args, **named))


def stack_text(frame: FrameType) -> str:
    """The stack from `frame` outwards, as `traceback.print_stack` prints it."""
    return "".join(_format_stack(frame))


def _print_stack(
    frame: FrameType,
    f: FrameType | None = None,
    limit: int | None = None,
    file: Any = None,
) -> None:
    traceback.print_list(_extract_stack(frame, f, limit), file=file)


_READERS = (
    *(traceback.extract_tb, traceback.format_tb, traceback.print_tb),
    *(traceback.format_exception, traceback.print_exception),
    traceback.TracebackException,
    getattr(traceback.TracebackException.from_exception, "__func__"),  # noqa: B009
)
TRACEBACK_READERS: dict[Callable[..., Any], Callable[..., Any]] = {
    traceback.extract_stack: _extract_stack,
    traceback.format_stack: _format_stack,
    traceback.print_stack: _print_stack,
    traceback.format_exc: _format_exc,
    traceback.print_exc: _print_exc,
    traceback.walk_stack: _walk_stack,
    traceback.walk_tb: _walk_tb,
    **{reader: partial(_read, reader) for reader in _READERS},
}
"""What is called in the place of each, with the frame of the caller first."""
