"""Changes of variables with equal copies: all copies change, or none.

Replicas change their copies one after the other, or at the same time. Until all have
changed the copies of a variable equally often, the values from before are kept; an
error brings them back.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any, Final, Protocol, TypeVar

from graphir.errors import AbortedError

T = TypeVar("T")
_ABSENT: Final = object()


class Copies:
    """The identity of variables that are equal copies, and their number."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number


class Copy(Protocol):
    """A storage that is a copy, as `VariableStorage` is."""

    value: Any
    copies: Copies | None


class Changes:
    """What some threads have changed since copies were equal.

    >>> from graphir import dtypes
    >>> from runtime.stateful_kernels.variables import VariableStorage
    >>> first, second = (VariableStorage(dtypes.float32) for _ in range(2))
    >>> first.copies = second.copies = Copies(2)
    >>> changes = Changes()
    >>> changes.replace(first, 1.0); changes.replace(second, 1.0)
    >>> changes.replace(first, 2.0)
    >>> changes.undo()
    >>> first.value, second.value
    (1.0, 1.0)
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._caller = get_ident()
        self._is_over = False
        self._before: dict[Copies, dict[Copy, Any]] = {}
        """By variable: copies that have changed since all were equal; their values."""
        self._counts: dict[Copy, int] = {}

    def replace(self, copy: Copy, value: Any) -> None:
        """Sets the value of a copy, and keeps the value from before.

        Raises:
          AbortedError: if the changes are undone: another thread failed.
        """
        copies = copy.copies
        assert copies is not None
        with self._lock:
            if self._is_over:
                raise AbortedError(
                    None, None, "Another replica failed: variables stay as they were."
                )
            before = self._before.setdefault(copies, {})
            if before.get(copy, _ABSENT) is _ABSENT:
                before[copy] = copy.value
                self._counts[copy] = 0
            copy.value = value
            self._counts[copy] += 1
            counts = {self._counts[each] for each in before}
            if len(before) == copies.number and len(counts) == 1:
                del self._before[copies]

    def settle(self) -> None:
        """Forgets values from before: all threads are at one point of their program."""
        with self._lock:
            self._before.clear()
            self._counts.clear()

    def was_left(self) -> bool:
        """Whether this thread began the changes, and they are over.

        An interrupt may have come before `kept_by` forgot them.
        """
        return self._is_over and get_ident() == self._caller

    def undo(self) -> None:
        """Brings back what not all copies have got; other threads change nothing more.

        May be called again, if it was interrupted.
        """
        with self._lock:
            self._is_over = True
            while self._before:
                copies = next(iter(self._before))
                for copy, value in self._before[copies].items():
                    copy.value = value
                del self._before[copies]
        let_go(self._lock)


def let_go(lock: Any) -> None:
    """Releases a reentrant lock that this thread should not hold any more.

    An interrupt may come between the last line that a lock guards and its release.
    """
    while lock._is_owned():
        lock.release()


_HERE: Final[dict[int, Changes]] = {}
"""By thread: kernels run in contexts of their own, on the thread of their replica."""


def changes_here() -> Changes | None:
    """What keeps changes of copies on this thread, if anything does."""
    found = _HERE.get(get_ident())
    return None if found is None or found.was_left() else found


@contextmanager
def kept_by(changes: Changes) -> Iterator[None]:
    """A context manager: changes of copies on this thread are kept."""
    thread = get_ident()
    outer = _HERE.get(thread)
    try:
        _HERE[thread] = changes
        yield
    finally:
        if outer is None:
            _HERE.pop(thread, None)
        else:
            _HERE[thread] = outer


@contextmanager
def all_or_none() -> Iterator[None]:
    """A context manager: if it is left by an error, copies are as they were.

    In a replica the replicas do that, when all of them have ended.
    """
    if changes_here() is not None:
        yield
        return
    changes = Changes()
    try:
        with kept_by(changes):
            yield
    except BaseException:
        changes.undo()
        raise


def changing_copies(function: Callable[..., T]) -> Callable[..., T]:
    """The function inside of `all_or_none`."""

    def run(*args: Any) -> T:
        with all_or_none():
            return function(*args)

    return run


__all__ = [
    "Changes",
    "Copies",
    "all_or_none",
    "changes_here",
    "changing_copies",
    "kept_by",
]
