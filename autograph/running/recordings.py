"""Whether a recording is active; values can be staged only in a recording.

Converted code has two forms. The form that `to_code` shows asks stages at each step;
while no stage records, the user's own code runs, with only its calls replaced (see
`autograph.running.code`).
"""

from __future__ import annotations

import re
from _thread import get_ident
from collections.abc import Callable
from types import BuiltinFunctionType, MethodWrapperType, WrapperDescriptorType
from types import MethodDescriptorType as MethodDescriptor

from autograph.processes.forks import Threads, forkable_lock, in_children

__all__ = [
    "CALLED_DIRECTLY",
    "NATIVE_OWNERS",
    "RECORDINGS",
    "before_recording",
    "begin_recording",
    "end_recording",
    "recordings_of_thread",
]


class _Recordings(list[int]):
    """A hashable object, because compiled code holds it as a constant."""

    __hash__ = object.__hash__  # type: ignore[assignment]


class _Types(set[type]):
    """The same."""

    __hash__ = object.__hash__  # type: ignore[assignment]


RECORDINGS = _Recordings()
"""An item, 1, for each recording in progress, in any thread."""
_threads = Threads()

# What a method in C is bound to where it takes its class along; it has no name.
_BUILTIN_METHOD: type = type(re.compile("").match)
_DIRECT = frozenset(
    (
        *(BuiltinFunctionType, MethodWrapperType, WrapperDescriptorType),
        *(MethodDescriptor, _BUILTIN_METHOD, type),
    )
)
_NATIVE = frozenset(
    (list, dict, str, set, tuple, bytes, bytearray, frozenset, int, float, complex)
)
CALLED_DIRECTLY = _Types(_DIRECT)
"""Kinds of callables that run as they are; none while something is recorded."""

NATIVE_OWNERS = _Types(_NATIVE)
"""Types whose methods run as they are; none while something is recorded."""

_lock = forkable_lock()
_hooks: list[Callable[[], None]] = []


def before_recording(forget: Callable[[], None]) -> None:
    """Have `forget` called when a recording begins, before anything is recorded."""
    _hooks.append(forget)


def begin_recording(thread: int | None = None) -> None:
    """Begins a recording, in which converted code asks stages.

    Pair each call with `end_recording`. The recording belongs to this thread; with
    `thread` 0, to the process.
    """
    with _lock:
        before = len(_threads)
        try:
            _threads.append(get_ident() if thread is None else thread)
            RECORDINGS.append(1)
            for forget in _hooks:
                forget()
            CALLED_DIRECTLY.clear()
            NATIVE_OWNERS.clear()
        except BaseException:  # an interrupt: nobody ends what has not begun
            del _threads[before:]
            _count()
            raise


def recordings_of_thread() -> int:
    """How many recordings of this thread have begun and not ended.

    >>> recordings_of_thread()
    0
    """
    return _threads.count(get_ident())


def end_recording(thread: int | None = None) -> None:
    """Ends one recording of this thread, or of the process."""
    with _lock:
        try:
            _threads.remove(get_ident() if thread is None else thread)
        finally:
            _count()


def _count() -> None:
    RECORDINGS[:] = [1] * len(_threads)
    if not RECORDINGS:
        _allow_direct_calls()


def _allow_direct_calls() -> None:
    CALLED_DIRECTLY.update(_DIRECT)
    NATIVE_OWNERS.update(_NATIVE)


def _keep_own() -> None:
    _threads.keep_own()
    _count()


in_children(_keep_own)
